#pragma once
// The interface that an algorithm's folder implements. The core owns everything that all entries share: it checks the
// arguments, resolves the parameters, supplies the forms that an entry lacks, and divides calls into traced passes. An
// entry gets valid calls only, and enqueues work.
//
// A folder sort/src/<back end>/<name>/ contains
//   about.cpp      const Algorithm& farfirst::<back end>::<name>::about() noexcept       always compiled, plain C++
//   other sources  std::unique_ptr<core::Implementation> farfirst::<back end>::<name>::make(core::DeviceCore&,
//                  const core::MakeOptions&)                                             compiled where it can run
//   needs.cmake    optional; may set `absence` to a sentence (then only about.cpp is compiled), or link a library

#include <farfirst/forms.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace farfirst::core {

/// Times the passes of one sorter's calls by the timers of its back end.
class Tracer {
 public:
  virtual ~Tracer() = default;
  virtual void begin() = 0;                          // at the start of a traced call
  virtual void pass(std::string_view name) = 0;      // at the start of a traced call
  virtual void end() = 0;                            // ends the last pass
  virtual bool take(std::vector<Pass>& passes) = 0;  // see Sorter::take_trace
};

/// Names the passes of an entry. It costs nothing in calls that are not traced.
class PassTrace {
 public:
  PassTrace() = default;
  explicit PassTrace(Tracer* tracer) : tracer_(tracer) {}
  void begin(std::string_view name) const {
    if (tracer_ != nullptr) tracer_->pass(name);
  }
  bool is_on() const { return tracer_ != nullptr; }

 private:
  Tracer* tracer_ = nullptr;
};

/// Orders calls that use the same memory on the device and may be on different streams.
class StreamOrder {
 public:
  virtual ~StreamOrder() = default;
  /// Starts a call: its work runs after that of the last call, even on another stream. Throws Error if the call is
  /// captured and the last one ran on another stream.
  virtual void begin() = 0;
  virtual void end() noexcept = 0;  // always called
};

/// The parts of a job's keys and order, each empty if that is in one buffer. See farfirst/parts.h.
struct Parts {
  std::span<const Buffer> keys{}, order{};
};

/// Arguments of an entry's sort() beside the job.
struct Call {
  PassTrace passes;
  Buffer history{};     // Requirements::history bytes, all zero before the first call, then as the last call left them
  Buffer counts{};      // HistoryCounts, to which the entry adds the call; entries without history have none
  bool forget = false;  // `history` may hold anything: the entry must reset it to the state before the first call
  Buffer ids{};         // only if the entry has Feature::ids: `order` receives ids[index] instead of the index
  // cuda.farfirst gets ids in an argsort only if ids with equal keys ascend; they are below ids_end.
  std::uint32_t ids_end = 0;
  const DistanceJob* distance = nullptr;  // the job of these keys, which the last launch made
  Parts parts{};                          // only if the entry has Feature::parts
};

/// The properties of a sorter. The core has checked that the form is native, max_n is in range, and every parameter has
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
  /// Filled by the constructor. Scratch pieces arrive in this order, each 256-byte aligned.
  const Requirements& requirements() const noexcept { return requirements_; }

  /// Enqueues a job of the form for which the sorter was made; if that is Form::distance, an argsort. n may be 0 or 1.
  /// Never writes an input. `count` and `direction` are the job's if the entry has the Feature; otherwise they are not
  /// set. The history is in `call`, not in the job.
  virtual void sort(const FormJob& job, const Call& call) = 0;
  /// Called only if the entry's description lists Form::distance, with jobs that takes() accepts.
  virtual void sort(const DistanceJob& job, const Call& call);
  /// True if the entry reads the positions of this job itself. The core asks only for is_plain() jobs: one source of
  /// untransformed float32 positions, no ids, an eye on the host, 32-bit keys. Otherwise it makes the keys first.
  virtual bool takes(const DistanceJob&) const { return false; }
  /// True if it accepts sources of any kind and number, ids, an eye that the host does not know, and keys of fewer
  /// bits. Then the core calls takes() for any job.
  virtual bool takes_any_sources() const { return false; }
  /// The number of GPUs that sort, each of which may have a part of keys and order: Feature::parts. 0: no parts.
  virtual std::size_t parts() const { return 0; }
  /// The place in scratch for the keys of a distance job, if the entry has one; otherwise the core reserves
  /// one.
  virtual bool has_place_for_keys() const { return false; }
  virtual Buffer place_for_keys(std::span<const Buffer> scratch, std::uint32_t n) const;

  /// Makes a tracer for an entry of two back ends or several GPUs, whose passes the device's tracer cannot time. Called
  /// once, before the first traced call; null means the device's tracer.
  virtual std::unique_ptr<Tracer> make_tracer() { return nullptr; }

 protected:
  Requirements requirements_;
};

/// The first *count elements of n; all n without a count.
struct Counted {
  std::uint32_t n = 0;
  Buffer count{};
};

/// The job with its number of elements in place of 0.
DistanceJob with_n(DistanceJob job) noexcept;

/// The functions of a device that the core needs beyond the public interface.
class DeviceCore : public Device {
 public:
  explicit DeviceCore(const DeviceOptions& options) : validates_(is_on(options.validate)) {}
  /// Aborts if arguments are checked and dependents still exist.
  ~DeviceCore() override;
  bool validates() const noexcept { return validates_; }
  /// Counts the objects that were made from the device and may not outlive it: one more, or one less.
  void count(int change) noexcept { dependents_ += change; }
  void make_keys(const DistanceJob& job) final { enqueue_keys(with_n(job)); }
  /// Throws Misuse if arguments are checked and this does not hold.
  void require(bool holds, const char* sentence) const;

  /// The core calls begin_call() before each call of an entry or of the functions below, and always end_call() after
  /// it. Between them the device is the calling thread's current one, if the back end has such a thing. Work goes to
  /// `stream`, or to the device's own if that is null. end_call() restores state of the caller's that calls may
  /// change.
  virtual void begin_call(void* stream) { static_cast<void>(stream); }
  virtual void end_call() noexcept {}
  /// During a call: true if its commands are captured, to run later, instead of being enqueued.
  virtual bool is_capturing() const noexcept { return false; }
  virtual std::unique_ptr<Tracer> make_tracer() = 0;
  /// Called before a sorter's entry is made: begins to load the kernels of the functions below; those of enqueue_keys()
  /// only if it sorts by distance.
  virtual void prepare(Form, const Algorithm&) {}
  /// Called after the entry is made: waits for all loading, including the entry's. Throws Error.
  virtual void finish_preparing() {}
  /// Does the work of make_keys().
  virtual void enqueue_keys(const DistanceJob& job) = 0;
  /// Null if there is one stream.
  virtual std::unique_ptr<StreamOrder> make_stream_order() { return nullptr; }
  /// Enqueues to[i] = from[order[i]], uint32. `to` may be `order`.
  virtual void gather(const Buffer& from, const Buffer& order, const Buffer& to, const Counted& elements) = 0;
  /// Enqueues the reversal of words of 4 or 8 bytes.
  virtual void reverse(const Buffer& words, std::size_t word_bytes, const Counted& elements) = 0;
  /// Enqueues to[i] = from[i] below the count. From there to n it writes words of all ones, or `padding` if the words
  /// have 4 bytes.
  virtual void pad(const Buffer& from, const Buffer& to, std::size_t word_bytes, std::uint32_t padding,
                   const Counted& elements) = 0;
  /// Enqueues the work of expand_triangles().
  virtual void expand(const Buffer& order, const Buffer& corners, const Buffer& elements, const Counted& triangles) = 0;

 private:
  static bool is_on(Validate validate);
  const bool validates_;
  int dependents_ = 0;
};

inline DeviceCore& core_of(Device& device) noexcept { return static_cast<DeviceCore&>(device); }

/// A member of objects that are made from a device and may not outlive it.
class Dependent {
 public:
  explicit Dependent(Device& device) noexcept : device_(core_of(device)) { device_.count(1); }
  Dependent(const Dependent&) = delete;
  Dependent& operator=(const Dependent&) = delete;
  ~Dependent() { device_.count(-1); }

 private:
  DeviceCore& device_;
};

/// Calls begin_call() and end_call() around one call.
class CallScope {
 public:
  explicit CallScope(DeviceCore& device, void* stream = nullptr) : device_(device) { device.begin_call(stream); }
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;
  ~CallScope() { device_.end_call(); }

 private:
  DeviceCore& device_;
};

/// An entry: its description, and a function that makes it, or the reason why it cannot be made.
struct Entry {
  const Algorithm& (*about)() noexcept;
  std::unique_ptr<Implementation> (*make)(DeviceCore&, const MakeOptions&);  // null: not built
  std::string_view absence;                                                  // why it is not built
};
/// CMake writes this list from the folder names.
std::span<const Entry> entries() noexcept;

/// The number of elements of all sources together.
std::uint64_t elements_of(std::span<const Source> sources) noexcept;
/// One source of float32 positions without a transform, all of whose elements are sorted?
bool has_plain_source(const DistanceJob& job) noexcept;
/// The same, with an eye on the host and full keys of 32 bits?
bool is_plain(const DistanceJob& job) noexcept;
/// The size of a key of this form.
std::size_t key_bytes(Form form) noexcept;
/// The size of its positions, from the begin of the first to the end of the last.
std::size_t position_bytes(const Source& source) noexcept;

/// The part of `buffer` from `offset` on.
inline Buffer part(const Buffer& buffer, std::size_t offset, std::size_t bytes) noexcept {
  return {buffer.where, buffer.handle, buffer.offset + offset, bytes};
}
/// Rounds up to a multiple of 256, at which the next part of scratch may begin.
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
