#pragma once
// Sources that unpack compressed data on demand.

#include <vector>

#include "source.h"

namespace farfirst::app {

/// Unpacks into one buffer. Unread bytes move to its front when more are wanted; it grows only if one item is larger.
class UnpackingSource : public ByteSource {
 public:
  std::uint64_t position() const final { return base_ + static_cast<std::uint64_t>(begin_ - buffer_.data()); }
  void seek(std::uint64_t target) final;

 protected:
  UnpackingSource();
  std::size_t refill(std::size_t bytes) final;

  virtual bool is_finished() const = 0;
  /// Some bytes more, or none. Throws FileError.
  virtual std::size_t unpack_into(char* to, std::size_t room) = 0;
  /// From the beginning of the data.
  virtual void restart() = 0;

 private:
  static constexpr std::size_t window_bytes = std::size_t{1} << 20;

  void move_to_front(std::size_t bytes);

  std::vector<char> buffer_;
  std::uint64_t base_ = 0;  // position of the buffer's first byte
};

}  // namespace farfirst::app
