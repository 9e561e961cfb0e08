#include "ahead_source.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "unpacking.h"

namespace farfirst::app {
namespace {

/// Bytes, and the limits that the inner source gave for the rest.
struct Piece {
  std::vector<char> bytes;
  std::uint64_t most_bytes_left = 0;
  float fraction = 0;
};

class AheadSource final : public UnpackingSource {
 public:
  explicit AheadSource(ByteSource& inner) : inner_(inner), start_(inner.position()) { start(); }
  ~AheadSource() override { stop(); }

  std::uint64_t most_bytes_left() const override { return window().size() + piece_.bytes.size() - taken_ + behind_; }
  float fraction() const override { return fraction_; }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 18;
  static constexpr std::size_t most_pieces = 16;  // that wait to be read

  void start() {
    piece_ = {};
    taken_ = 0;
    behind_ = inner_.most_bytes_left();
    fraction_ = inner_.fraction();
    finished_ = ended_ = stopping_ = false;
    thread_ = std::thread([this] { unpack(); });
  }

  void stop() {
    {
      const std::scoped_lock lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
    pieces_.clear();
    failure_ = nullptr;
  }

  void restart() override {
    stop();
    inner_.seek(start_);
    start();
  }

  bool is_finished() const override { return finished_; }

  std::size_t unpack_into(char* to, std::size_t room) override {
    if (taken_ == piece_.bytes.size() && !next_piece()) return 0;
    const std::size_t count = std::min(room, piece_.bytes.size() - taken_);
    std::memcpy(to, piece_.bytes.data() + taken_, count);
    taken_ += count;
    return count;
  }

  /// Waits for it. False, or what the inner source threw, behind the last.
  bool next_piece() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !pieces_.empty() || ended_; });
    if (pieces_.empty()) {
      if (failure_) std::rethrow_exception(failure_);
      finished_ = true;
      return false;
    }
    spare_.push_back(std::move(piece_.bytes));
    piece_ = std::move(pieces_.front());
    pieces_.pop_front();
    taken_ = 0;
    behind_ = piece_.most_bytes_left;
    fraction_ = piece_.fraction;
    lock.unlock();
    changed_.notify_all();
    return true;
  }

  // ---- By the thread

  void unpack() {
    try {
      while (add_piece()) {}
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      failure_ = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  /// False at the end of the data, or after cancelling.
  bool add_piece() {
    const std::size_t visible = std::min(inner_.want(piece_bytes), piece_bytes);
    if (visible == 0) return false;
    Piece piece{.bytes = spare_bytes()};
    piece.bytes.assign(inner_.window().data(), inner_.window().data() + visible);
    inner_.take(visible);
    piece.most_bytes_left = inner_.most_bytes_left();
    piece.fraction = inner_.fraction();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return pieces_.size() < most_pieces || stopping_; });
    if (stopping_) return false;
    pieces_.push_back(std::move(piece));
    lock.unlock();
    changed_.notify_all();
    return true;
  }

  /// The memory of a piece that was read: releasing and allocating memory costs more than filling it.
  std::vector<char> spare_bytes() {
    const std::scoped_lock lock(mutex_);
    if (spare_.empty()) return {};
    std::vector<char> bytes = std::move(spare_.back());
    spare_.pop_back();
    return bytes;
  }

  ByteSource& inner_;
  const std::uint64_t start_;
  // The present window.
  Piece piece_;
  std::size_t taken_ = 0;
  std::uint64_t behind_ = 0;  // bytes that may come behind it at most
  float fraction_ = 0;
  bool finished_ = false;
  // Both threads'.
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Piece> pieces_;
  std::vector<std::vector<char>> spare_;
  std::exception_ptr failure_;
  bool ended_ = false, stopping_ = false;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<ByteSource> make_ahead_source(ByteSource& inner) { return std::make_unique<AheadSource>(inner); }

}  // namespace farfirst::app
