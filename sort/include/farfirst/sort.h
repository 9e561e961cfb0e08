#pragma once
// farfirst::sort sorts elements by depth, back to front, on the CPU, with CUDA or with OpenGL. This header is the
// whole public API and its manual. It includes no CUDA or OpenGL header; farfirst/cuda.h and farfirst/gl.h hold
// conveniences for those, and farfirst/keys.h defines the key of a position.
//
// In short:
//
//   auto device = farfirst::open(farfirst::Backend::cpu);
//   auto sorter = farfirst::make_sorter(*device, *farfirst::choose(*device), {.max_n = n});
//   farfirst::Workspace workspace(*device, sorter->requirements());
//   farfirst::SortJob job{.n = n, .keys = farfirst::host_buffer(keys), .order = farfirst::host_buffer(order)};
//   workspace.attach(job);
//   sorter->sort(job);
//   device->finish();
//
// The job is an argsort. A key is a uint32; ascending keys mean back to front, so the farthest element has the
// smallest key. Indices are implicit on the way in; `order` receives the permutation. The order is total: ascending
// (key, index). So every entry of the catalogue, on every back end, returns the same permutation bit for bit, and
// "a permutation that ascends in (key, index)" is the same statement as "equal to the oracle".
//
// Three kinds of trouble:
//   misuse   (a buffer too small, n over max_n, buffers that overlap) is asserted once, in the library's core;
//   absence  (no driver, back end not built, library not found) is a value: one sentence for the user;
//   failure  (out of memory, lost device, unknown parameter) is an exception: Error or OutOfMemory.
// Destructors never throw.
//
// Threads: a Device and everything made from it may be used by one thread at a time. Different devices are
// independent of each other. The catalogue functions may be called from any thread. A call of a CUDA device makes its
// GPU the calling thread's current one and leaves it so.

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

#include "farfirst/keys.h"  // Metric, SortPoint; C++17 and free of dependencies

namespace farfirst {

// ---------------------------------------------------------------------------------------------- basic types

enum class Backend : std::uint8_t { cpu, cuda, gl };
std::string_view name_of(Backend backend) noexcept;  // "cpu", "cuda", "gl"

/// Failure. what() is one sentence for the user.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Failure because memory of a device or of the host ran out. The device stays usable.
struct OutOfMemory : Error {
  using Error::Error;
};

/// The largest n of any sort: index 0xFFFFFFFF is never real, so that all-ones (key, index) words can pad.
inline constexpr std::uint32_t max_elements = 0xFFFFFFFEu;

/// Memory, named in the way of its back end. `handle` is an address (cpu), a device address (cuda) or the name of a
/// buffer object (gl); `offset` and `bytes` are counted in bytes. A Buffer does not own anything. Address plus offset
/// must be 4-byte aligned for uint32 data and 8-byte aligned for uint64 data; scratch and state must be 256-byte
/// aligned.
struct Buffer {
  Backend where = Backend::cpu;
  std::uintptr_t handle = 0;
  std::size_t offset = 0;
  std::size_t bytes = 0;
  explicit operator bool() const noexcept { return handle != 0; }
};

template <class T>
Buffer host_buffer(std::span<T> elements) noexcept {
  return {Backend::cpu, reinterpret_cast<std::uintptr_t>(elements.data()), 0, elements.size_bytes()};
}
template <class Container>
Buffer host_buffer(Container& elements) noexcept {
  return host_buffer(std::span(elements));
}

// ---------------------------------------------------------------------------------------------- description

/// What a sorter takes and returns. Every entry has the form `argsort`; Algorithm::forms lists what else it does
/// natively. The core supplies `pairs` (argsort, then a gather) and `distance` (a key kernel, then argsort) for every
/// entry that lacks them. The other forms exist only where an entry lists them.
enum class Form : std::uint8_t {
  argsort,      // uint32 keys -> order (and sorted keys, if asked for)
  distance,     // positions + eye -> order (and keys in input order, if asked for)
  pairs,        // uint32 keys + uint32 values -> sorted keys + values, by (key, input position), never by value
  argsort64,    // uint64 keys -> order
  pairs64,      // uint64 keys + uint32 values -> sorted keys + values
  keys,         // uint32 keys -> sorted keys
  keys64,       // uint64 keys -> sorted keys
  paper_keys,   // float32 keys -> sorted keys, as the source paper does it: unstable, no NaN
  paper_pairs,  // float32 keys + uint32 values, as the source paper does it: unstable, no NaN
};
std::string_view name_of(Form form) noexcept;

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

/// An integer that bench and viewer can set when a sorter is made.
struct Parameter {
  std::string_view name;
  std::string_view meaning;
  std::int64_t minimum = 0;
  std::int64_t maximum = 0;
  std::int64_t default_value = 0;
  std::string_view old_name{};  // still accepted in this version; may be empty
};
struct ParameterValue {
  std::string name;
  std::int64_t value = 0;
};

/// The description of an entry of the catalogue. Every entry has one, also those that cannot run here.
struct Algorithm {
  std::string_view id{};                // "cpu.lsd_radix": back end and folder name
  std::string_view title{};             // a few words for a menu
  Backend backend = Backend::cpu;       // where its buffers live
  Set<Backend> needs = {Backend::cpu};  // what it needs to run; one entry may need two
  Set<Form> forms = {Form::argsort};    // native forms
  bool stable = false;                  // is the underlying algorithm stable? (the argsort is a total order either way)
  bool deterministic = true;            // does the underlying algorithm take the same steps for the same input?
  bool round_trips = false;             // does the host decide between passes? Then sort() waits.
  bool allocates = false;               // may sort() allocate? (some library sorts do)
  std::uint32_t max_n = max_elements;
  int auto_rank = 0;          // `choose` takes the entry with the highest rank that runs; 0 = never
  std::string_view cost{};    // "O(n * key bits / 11)"
  std::string_view source{};  // paper and section, or library
  std::string_view notes{};   // known weak inputs, limits; may be empty
  std::span<const Parameter> parameters{};
};

/// Every entry, ordered by back end and id. The catalogue is written by CMake from the folder names.
std::span<const Algorithm* const> algorithms() noexcept;
/// The entry with this id, or null.
const Algorithm* find(std::string_view id) noexcept;
/// The entry's parameter with this name, or with this old name; or null.
const Parameter* find(const Algorithm& algorithm, std::string_view parameter) noexcept;

// ------------------------------------------------------------------------------------------------- devices

struct DeviceOptions {
  int cpu_threads = 0;                      // cpu: 0 = one for each hardware thread
  int cuda_device = 0;                      // cuda: ordinal
  void* cuda_stream = nullptr;              // cuda: a cudaStream_t of the caller's; null = a stream of the device's own
  void* (*gl_proc)(const char*) = nullptr;  // gl: e.g. glfwGetProcAddress; the context is current on this thread
};

struct DistanceJob;

/// The first fault of an order. `ok` means: it is a permutation of 0..n-1 that ascends in (key, index).
struct OrderCheck {
  enum class Fault : std::uint8_t { none, index_out_of_range, index_repeated, keys_descend, ties_descend };
  Fault fault = Fault::none;
  std::uint32_t position = 0;  // in `order`
  bool ok() const noexcept { return fault == Fault::none; }
  std::string sentence() const;  // "order is not a permutation: index 7 stands at position 9 for the second time" ...
  std::uint32_t value = 0;       // order[position]
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
  /// Copy between host memory and a buffer. Both wait for the copy, so they are for tests, tools and loading, and not
  /// for use in every frame.
  virtual void upload(const Buffer& to, const void* from, std::size_t bytes) = 0;
  virtual void download(void* to, const Buffer& from, std::size_t bytes) = 0;

