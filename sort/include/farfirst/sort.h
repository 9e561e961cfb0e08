#pragma once
// farfirst::sort sorts elements by depth, back to front, on the CPU, with CUDA or with OpenGL. This header is the
// API and its manual; farfirst/job.h, included here, defines the jobs. It includes no CUDA or OpenGL header. Others:
//   cuda.h, gl.h     memory, streams and contexts of these, CUDA graphs, and OpenGL's buffers in CUDA
//   keys.h           the key of a position, bit for bit
//   parts.h          several GPUs as one device
//   forms.h          64-bit keys, keys alone, and the forms of the source papers
//   parameters.h     parameters of entries, which have defaults
//   cuda_timer.h, gl_order_check.h, gl_state.h     tools of a viewer
//
// In short:
//
//   auto device = farfirst::open(farfirst::Backend::cpu);
//   auto sorter = farfirst::make_sorter(*device, farfirst::choose(*device), n);
//   farfirst::Workspace workspace(*device, sorter->requirements());
//   farfirst::ArgsortJob job{.n = n, .keys = farfirst::host_buffer(keys), .order = farfirst::host_buffer(order)};
//   workspace.attach(job);
//   sorter->sort(job);
//   device->finish();
//
// The job is an argsort. A key is a uint32; ascending keys mean back to front, so the farthest element has the
// smallest key. Indices are implicit on the way in; `order` receives the permutation. The order is total: ascending
// (key, index). So every entry of the catalogue, on every back end, returns the same permutation bit for bit: "a
// permutation that ascends in (key, index)" means "equal to the oracle".
//
// Three kinds of trouble:
//   misuse   (a buffer too small, n over max_n, buffers that overlap) is checked once, at the API boundary, if
//            DeviceOptions::validate is on, and throws Misuse. Unchecked misuse is undefined;
//   absence  (no driver, back end not built, library not found) is a value: one sentence for the user;
//   failure  (out of memory, lost device, unknown parameter) is an exception: Error or OutOfMemory.
// Destructors never throw.
//
// Lifetimes: everything made from a device (sorters, histories, workspaces, OwnedBuffers, timers, shared buffers) must
// be destroyed before it. If DeviceOptions::validate is on, the destructor of a Device counts those that still exist,
// and if there are any, prints a message to stderr and aborts. Apart from that any order will do: a history may outlive
// its sorter.
//
// Threads: a Device and everything made from it may be used by one thread at a time. Different devices are
// independent of each other. The catalogue functions may be called from any thread. Every call leaves the calling
// thread's current CUDA device as it was.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "farfirst/job.h"
#include "farfirst/parameters.h"
#include "farfirst/version.h"

namespace farfirst {

// ---------------------------------------------------------------------------------------------- basic types

/// Failure. what() is one sentence for the user.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Failure because memory of a device or of the host ran out. The device stays usable.
struct OutOfMemory : Error {
  using Error::Error;
};
/// A precondition of the call does not hold. Nothing was enqueued. Thrown only where DeviceOptions::validate is on.
struct Misuse : Error {
  using Error::Error;
};

// ---------------------------------------------------------------------------------------------- description

/// The native forms of entries. Every entry sorts argsort, pairs and distance jobs, some of them by way of another
/// form; farfirst/forms.h has the forms, and further ones.
enum class Form : std::uint8_t;

/// Features that an entry implements itself. The core supplies them for other entries, at some cost.
enum class Feature : std::uint8_t {
  count,      // the time follows the job's count; otherwise keys are copied and padded, and all n are sorted
  ids,        // the order is written with the job's ids; otherwise a gather follows (cuda.farfirst gathers ids that do
              // not ascend)
  direction,  // the order is written front to back; otherwise a reversal follows
  key_bits,   // passes over bits that the job's key_bits leaves out are skipped; otherwise the hint has no effect
  parts,      // several GPUs sort together: farfirst/parts.h
};
std::string_view name_of(Feature feature) noexcept;

/// A set of enumerators, as bits.
template <class Enum>
class Set {
 public:
  constexpr Set() = default;
  constexpr Set(std::initializer_list<Enum> members) {
    for (Enum member : members) bits_ |= bit(member);
  }
  constexpr bool has(Enum member) const noexcept { return (bits_ & bit(member)) != 0; }
  friend constexpr bool operator==(Set, Set) = default;

