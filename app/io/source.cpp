#include "source.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "unpacking.h"

namespace farfirst::app {
namespace {

/// zlib streamed into one buffer.
class GzipSource final : public UnpackingSource {
 public:
  explicit GzipSource(std::string_view compressed) : compressed_(compressed) {
    // 15 bits of window, + 16: gzip headers only.
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw FileError("zlib could not be started");
    restart();
  }
  ~GzipSource() override { inflateEnd(&stream_); }

  std::uint64_t most_bytes_left() const override {
    // Deflate cannot do better than 1032 : 1 (zlib's technical notes); 64 KiB may be inside zlib already.
    return window().size() + (finished_ ? 0 : (std::uint64_t{unread()} * 1032 + 65536));
  }

  float fraction() const override {
    return 1.0f - static_cast<float>(unread()) / static_cast<float>(compressed_.size());
  }

 private:
  std::size_t unread() const { return compressed_.size() - consumed_ + stream_.avail_in; }

  void restart() override {
    inflateReset(&stream_);
    stream_.avail_in = 0;
    consumed_ = 0;
    finished_ = false;
  }

  bool is_finished() const override { return finished_; }

  /// Hands zlib the next piece: its counters have 32 bits.
  void feed() {
    const std::size_t piece = std::min(compressed_.size() - consumed_, std::size_t{1} << 24);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed_.data() + consumed_));
    stream_.avail_in = static_cast<uInt>(piece);
    consumed_ += piece;
  }

  std::size_t unpack_into(char* to, std::size_t room) override {
    if (stream_.avail_in == 0) feed();
    const auto asked = static_cast<uInt>(std::min(room, std::size_t{1} << 24));
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = asked;
    const bool starved = stream_.avail_in == 0;
    const int result = inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
      next_member();
    } else if (result == Z_BUF_ERROR && starved) {
      throw FileError({"the gzip data end too early, after {} compressed bytes", compressed_.size()});
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      throw FileError({"the gzip data are damaged near byte {}: {}", compressed_.size() - unread(),
                       stream_.msg ? stream_.msg : "unknown cause"});
    }
    return asked - stream_.avail_out;
  }

  /// gzip files may be joined; other data that follow (padding, for example) are ignored as gzip does.
  void next_member() {
    const std::size_t at = compressed_.size() - unread();
    if (is_gzip(compressed_.substr(at))) {
      inflateReset(&stream_);
    } else {
      finished_ = true;
    }
  }

  std::string_view compressed_;
  z_stream stream_{};
  std::size_t consumed_ = 0;  // bytes handed to zlib
  bool finished_ = false;
};

}  // namespace

UnpackingSource::UnpackingSource() : buffer_(window_bytes) { begin_ = end_ = buffer_.data(); }

void UnpackingSource::seek(std::uint64_t target) {
  if (target < position()) {
    restart();
    base_ = 0;
    begin_ = end_ = buffer_.data();
  }
  skip(target - position());
}

std::size_t UnpackingSource::refill(std::size_t bytes) {
  move_to_front(bytes);
  std::size_t filled = window().size();
  while (filled < bytes && !is_finished()) {
    filled += unpack_into(buffer_.data() + filled, buffer_.size() - filled);
    end_ = buffer_.data() + filled;
  }
  return filled;
}

void UnpackingSource::move_to_front(std::size_t bytes) {
  const std::size_t kept = window().size();
  const auto offset = static_cast<std::size_t>(begin_ - buffer_.data());
  base_ += offset;
  std::memmove(buffer_.data(), begin_, kept);
  if (buffer_.size() < bytes) buffer_.resize(std::max(bytes, buffer_.size() + buffer_.size() / 2));
  begin_ = buffer_.data();
  end_ = begin_ + kept;
}

bool ByteSource::skip(std::uint64_t bytes) {
  while (bytes > 0) {
    if (window().empty() && want(1) == 0) return false;
    const std::uint64_t step = std::min<std::uint64_t>(bytes, window().size());
    take(static_cast<std::size_t>(step));
    bytes -= step;
  }
  return true;
}

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::unique_ptr<ByteSource> make_gzip_source(std::string_view compressed) {
  return std::make_unique<GzipSource>(compressed);
}

std::unique_ptr<ByteSource> make_source(std::string_view bytes) {
  if (is_gzip(bytes)) return make_gzip_source(bytes);
  return std::make_unique<MemorySource>(bytes);
}

std::string rest_of(ByteSource& source) {
  std::string bytes;
  while (source.want(1) > 0) {
    bytes.append(source.window());
    source.take(source.window().size());
  }
  return bytes;
}

}  // namespace farfirst::app
