#pragma once
// The interface that an algorithm's folder implements. The core owns everything that all entries share: it checks the
// arguments, resolves the parameters, supplies the forms that an entry lacks, and divides calls into traced passes. An
// entry gets valid calls only, and enqueues work.
//
// A folder sort/src/<back end>/<name>/ holds
//   about.cpp      const Algorithm& farfirst::<back end>::<name>::about() noexcept       always compiled, plain C++
//   other sources  std::unique_ptr<core::Implementation> farfirst::<back end>::<name>::make(core::DeviceCore&,
//                  const core::MakeOptions&)                                             compiled where it can run
//   needs.cmake    optional; may set `absence` to a sentence (then only about.cpp is compiled), or link a library

#include <farfirst/sort.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace farfirst::core {

/// Times the passes of one sorter's calls with the means of its back end.
class Tracer {
 public:
  virtual ~Tracer() = default;
  virtual void begin() = 0;                          // at the start of a traced call
  virtual void pass(std::string_view name) = 0;      // ends the pass before and starts this one; `name` is a literal
  virtual void end() = 0;                            // ends the last pass
  virtual bool take(std::vector<Pass>& passes) = 0;  // see Sorter::take_trace
};

/// An entry names its passes through this. It costs nothing in calls that are not traced.
class PassTrace {
 public:
  PassTrace() = default;
  explicit PassTrace(Tracer* tracer) : tracer_(tracer) {}
  void begin(std::string_view name) const {
    if (tracer_ != nullptr) tracer_->pass(name);
  }

 private:
  Tracer* tracer_ = nullptr;
};

/// What the core passes to an entry's sort() beside the job.
struct Call {
  PassTrace passes;
  bool forget = false;  // `state` holds nothing: first call, another buffer, or reset_state() was called
};

/// What a sorter is made for. The core has checked that the form is native, max_n is in range, and every parameter has
/// a value.
struct MakeOptions {
  Form form = Form::argsort;
  std::uint32_t max_n = 0;
  std::span<const ParameterValue> parameters;  // all of the entry's, in the order of its description
  std::int64_t operator[](std::string_view name) const;
};

/// An entry's own part of a sorter.
class Implementation {
 public:
  virtual ~Implementation() = default;
  /// Filled by the constructor. Scratch pieces are given in this order, each 256-byte aligned.
  const Requirements& requirements() const noexcept { return requirements_; }

  /// Enqueues a job of the form for which the sorter was made. n may be 0 or 1. Never writes an input.
  virtual void sort(const SortJob& job, const Call& call) = 0;
  /// Only entries whose description lists Form::distance.
  virtual void sort(const DistanceJob& job, const Call& call);

  /// A tracer for an entry that needs two back ends, whose passes the device's tracer cannot time. Called once, before
  /// the first traced call; null means the device's tracer.
  virtual std::unique_ptr<Tracer> make_tracer() { return nullptr; }

 protected:
  Requirements requirements_;
};

/// What the core needs of a device beyond the public interface.
class DeviceCore : public Device {
 public:
  /// Makes this the calling thread's current device, for back ends that have one. The core calls it before each call of
  /// an entry.
  virtual void make_current() {}
  /// Restores state of the caller's that calls on this device may change, for back ends that have such state. The core
  /// calls it after each call of an entry.
  virtual void restore() noexcept {}
  virtual std::unique_ptr<Tracer> make_tracer() = 0;
  /// Enqueues to[i] = from[order[i]], uint32, i < n.
  virtual void gather(const Buffer& from, const Buffer& order, const Buffer& to, std::uint32_t n) = 0;
  /// Enqueue the work of reverse_order() and expand_triangles().
  virtual void reverse(const Buffer& order, std::uint32_t n) = 0;
  virtual void expand(const Buffer& order, const Buffer& corners, const Buffer& elements, std::uint32_t n) = 0;
};

/// One entry: its description, and a function that makes it or the reason why it cannot be made.
struct Entry {
  const Algorithm& (*about)() noexcept;
  std::unique_ptr<Implementation> (*make)(DeviceCore&, const MakeOptions&);  // null: not built
  std::string_view absence;                                                  // the reason why it is not built
};
/// CMake writes this list from the folder names.
std::span<const Entry> entries() noexcept;

/// The part of `buffer` from `offset` on.
inline Buffer part(const Buffer& buffer, std::size_t offset, std::size_t bytes) noexcept {
  return {buffer.where, buffer.handle, buffer.offset + offset, bytes};
}
/// Rounded up to a multiple of 256, at which a further part of scratch may begin.
constexpr std::size_t aligned(std::size_t bytes) noexcept { return (bytes + 255) / 256 * 256; }

}  // namespace farfirst::core

// Each back end defines these two functions; if it is not built, core/no_<back end>.cpp does.
namespace farfirst::cpu {
std::string why_unavailable();
std::unique_ptr<Device> open(const DeviceOptions& options);
}  // namespace farfirst::cpu
namespace farfirst::cuda {
std::string why_unavailable();
std::unique_ptr<Device> open(const DeviceOptions& options);
}  // namespace farfirst::cuda
namespace farfirst::gl {
std::string why_unavailable();
std::unique_ptr<Device> open(const DeviceOptions& options);
}  // namespace farfirst::gl