 private:
  static constexpr std::uint32_t bit(Enum member) { return std::uint32_t{1} << static_cast<unsigned>(member); }
  std::uint32_t bits_ = 0;
};

/// The description of an entry of the catalogue. Every entry has one, even if it cannot run here.
struct Algorithm {
  std::string_view id{};                // "cpu.lsd_radix": back end and folder name
  std::string_view title{};             // a few words for a menu
  Backend backend = Backend::cpu;       // where its buffers live
  Set<Backend> needs = {Backend::cpu};  // what it needs to run; one entry may need two
  Set<Form> forms = {Form{}};           // native forms (farfirst/forms.h); the first of them is argsort
  Set<Feature> features{};
  bool stable = false;        // is the underlying algorithm stable? (the argsort is a total order either way)
  bool deterministic = true;  // does the underlying algorithm take the same steps for the same input?
  bool round_trips = false;   // does the host decide between passes? Then sort() waits.
  bool allocates = false;     // may sort() allocate? (some library sorts do)
  std::uint32_t max_n = max_elements;
  int auto_rank = 0;                        // `choose` takes the entry with the highest rank that runs; 0 = never
  std::string_view cost{};                  // "O(n * key bits / 11)"
  std::string_view source{};                // paper and section, or library
  std::string_view notes{};                 // known weak inputs, limits; may be empty
  std::span<const Parameter> parameters{};  // farfirst/parameters.h
};

/// Every entry, ordered by back end and id. The catalogue is written by CMake from the folder names.
std::span<const Algorithm* const> algorithms() noexcept;
/// The entry with this id, or null.
const Algorithm* find(std::string_view id) noexcept;

// ------------------------------------------------------------------------------------------------- devices

/// Whether the library checks the arguments of sorts, and the buffer sizes of upload(), download(), reverse_order()
/// and expand_triangles(). A check costs the host some microseconds per call, and the device nothing. It compares
/// every pair of a job's buffers, so the time grows with the square of the number of sources. On a cpu device it also
/// checks corner indices, ids and an eye in a buffer, which takes a pass over them; in a GPU's memory they are not
/// checked.
enum class Validate : std::uint8_t {
  in_debug_builds,  // if the library was compiled without NDEBUG
  always,
  never,
};

struct DeviceOptions {
  int cpu_threads = 0;              // cpu: 0 = one for each hardware thread
  int cuda_device = 0;              // cuda: ordinal
  std::vector<int> cuda_devices{};  // cuda: ordinals of several GPUs that form one device, instead: farfirst/parts.h
  void* cuda_stream = nullptr;      // cuda: a cudaStream_t of the caller's; null = a stream of the device's own
  void* (*gl_proc)(const char*) = nullptr;  // gl: e.g. glfwGetProcAddress; the context is current on this thread
  bool gl_parallel_compile = false;  // gl: making sorters and checks does not wait for the driver's compiler: see
                                     // is_compiling in farfirst/gl.h
  Validate validate = Validate::in_debug_builds;
};

/// An opened back end. Owns what its sorters share (a thread pool, a stream, programs).
class Device {
 public:
  virtual ~Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  virtual Backend backend() const noexcept = 0;
  virtual std::string description() const = 0;  // "AMD EPYC, 2 threads"

  /// Memory of this device, 256-byte aligned, contents undefined. Throws OutOfMemory.
  virtual Buffer allocate(std::size_t bytes) = 0;
  virtual void release(const Buffer& buffer) noexcept = 0;
  /// Copy between host memory and a buffer, on the device's own stream or context. Both wait for the copy, so they are
  /// for tests, tools and loading, and not for use in every frame.
  virtual void upload(const Buffer& to, const void* from, std::size_t bytes) = 0;
  virtual void download(void* to, const Buffer& from, std::size_t bytes) = 0;

