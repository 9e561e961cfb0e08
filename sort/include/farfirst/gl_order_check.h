#pragma once
// A version of Device::check_order() for every frame: it checks orders in OpenGL's memory without waiting.

#include <farfirst/sort.h>

#include <optional>

namespace farfirst {

/// Checks orders while frames go on: nothing waits, and a result is known a few frames later. It needs a few words of
/// memory; each order and each key is read once. It checks any order in an OpenGL buffer, whatever made it; the
/// keys of its elements are those of Device::make_keys. The rules of farfirst/gl.h for calls hold for these too.
class GlOrderCheck {
  struct Parts;

 public:
  GlOrderCheck() noexcept;  // checks nothing
  /// For orders of up to `max_n`. Throws OutOfMemory, or Error (beyond a limit of the context; OpenGL is not built).
  /// `elements`: orders of ids below this number can be checked too, which takes 4 bytes for each.
  GlOrderCheck(Device& gl, std::uint32_t max_n, std::uint32_t elements = 0);
  GlOrderCheck(GlOrderCheck&& other) noexcept;
  GlOrderCheck& operator=(GlOrderCheck&& other) noexcept;
  ~GlOrderCheck();

  /// Enqueues the check. Returns false and does nothing if four results are still pending.
  bool enqueue(const OrderToCheck& order);
  /// The result of the oldest check not yet taken, if it is known. Never waits. After Device::finish() every result is
  /// known.
  std::optional<OrderCheck> take();

  std::uint32_t max_n() const noexcept;
  std::uint32_t elements() const noexcept;
  std::size_t bytes() const noexcept;

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst
