// Opens back ends, names enumerators, and owns a sorter's memory.
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "core/implementation.h"
#include "core/misuse.h"

namespace farfirst {

std::string_view name_of(Backend backend) noexcept {
  switch (backend) {
    case Backend::cpu:
      return "cpu";
    case Backend::cuda:
      return "cuda";
    case Backend::gl:
      return "gl";
  }
  return "";
}

std::string_view name_of(Form form) noexcept {
  switch (form) {
    case Form::argsort:
      return "argsort";
    case Form::distance:
      return "distance";
    case Form::pairs:
      return "pairs";
    case Form::argsort64:
      return "argsort64";
    case Form::pairs64:
      return "pairs64";
    case Form::keys:
      return "keys";
    case Form::keys64:
      return "keys64";
    case Form::paper_keys:
      return "paper_keys";
    case Form::paper_pairs:
      return "paper_pairs";
  }
  return "";
}

std::string_view name_of(Feature feature) noexcept {
  switch (feature) {
    case Feature::count:
      return "count";
    case Feature::ids:
      return "ids";
    case Feature::direction:
      return "direction";
    case Feature::key_bits:
      return "key_bits";
    case Feature::parts:
      return "parts";
  }
  return "";
}

std::unique_ptr<Device> open(Backend backend, const DeviceOptions& options) {
  if (const std::string sentence = why_unavailable(backend); !sentence.empty()) throw Error(sentence);
  switch (backend) {
    case Backend::cpu:
      return cpu::open(options);
    case Backend::cuda:
      return cuda::open(options);
    case Backend::gl:
      return gl::open(options);
  }
  return nullptr;
}

void reverse_order(Device& device, const Buffer& order, std::uint32_t n) {
  core::DeviceCore& core = core::core_of(device);
  core.require(order.bytes >= n * std::size_t{4}, "the order to reverse is too small");
  const core::CallScope scope(core);
  core.reverse(order, 4, {.n = n});
}

void expand_triangles(Device& device, const Buffer& order, const Buffer& corners, const Buffer& elements,
                      std::uint32_t n, const Buffer& count) {
  core::DeviceCore& core = core::core_of(device);
  core.require(order.bytes >= n * std::size_t{4}, "the order to expand is too small");
  core.require(corners.bytes >= n * std::size_t{12}, "the corners of the triangles to expand are too small");
  core.require(elements.bytes >= n * std::size_t{12}, "the buffer for expanded triangles is too small");
  const core::CallScope scope(core);
  core.expand(order, corners, elements, {n, count});
}

OwnedBuffer::OwnedBuffer(Device& device, std::size_t bytes) : device_(&device), buffer_(device.allocate(bytes)) {
  core::core_of(device).count(1);
}

OwnedBuffer::~OwnedBuffer() {
  if (device_ == nullptr) return;
  device_->release(buffer_);
  core::core_of(*device_).count(-1);
}

core::DeviceCore::~DeviceCore() {
  if (!validates_ || dependents_ == 0) return;
  std::fprintf(stderr, "farfirst::sort: a device is destroyed before what was made from it (%d objects still exist)\n",
               dependents_);
  std::abort();
}

void core::DeviceCore::require(bool holds, const char* sentence) const {
  if (validates_) core::require(holds, sentence);
}

bool core::DeviceCore::is_on(Validate validate) {
#if defined(NDEBUG)
  return validate == Validate::always;
#else
  return validate != Validate::never;
#endif
}

Workspace::Workspace(Device& device, const Requirements& requirements) {
  pieces_.reserve(requirements.scratch.size());
  for (const std::size_t bytes : requirements.scratch) {
    pieces_.emplace_back(device, bytes);
    views_.push_back(pieces_.back());
  }
}

std::size_t Workspace::bytes() const noexcept {
  return std::accumulate(views_.begin(), views_.end(), std::size_t{0},
                         [](std::size_t sum, const Buffer& view) { return sum + view.bytes; });
}

}  // namespace farfirst