  /// Enqueues, on job.stream, the keys of `job`'s elements (job.keys, in input order; beyond the count, the largest
  /// key). The rest of the job's outputs are ignored.
  virtual void make_keys(const DistanceJob& job) = 0;
  /// Checks that this is an order of these keys; returns the first fault. O(n): compares neighbours. Runs on
  /// the device's own stream or context, and waits. Allocates a few words; with ids, 4 bytes for each of `elements`.
  virtual OrderCheck check_order(const OrderToCheck& order) = 0;
  /// Checks a back-to-front order of all n elements.
  OrderCheck check_order(const Buffer& keys, const Buffer& order, std::uint32_t n) {
    return check_order({.keys = keys, .order = order, .n = n});
  }
  /// Waits for everything enqueued on the device's own stream or context, not on the streams that jobs named
  /// (farfirst/cuda.h: streams). Throws Error if any of it failed.
  virtual void finish() = 0;

 protected:
  Device() = default;
};

/// Empty if the back end can be opened here; otherwise the reason why not, as a sentence for the user. Never throws.
std::string why_unavailable(Backend backend) noexcept;
/// Empty if the entry can run here, on any device; otherwise the reason why not, as a sentence for the user. Never
/// throws.
std::string why_unavailable(const Algorithm& algorithm) noexcept;
/// Opens a back end. Throws Error with the sentence of why_unavailable.
std::unique_ptr<Device> open(Backend backend, const DeviceOptions& options = {});

/// Device memory with an owner. Move-only.
class OwnedBuffer {
 public:
  OwnedBuffer() = default;
  /// Throws OutOfMemory.
  OwnedBuffer(Device& device, std::size_t bytes);
  OwnedBuffer(OwnedBuffer&& other) noexcept { swap(other); }
  OwnedBuffer& operator=(OwnedBuffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~OwnedBuffer();
  operator const Buffer&() const noexcept { return buffer_; }

 private:
  void swap(OwnedBuffer& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(buffer_, other.buffer_);
  }
  Device* device_ = nullptr;
  Buffer buffer_;
};

// --------------------------------------------------------------------------------------------------- sorters

struct SorterOptions {
  bool counted = false;                      // jobs may have a count; entries without Feature::count then need more
                                             // scratch. Without it a count is misuse, unless the entry has
                                             // Feature::count or the device is a cpu device
  std::vector<ParameterValue> parameters{};  // farfirst/parameters.h; the others keep their defaults
};

struct Requirements {
  std::vector<std::size_t> scratch;  // bytes of each piece; cpu and cuda ask for one piece or none, gl for any number
  std::size_t history = 0;  // bytes of device memory that each History holds; 0 = the entry remembers nothing, or the
                            // sorter does
  std::size_t own = 0;      // bytes of device memory that the sorter itself holds until it is destroyed, beside its own
                            // History
};

/// One pass of a traced sort. `name` lives as long as the sorter.
struct Pass {
  std::string_view name;
  double milliseconds = 0;
  unsigned gpu = 0;  // which of the GPUs that sort together ran it; passes of one GPU follow each other
};

/// Counts of the calls that used a History so far. Replays of CUDA graphs count; calls with n = 0 do not.
struct HistoryCounts {
  std::uint64_t first = 0;   // calls that could not use the state of an earlier call
  std::uint64_t steady = 0;  // calls that used it, or did not need it: few elements, or a count of 0
};

/// The state that an entry keeps from call to call (for example, the pivots of the last frame), in private device
/// memory. Make one for each view: calls for different eyes that share a History lose time, never the order. Two calls
/// that use the same History do not run at the same time, also on two streams (farfirst/cuda.h). It may be destroyed
/// while calls that use it are still enqueued; its destructor may wait for the GPU (cudaFree). It must outlive the
/// replays of a CUDA graph that captured it. Entries without such state have empty ones.
class History {
 public:
  virtual ~History() = default;
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  /// The next direct call with elements begins as a first call does. Never needed for the right order, but it can save
  /// time after the scene has changed. Replays of CUDA graphs ignore it. That next call cannot be captured:
  /// farfirst/cuda.h.
  virtual void reset() noexcept = 0;
  /// Waits for the device's own stream. Calls on other streams must have ended.
  virtual HistoryCounts counts() const = 0;