  /// Enqueues the keys of `job`'s elements (job.keys, in input order). The rest of the job's outputs are ignored.
  virtual void make_keys(const DistanceJob& job) = 0;
  /// Is `order` the back-to-front order of `keys`? Returns the first fault. O(n): each place is compared with the one
  /// before. Waits. Allocates a few words.
  virtual OrderCheck check_order(const Buffer& keys, const Buffer& order, std::uint32_t n) = 0;
  /// Waits for everything enqueued. Throws Error if any of it failed.
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

/// Device memory with an owner. Move-only; must not outlive its device.
class OwnedBuffer {
 public:
  OwnedBuffer() = default;
  OwnedBuffer(Device& device, std::size_t bytes) : device_(&device), buffer_(device.allocate(bytes)) {}
  OwnedBuffer(OwnedBuffer&& other) noexcept { swap(other); }
  OwnedBuffer& operator=(OwnedBuffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~OwnedBuffer() {
    if (device_ != nullptr) device_->release(buffer_);
  }
  operator const Buffer&() const noexcept { return buffer_; }

 private:
  void swap(OwnedBuffer& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(buffer_, other.buffer_);
  }
  Device* device_ = nullptr;
  Buffer buffer_;
};

// ----------------------------------------------------------------------------------------------------- jobs

/// Sorts of keys. All buffers live where the sorter's device lives; no output overlaps any other buffer.
struct SortJob {
  std::uint32_t n = 0;     // 0 .. SorterOptions::max_n
  Buffer keys{};           // in, never written: n keys of the form's type
  Buffer values{};         // in, never written: uint32 x n; pairs forms only
  Buffer order{};          // out: uint32 x n; argsort forms only
  Buffer sorted_keys{};    // out: n keys; argsort forms: optional, other forms: required
  Buffer sorted_values{};  // out: uint32 x n; pairs forms only
  std::span<const Buffer>
      scratch{};       // at least Requirements::scratch, piece by piece; any contents before, none promised after
  Buffer state{};      // at least Requirements::state bytes; the same buffer in every call, as the last call left it
  bool trace = false;  // time each pass: see Sorter::take_trace
};

/// The distance job takes positions and an eye and returns the order back to front. With `triangles`, n counts
/// triangles and `order` holds triangle ids; without, n counts vertices. Corner indices must be below vertex_count.
/// farfirst/keys.h defines, bit for bit, how a position becomes a key.
struct DistanceJob {
  std::uint32_t n = 0;
  Buffer positions{};              // in: float x, y, z at the start of each element
  std::uint32_t stride = 12;       // bytes from one position to the next; a multiple of 4, at least 12
  std::uint32_t vertex_count = 0;  // positions in the buffer
  Buffer triangles{};              // in, optional: uint32 x 3 n
  SortPoint sort_point = SortPoint::centroid;
  Metric metric = Metric::radial;
  float eye[3] = {0, 0, 0};       // finite
  float axis[3] = {0, 0, -1};     // view_depth: unit vector from the eye into the scene
  const float* bounds = nullptr;  // optional, host: min x y z, max x y z of all finite positions; a hint
  Buffer order{};                 // out: uint32 x n
  Buffer keys{};                  // out, optional: uint32 x n, in input order
  std::span<const Buffer> scratch{};
  Buffer state{};
  bool trace = false;
};

// --------------------------------------------------------------------------------------------------- sorters

struct SorterOptions {
  Form form = Form::argsort;
  std::uint32_t max_n = 0;                   // the largest n that sort() will be given
  std::vector<ParameterValue> parameters{};  // the others keep their defaults
};

struct Requirements {
  std::vector<std::size_t> scratch;  // bytes of each piece; cpu and cuda ask for one piece or none, gl for any number
  std::size_t state = 0;             // bytes kept between calls (pivots of the last frame, say); 0 = none
  std::size_t own = 0;               // bytes of device memory that the sorter itself holds until it is destroyed
};

/// One pass of a traced sort. `name` lives as long as the sorter.
struct Pass {
  std::string_view name;
  double milliseconds = 0;
};

/// Made once per (entry, device, form, largest n, parameters).
class Sorter {
 public:
  virtual ~Sorter() = default;
  Sorter(const Sorter&) = delete;
  Sorter& operator=(const Sorter&) = delete;

