#pragma once
// What an algorithm's folder implements. The core owns everything that all entries share: it checks the arguments,
// resolves the parameters, supplies the forms an entry lacks, and cuts calls into traced passes. An entry gets calls
// that are right, and enqueues work.
//
// A folder sort/src/<back end>/<name>/ holds
//   about.cpp      const Algorithm& farfirst::<back end>::<name>::about() noexcept       always compiled, plain C++
//   other sources  std::unique_ptr<core::Implementation> farfirst::<back end>::<name>::make(core::DeviceCore&,
//                  const core::MakeOptions&)                                             compiled where it can run
//   needs.cmake    optional: may set `absence` to a sentence (then only about.cpp is compiled) or link a library

#include <farfirst/sort.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace farfirst::core {

/// Times the passes of one sorter's calls, in the way of its back end.
class Tracer {
 public:
  virtual ~Tracer() = default;
  virtual void begin() = 0;                          // a traced call begins
  virtual void pass(std::string_view name) = 0;      // the pass before ends, this one begins; `name` is a literal
  virtual void end() = 0;                            // the last pass ends
  virtual bool take(std::vector<Pass>& passes) = 0;  // see Sorter::take_trace
};

/// How an entry names its passes. Costs nothing in calls that are not traced.
class Passes {
 public:
  Passes() = default;
  explicit Passes(Tracer* tracer) : tracer_(tracer) {}
  void begin(std::string_view name) const {
    if (tracer_ != nullptr) tracer_->pass(name);
  }

 private:
  Tracer* tracer_ = nullptr;
};

/// What a call carries beside the job.
struct Call {
  Passes passes;
  bool forget = false;  // `state` holds nothing: first call, another buffer, or reset_state() was called
};

/// What a sorter is made for. Checked: the form is native, max_n is in range, every parameter has its value.
struct MakeOptions {
  Form form = Form::argsort;
  std::uint32_t max_n = 0;
  std::span<const ParameterValue> parameters;  // all of the entry's, in the order of its description
  std::int64_t operator[](std::string_view name) const;
};

/// A sorter's own part.
class Implementation {
 public:
  virtual ~Implementation() = default;
  /// Filled by the constructor. Scratch pieces are given in this order, each 256-byte aligned.
  const Requirements& requirements() const noexcept { return requirements_; }

  /// Enqueues a job of the form it was made for. n may be 0 and 1. Never writes an input.
  virtual void sort(const SortJob& job, const Call& call) = 0;
  /// Only entries whose description lists Form::distance.
  virtual void sort(const DistanceJob& job, const Call& call);

  /// Times the passes where the device's own tracer cannot: of an entry that needs two back ends. Asked once, before
  /// the first traced call; null: the device's.
  virtual std::unique_ptr<Tracer> make_tracer() { return nullptr; }

 protected:
  Requirements requirements_;
};

/// What the core needs of a device beyond the public part.
class DeviceCore : public Device {
 public:
  /// Makes this device the one that the calling thread's calls go to, where a back end has such a notion. The core
  /// calls it before it calls an entry.
  virtual void make_current() {}
  /// Sets back what calls on this device may change for the caller's own calls, where a back end has such a notion. The
  /// core calls it after an entry's call.
  virtual void restore() noexcept {}
  virtual std::unique_ptr<Tracer> make_tracer() = 0;
  /// Enqueues to[i] = from[order[i]], uint32, i < n.
  virtual void gather(const Buffer& from, const Buffer& order, const Buffer& to, std::uint32_t n) = 0;
  /// Enqueue what reverse_order() and expand_triangles() promise.
  virtual void reverse(const Buffer& order, std::uint32_t n) = 0;
  virtual void expand(const Buffer& order, const Buffer& corners, const Buffer& elements, std::uint32_t n) = 0;
};

/// One entry: its description, and how to make it or why it cannot be made.
struct Entry {
  const Algorithm& (*about)() noexcept;
  std::unique_ptr<Implementation> (*make)(DeviceCore&, const MakeOptions&);  // null: not built
  std::string_view absence;                                                  // why not
};
/// Written by CMake from the folder names.
std::span<const Entry> entries() noexcept;

/// The part of `buffer` from `offset` on.
inline Buffer part(const Buffer& buffer, std::size_t offset, std::size_t bytes) noexcept {
  return {buffer.where, buffer.handle, buffer.offset + offset, bytes};
}
/// The next multiple of 256: where a further part of scratch may begin.
constexpr std::size_t aligned(std::size_t bytes) noexcept { return (bytes + 255) / 256 * 256; }

}  // namespace farfirst::core

// Each back end gives these two; where it is not built, core/no_<back end>.cpp does.
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