 protected:
  History() = default;
};

/// Made once per (entry, device, kind of job, largest n, parameters).
class SorterBase {
 public:
  virtual ~SorterBase() = default;
  SorterBase(const SorterBase&) = delete;
  SorterBase& operator=(const SorterBase&) = delete;

  virtual const Algorithm& algorithm() const noexcept = 0;
  virtual const Requirements& requirements() const noexcept = 0;

  /// A further History, for jobs of this sorter alone. Allocates and waits. Throws OutOfMemory.
  virtual std::unique_ptr<History> make_history() = 0;
  /// The History of jobs that name none.
  virtual History& history() noexcept = 0;

  /// The passes of the oldest traced sort whose times are known and not yet taken, appended to `passes`.
  /// False if there is none. Never waits. After Device::finish() every traced sort on the device's own stream is known;
  /// one on another stream is known when that stream has run it.
  virtual bool take_trace(std::vector<Pass>& passes) = 0;

 protected:
  SorterBase() = default;
};

/// Sorts jobs of one kind.
template <class Job>
class SorterOf : public SorterBase {
 public:
  /// Enqueues the sort. It neither allocates nor waits nor reads back, unless the entry's description says so. A cpu
  /// entry has sorted when the call returns. If the call throws, the outputs are undefined, but the next call is
  /// correct. For calls that are captured into a CUDA graph see farfirst/cuda.h.
  virtual void sort(const Job& job) = 0;
};
using Sorter = SorterOf<ArgsortJob>;
using PairsSorter = SorterOf<PairsJob>;
using DistanceSorter = SorterOf<DistanceJob>;

/// Make a sorter for jobs of up to `max_n` elements. They may allocate and compile, so they may take long. They throw
/// Error (an entry that cannot run on this device, an unknown or out-of-range parameter, max_n over the entry's limit)
/// or OutOfMemory.
std::unique_ptr<Sorter> make_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                    const SorterOptions& options = {});
std::unique_ptr<PairsSorter> make_pairs_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                               const SorterOptions& options = {});
std::unique_ptr<DistanceSorter> make_distance_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                                     const std::vector<ParameterValue>& parameters = {});

/// The entry that `--sort=auto` takes on this device: the one with the highest rank among those that run. Throws Error
/// if none runs.
const Algorithm& choose(const Device& device);

/// Enqueues the reversal of an order, in place: front to back. A job's `direction` costs less. This and the next one
/// enqueue on the device's own stream: after a job on another stream, see farfirst/cuda.h. On a gl device the first
/// call of each compiles, as does that of Device::make_keys() if there was no sorter by distance before.
void reverse_order(Device& device, const Buffer& order, std::uint32_t n);

/// Enqueues the writing of an index buffer for glDrawElements: the corners of triangle order[0], of order[1], and so
/// on, for n triangles. `corners` and `elements` hold three uint32 for each triangle. The order must hold triangle
/// numbers of one source, whose corners these are. With `count`, as in ArgsortJob, nothing is written for triangles
/// beyond it.
void expand_triangles(Device& device, const Buffer& order, const Buffer& corners, const Buffer& elements,
                      std::uint32_t n, const Buffer& count = {});

/// Scratch for one sorter.
class Workspace {
 public:
  Workspace() = default;
  Workspace(Device& device, const Requirements& requirements);
  /// Points the job at this memory. The job must not outlive the workspace.
  template <class Job>
  void attach(Job& job) const {
    job.scratch = views_;
  }
  std::size_t bytes() const noexcept;

 private:
  std::vector<OwnedBuffer> pieces_;
  std::vector<Buffer> views_;
};

}  // namespace farfirst
