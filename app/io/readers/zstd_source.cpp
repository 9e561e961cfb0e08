#include "zstd_source.h"

#include <zstd.h>

#include <algorithm>

#include "io/unpacking.h"

namespace farfirst::app {
namespace {

/// The largest ratio of zstd: a block of 128 KiB takes 4 bytes at least (RFC 8878, 3.1.1.2).
constexpr std::uint64_t most_ratio = 32768;

class ZstdSource final : public UnpackingSource {
 public:
  explicit ZstdSource(std::vector<ZstdStream> streams) : streams_(std::move(streams)), context_(ZSTD_createDCtx()) {
    if (!context_) throw FileError("zstd could not be started");
    for (const ZstdStream& stream : streams_) compressed_ += stream.compressed.size();
  }

  std::uint64_t most_bytes_left() const override {
    std::uint64_t left = window().size();
    for (std::size_t i = current_; i < streams_.size(); ++i) {
      const std::uint64_t announced = streams_[i].bytes - (i == current_ ? unpacked_ : 0);
      left += std::min<std::uint64_t>(announced, streams_[i].compressed.size() * most_ratio);
    }
    return left;
  }

  float fraction() const override {
    std::size_t read = input_.pos;
    for (std::size_t i = 0; i < current_; ++i) read += streams_[i].compressed.size();
    return compressed_ == 0 ? 1.0f : static_cast<float>(read) / static_cast<float>(compressed_);
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };

  void restart() override {
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    current_ = 0;
    unpacked_ = 0;
    input_ = {};
  }

  bool is_finished() const override { return current_ == streams_.size(); }

  std::size_t unpack_into(char* to, std::size_t room) override {
    const ZstdStream& stream = streams_[current_];
    input_.src = stream.compressed.data();
    input_.size = stream.compressed.size();
    ZSTD_outBuffer output{to, room, 0};
    const std::size_t before = input_.pos;
    const std::size_t result = ZSTD_decompressStream(context_.get(), &output, &input_);
    if (ZSTD_isError(result))
      throw FileError({"zstd stream {} of {} is damaged near its byte {}: {}", current_ + 1, streams_.size(),
                       input_.pos, ZSTD_getErrorName(result)});
    unpacked_ += output.pos;
    const bool ended = result == 0 && input_.pos == input_.size;
    const bool stuck = !ended && output.pos == 0 && input_.pos == before;
    if (unpacked_ > stream.bytes || (ended && unpacked_ < stream.bytes) || stuck) refuse_size(stream, ended);
    if (ended) {
      ++current_;
      unpacked_ = 0;
      input_ = {};
    }
    return output.pos;
  }

  [[noreturn]] void refuse_size(const ZstdStream& stream, bool ended) const {
    throw FileError({"zstd stream {} of {} {} {} bytes, expected {}", current_ + 1, streams_.size(),
                     ended || unpacked_ > stream.bytes ? "holds" : "is cut short after", unpacked_, stream.bytes});
  }

  const std::vector<ZstdStream> streams_;
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  std::size_t compressed_ = 0;  // bytes of all streams
  std::size_t current_ = 0;     // stream
  std::uint64_t unpacked_ = 0;  // bytes of it
  ZSTD_inBuffer input_{};
};

}  // namespace

std::unique_ptr<ByteSource> make_zstd_source(std::vector<ZstdStream> streams) {
  return std::make_unique<ZstdSource>(std::move(streams));
}

}  // namespace farfirst::app
