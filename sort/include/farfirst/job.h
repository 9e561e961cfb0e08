#pragma once
// The jobs of farfirst::sort: buffers, sources of elements, and what a sort reads and writes. farfirst/sort.h includes
// this header and describes how a job is sorted.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "farfirst/metric.h"

namespace farfirst {

enum class Backend : std::uint8_t { cpu, cuda, gl };
std::string_view name_of(Backend backend) noexcept;  // "cpu", "cuda", "gl"

/// The largest n of any sort: index 0xFFFFFFFF is never real, so that all-ones (key, index) words can pad.
inline constexpr std::uint32_t max_elements = 0xFFFFFFFEu;

/// A range of memory of one back end. `handle` is an address (cpu), a device address (cuda) or the name of a
/// buffer object (gl); `offset` and `bytes` are counted in bytes. A Buffer does not own anything. Address plus offset
/// must be 4-byte aligned for uint32 and float data and for positions of every format; scratch must be 256-byte
/// aligned.
struct Buffer {
  Backend where = Backend::cpu;
  std::uintptr_t handle = 0;
  std::size_t offset = 0;
  std::size_t bytes = 0;
  explicit operator bool() const noexcept { return handle != 0; }
};

template <class T, std::size_t extent>
Buffer host_buffer(std::span<T, extent> elements) noexcept {
  return {Backend::cpu, reinterpret_cast<std::uintptr_t>(elements.data()), 0, elements.size_bytes()};
}
template <class Container>
Buffer host_buffer(Container& elements) noexcept {
  return host_buffer(std::span(elements));
}

class History;

/// Front to back is exactly the reverse of back to front, even where keys are equal.
enum class Direction : std::uint8_t { back_to_front, front_to_back };

/// The bits in which stored keys may differ: from bit `begin` to before bit `end`. An `end` of 0 means the end of the
/// key; `begin` counts even then. If `begin` equals `end`, all keys are equal, unless both are 0.
/// A hint for radix sorts.
struct KeyBits {
  std::uint8_t begin = 0;
  std::uint8_t end = 0;
};

// ------------------------------------------------------------------------------------------- sorts of keys

/// Keys in, their order out: a permutation of 0 .. n-1 along which (key, index) ascends. All buffers live in the
/// memory of the sorter's device. No output overlaps any other buffer, and scratch counts as an output.
///
/// With `count`, the host does not know the number of elements: the first *count elements are sorted, all n if the
/// word is larger, and the outputs are undefined beyond them. Every buffer still has space for n elements.
/// If the entry has Feature::count, the time follows the count. Otherwise a copy replaces the keys beyond the count by
/// the largest one, and all n are sorted. The sorter must have been made for such jobs (SorterOptions::counted),
/// unless the entry has Feature::count or the device is a cpu device.
struct ArgsortJob {
  std::uint32_t n = 0;  // 0 .. the sorter's max_n
  Buffer keys{};        // in, never written: uint32 x n
  Buffer count{};       // in, optional: one uint32 of the device's memory, read when the sort runs; more than n means n
  KeyBits key_bits{};   // a hint that radix sorts use. Precondition: keys (with a count, the first *count) are equal in
                        // all other bits. Otherwise the order may be wrong
  Direction direction = Direction::back_to_front;  // front_to_back: keys descend
  Buffer order{};                                  // out: uint32 x n
  Buffer sorted_keys{};                            // out, optional: uint32 x n
  std::span<const Buffer> scratch{};               // at least Requirements::scratch, piece by piece; contents undefined
                                                   // before and after
  History* history = nullptr;                      // made by the same sorter; null: the sorter's own
  void* stream = nullptr;                          // cuda: a cudaStream_t of the device's GPU; null: the device's own
                                                   // stream. farfirst/cuda.h: which other calls must wait for it
  bool trace = false;                              // time each pass: see SorterBase::take_trace
};

/// Keys and values in, both sorted out, by (key, input position), never by value. Otherwise as ArgsortJob.
struct PairsJob {
  std::uint32_t n = 0;
  Buffer keys{};    // in, never written: uint32 x n
  Buffer values{};  // in, never written: uint32 x n
  Buffer count{};
  KeyBits key_bits{};
  Direction direction = Direction::back_to_front;
  Buffer sorted_keys{};    // out: uint32 x n
  Buffer sorted_values{};  // out: uint32 x n
  std::span<const Buffer> scratch{};
  History* history = nullptr;
  void* stream = nullptr;
  bool trace = false;
};

// -------------------------------------------------------------------------------------- sorts by distance

/// The storage format of positions. Every format is read exactly, by the rules of farfirst/keys.h, so keys are the same
/// on every back end. `scale` and `offset` apply to unorm16 alone: p = (q * float(1/65535)) * scale + offset. A
/// position takes 12 bytes, or 8 with 16-bit numbers, of which the last two are not used.
enum class PositionFormat : std::uint8_t {
  float32,  // three floats
  float16,  // three halves
  unorm16,  // three uint16 q
};

/// An affine transform of positions, by the rows of a 3 x 4 matrix, one after the other:
///   x' = rows[0] x + rows[1] y + rows[2] z + rows[3],   y' = rows[4] x + ...,   z' = rows[8] x + ...
/// Any numbers are allowed. The default is the identity.
struct Transform {
  std::array<float, 12> rows{1, 0, 0, 0,  //
                             0, 1, 0, 0,  //
                             0, 0, 1, 0};
  constexpr bool is_identity() const noexcept { return rows == Transform{}.rows; }
};

/// An axis-aligned box, by its corners with the least and the largest coordinates. The default is empty. A box is also
/// empty if one of its numbers is a NaN, or if a `low` is above its `high`.
struct Box {
  std::array<float, 3> low{most, most, most}, high{-most, -most, -most};
  constexpr bool is_empty() const noexcept { return !(low[0] <= high[0] && low[1] <= high[1] && low[2] <= high[2]); }