  virtual const Algorithm& algorithm() const noexcept = 0;
  virtual const Requirements& requirements() const noexcept = 0;

  /// Enqueues the sort. It neither allocates nor waits nor reads back, unless the entry's description says that it
  /// does; a cpu entry has done the work when the call returns. The first overload serves every form but `distance`.
  virtual void sort(const SortJob& job) = 0;
  virtual void sort(const DistanceJob& job) = 0;

  /// Makes the next call ignore what `state` holds. Must be called when something else wrote to that memory. The
  /// sorter itself notices when a call gives another buffer than the call before. A reset after the scene changed can
  /// save time; correctness does not depend on it.
  virtual void reset_state() noexcept = 0;

  /// The passes of the oldest traced sort whose times are known and not yet taken, appended to `passes`.
  /// False if there is none. Never waits; after Device::finish() every traced sort is known.
  virtual bool take_trace(std::vector<Pass>& passes) = 0;

 protected:
  Sorter() = default;
};

/// Makes a sorter. May allocate and compile, so it may take long. Throws Error (an entry that cannot run on this
/// device, a form it does not have, an unknown or out-of-range parameter, max_n over the entry's limit) or OutOfMemory.
std::unique_ptr<Sorter> make_sorter(Device& device, const Algorithm& algorithm, const SorterOptions& options);

/// The entry that `--sort=auto` takes on this device: of those that run, the one with the highest rank.
/// Null only where a back end has no entry that runs.
const Algorithm* choose(const Device& device) noexcept;

/// Enqueues the reversal of an order, in place: front to back.
void reverse_order(Device& device, const Buffer& order, std::uint32_t n);

/// Enqueues the writing of an element buffer for glDrawElements: the three corners of triangle order[0], of order[1],
/// and so on, for n triangles. `corners` and `elements` hold three uint32 for each triangle.
void expand_triangles(Device& device, const Buffer& order, const Buffer& corners, const Buffer& elements,
                      std::uint32_t n);

/// Scratch and state for one sorter, allocated together.
class Workspace {
 public:
  Workspace() = default;
  Workspace(Device& device, const Requirements& requirements);
  /// Points the job at this memory. The job must not outlive the workspace.
  template <class Job>
  void attach(Job& job) const {
    job.scratch = views_;
    job.state = state_;
  }
  std::size_t bytes() const noexcept;

 private:
  std::vector<OwnedBuffer> pieces_;
  std::vector<Buffer> views_;
  OwnedBuffer state_;
};

}  // namespace farfirst