 private:
  static constexpr float most = std::numeric_limits<float>::max();
};

/// One object: points, or triangles if `triangles` is given. A triangle's corners are positions of the same source.
/// Their buffer has at least (positions - 1) * stride + 12 bytes, or + 8 with 16-bit numbers.
struct Source {
  std::uint32_t n = 0;             // elements: triangles, or points
  Buffer positions{};              // in: x, y, z at the start of each position; 4-byte aligned in every format
  std::uint32_t stride = 12;       // bytes from one position to the next; a multiple of 4, at least that of a position
  Buffer triangles{};              // in, optional: uint32 x 3 n corner indices
  std::uint32_t vertex_count = 0;  // triangles: how many positions there are; corners are below it. Points have n
  SortPoint sort_point = SortPoint::centroid;  // of triangles
  PositionFormat format = PositionFormat::float32;
  float scale[3] = {1, 1, 1};   // unorm16
  float offset[3] = {0, 0, 0};  // unorm16
  Transform transform{};  // into the coordinates of eye, axis and bounds. A position that becomes infinite or a NaN
                          // is drawn first (front to back: last)
};

/// The distance job takes sources and an eye and returns the order back to front. The elements of all sources are
/// numbered one source after the other, and there is one order over all of them. It holds element numbers; equal keys
/// ascend by number. farfirst/keys.h defines, bit for bit, how a position becomes a key. All buffers live in the memory
/// of the sorter's device; no output and no scratch overlaps any other buffer. A job of no sources sorts nothing.
///
/// With `ids`, only these elements are sorted: `order` holds their numbers, and equal keys ascend by the place in
/// `ids`. Ids that ascend may be faster than others (cuda.farfirst). With `count`, only the first *count elements (of
/// `ids`, if given) are sorted, and the outputs are undefined beyond; see ArgsortJob. Every distance sorter takes a
/// count.
///
/// An entry with Form::distance reads the positions itself if the job has one source of untransformed float32
/// positions, no ids, an eye that the host knows, keys of 32 bits, and no count (or the entry has
/// Feature::count). cuda.farfirst reads up to 32 million points itself, but no triangles; the eye may be on the
/// device, at hardly any cost. With 4,097 to 393,216 points it also reads up to 16 sources, in any format and
/// with transforms.
///
/// Otherwise kernels that read all sources make the keys before the sort: OpenGL runs one for each source, CUDA one
/// for each 16 sources. With ids each of them goes through all n ids, so every source costs time. For the cost in
/// cuda.farfirst see docs/sorting-lab.md: two sources of a million points or more take 8 to 17 % longer than one.
///
/// With `precision`, keys have fewer bits, the same ones on every back end. Entries with Feature::key_bits then sort
/// only those bits, so a radix sort takes fewer passes; the others sort keys that are small numbers. Elements of equal
/// keys ascend by number, whatever their distances. To set the range of linear keys, see distance_range().
struct DistanceJob {
  std::uint32_t n = 0;                // elements to sort. Without ids, those of all sources: 0 stands for their number,
                                      // any other is misuse. With ids, how many there are: 0 is a job of none
  std::span<const Source> sources{};  // read by the call
  Buffer ids{};                       // in, optional: uint32 x n, all different and below the number of elements
  Buffer count{};                     // in, optional: one uint32, as in ArgsortJob
  Metric metric = Metric::radial;
  float eye[3] = {0, 0, 0};    // finite
  float axis[3] = {0, 0, -1};  // view_depth: unit vector from the eye into the scene; radial: any finite numbers
  Buffer eye_on_device{};      // in, optional: eye and axis as six floats, read when the sort runs, instead of both.
                               // The same preconditions hold, but are not checked
  Box bounds{};                // optional: of all finite positions, transformed; empty: not known. A hint, not used
                               // with eye_on_device
  KeyPrecision precision{};    // resolution of the keys; all 32 bits of a float cost nothing
  Direction direction = Direction::back_to_front;
  Buffer order{};                     // out: uint32 x n
  Buffer keys{};                      // out, optional: uint32 x n, keys in input order; of ids: in their order
  std::span<const Buffer> scratch{};  // from here on as in ArgsortJob
  History* history = nullptr;
  void* stream = nullptr;
  bool trace = false;
};

/// The least and the largest distance from an eye, or depth along its axis, of the points of a box, such as
/// the bounds of a DistanceJob. For one point the range is as narrow as floats allow. For an empty or
/// infinite box it is KeyPrecision's default.
DistanceRange distance_range(const Box& box, Metric metric, const Viewpoint& view) noexcept;

// ------------------------------------------------------------------------------------------------- checks

/// An order to be checked against the keys in input order (with `ids`, in their order). The members are those of the
/// job that made it; `elements` is the number of elements of all its sources, needed with `ids`.
struct OrderToCheck {
  Buffer keys{};
  Buffer order{};
  std::uint32_t n = 0;
  Buffer count{};
  Buffer ids{};
  std::uint32_t elements = 0;
  Direction direction = Direction::back_to_front;
};

/// The first fault of an order, found from its farthest element on: from its begin, or from its end if it is front to
/// back. `ok` means: it is a permutation of 0..n-1 along which (key, index) ascends in that direction; with ids, it is
/// one of the ids, along which (key, place in `ids`) ascends. A count takes the place of n.
struct OrderCheck {
  enum class Fault : std::uint8_t { none, index_out_of_range, index_repeated, keys_descend, ties_descend, not_in_ids };
  Fault fault = Fault::none;
  std::uint32_t position = 0;  // in `order`
  bool ok() const noexcept { return fault == Fault::none; }
  std::string sentence() const;  // "order is not a permutation: index 7 occurs again at position 9" ...
  std::uint32_t value = 0;       // order[position]
};

}  // namespace farfirst
