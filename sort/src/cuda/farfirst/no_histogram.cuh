#pragma once
// The first two radix passes without a histogram pass before them. This is for so many elements that one more trip of
// all of them to memory costs more than everything else. The keys have been made before: making them in the first pass
// took longer than a kernel with many more threads, since the pass has no registers left for the positions.
//
// The histogram pass counts digits, because the first pass must know the offset of each digit in the result. Here the
// first pass does without. Items go to regions, one for each digit, each with room for somewhat more items than the
// call before had: the first digit is the lowest bits of the keys, and about equally many keys have each value from
// frame to frame. On the way the pass counts the digits of the later passes. The second pass reads region by region;
// its tiles end where a region does. From the third pass on everything is as after a histogram pass.
//
// If a region has no room for all its items, or if keys are not in the expected range, the results are discarded, and
// the kernel that follows begins with the histogram pass.

#include <farfirst/keys.h>

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "count.cuh"
#include "pass.cuh"

namespace farfirst::cuda::farfirst {

/// A tile of the second pass: items in sequence.
using RegionTile = uint2;  // the first of them, and how many

/// What both passes need beside what passes after a histogram need.
struct Regions {
  bool attempted;
  bool behind_hybrid;  // only if that was not tried: then its last kernel has cleared the memory of the first pass
  const std::uint32_t* keys;
  const std::uint32_t* ids;  // as Arrays::ids
  std::uint32_t words;       // of all regions: room
  RegionTile* tiles;         // of the second pass
  std::uint32_t* cleared;    // words that must be zero before the second pass
  std::uint32_t cleared_words;
};

inline constexpr std::uint32_t region_room = 2048;  // spare words, in addition to a sixteenth of the items before

/// The offset of a digit's region if so many items had a smaller digit.
FARFIRST_HOST_DEVICE constexpr std::uint32_t region_begin(std::uint32_t before, unsigned digit) {
  return before + before / 16 + digit * region_room;
}
/// Words of the regions of n items, whatever their digits.
constexpr std::uint32_t region_words_of(std::uint32_t n) { return region_begin(n, most_digits); }
/// The largest number of tiles of n items in regions.
constexpr std::uint32_t region_tiles_of(std::uint32_t n, unsigned tile) { return n / tile + most_digits; }

/// The range to count by, before any key was read.
__device__ inline Range range_before(const Counted& job) { return job.range_is_known ? job.range : job.state->last; }

/// Was the call before like this one? There must be two digits, since the second pass closes the gaps between regions.
__device__ inline bool can_skip_histogram(const Counted& job, const Regions& regions) {
  const Kept& kept = job.state->kept;
  const Range range = range_before(job);
  const Digit digit = digit_number(0, range.bits);
  return kept.n != 0 && kept.backoff == 0 && job.n <= kept.n && kept.n - job.n <= kept.n / 8 && range.bits > widest &&
         kept.digit.shift == digit.shift && kept.digit.mask == digit.mask &&
         region_begin(kept.n, digit.mask + 1) <= regions.words;
}

/// Called by all blocks of a kernel before the first pass: clears its memory, if it is possible.
__device__ inline void clear_for_no_histogram(const Counted& job, const Regions& regions) {
  if (!regions.attempted || !can_skip_histogram(job, regions)) return;
  auto* words = reinterpret_cast<uint4*>(job.cleared);
  const std::uint32_t count = job.cleared_words / 4, all = gridDim.x * blockDim.x;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += all) words[i] = make_uint4(0, 0, 0, 0);
  if (blockIdx.x == 0 && threadIdx.x == 0) job.state->shortcut = memory_is_clear;
}
/// Does this call do without? All blocks that get a tile of the first pass agree.
__device__ inline bool does_without_histogram(const Counted& job, const Regions& regions) {
  return regions.behind_hybrid ? job.state->shortcut == memory_is_clear : can_skip_histogram(job, regions);
}

/// The offset of a digit's region.
__device__ inline std::uint32_t begin_of_region(const Counted& job, unsigned d) {
  return region_begin(job.state->kept.offsets[d], d);
}

/// The last block of the first pass makes the plan of what all blocks have counted.
template <class Tile>
class NoHistogramPlan : Counter<Tile> {
  using Base = Counter<Tile>;

 public:
  __device__ NoHistogramPlan(const Counted& job, const Regions& regions, Stages& stages)
      : Base(job, stages), regions_(regions), range_(range_before(job)) {}

  /// Sets the state to zero, except for the result.
  __device__ void conclude() {
    State* state = job_.state;
    const std::uint32_t smallest = Base::smallest_of_all(), largest = Base::largest_of_all();
    const bool in_range = smallest > largest || (!misfits(smallest, range_) && !misfits(largest, range_));
    std::uint32_t counts[most_passes][own_values];
    Base::take_counts(counts);
    const bool fits = __syncthreads_and(in_range && have_room(counts[0])) != 0;
    if (fits) {
      make_tiles(counts[0]);
      Base::keep_offsets(Base::make_plan(range_, Digits(range_.bits), counts, 3));
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    state->shortcut = fits ? one_pass_done : failed;
    if (fits) {
      Base::keep_range();
    } else {
      state->largest = state->largest_inverse = 0;
    }
  }

 private:
  using Base::job_, Base::own_value, Base::own_values, Base::threads, Base::warps;

  /// Did all items with this thread's digits have room in their regions?
  __device__ bool have_room(const std::uint32_t (&counts)[own_values]) const {
    const Kept& kept = job_.state->kept;
    bool all = true;
    for (unsigned j = 0; j < own_values; ++j) {
      const unsigned d = own_value(j);
      if (d > kept.digit.mask) continue;
      const std::uint32_t behind = d < kept.digit.mask ? kept.offsets[d + 1] : kept.n;
      all = all && counts[j] <= region_begin(behind, d + 1) - begin_of_region(job_, d);
    }
    return all;
  }

  /// Makes the tiles of the second pass, one warp for a region. Has barriers, after which the regions are not needed
  /// any more.
  __device__ void make_tiles(const std::uint32_t (&counts)[own_values]) {
    auto* first_tiles = Base::counts_[0];
    auto* totals = Base::counts_[1];
    std::uint32_t own_tiles = 0, all_tiles = 0;
    for (unsigned j = 0; j < own_values; ++j) own_tiles += (counts[j] + Tile::size - 1) / Tile::size;
    std::uint32_t first = block_exclusive_sum<threads>(own_tiles, all_tiles);
    for (unsigned j = 0; j < own_values; ++j) {
      first_tiles[own_value(j)] = first;
      totals[own_value(j)] = counts[j];
      first += (counts[j] + Tile::size - 1) / Tile::size;
    }
    if (threadIdx.x == 0) job_.plan->region_tiles = all_tiles;
    __syncthreads();
    for (unsigned d = warp_of_thread(); d < most_digits; d += warps) {
      for (std::uint32_t at = lane_of_thread() * Tile::size; at < totals[d]; at += warp_threads * Tile::size) {
        regions_.tiles[first_tiles[d] + at / Tile::size] =
            make_uint2(begin_of_region(job_, d) + at, min(totals[d] - at, Tile::size));
      }
    }
    __syncthreads();
  }

  const Regions& regions_;
  const Range range_;
};
/// Not inlined, so that it takes no registers from the pass. A job that is changed on the device is passed by value, so
/// that its words may be in registers until then.
template <class Method>
__device__ __noinline__ void conclude_no_histogram(
    std::conditional_t<Method::plain, const Counted&, const Counted> job,
    std::conditional_t<Method::plain, const Regions&, const Regions> regions) {
  Stages stages(job.state);
  NoHistogramPlan<typename Method::Tile>(job, regions, stages).conclude();
}

/// A block of the first pass. It counts digits, and the last block makes the plan.
template <class Method>
class NoHistogramInput : public Counter<typename Method::Tile> {
  using Tile = typename Method::Tile;
  using Base = Counter<Tile>;
  using OwnCounts = std::uint32_t[most_passes - 1][most_digits];  // of all digits except the first

 public:
  using Own = std::uint32_t;
  static constexpr bool fills_regions = true, has_gaps = true;
  static constexpr std::size_t shared_bytes = farfirst::shared_bytes<Method> + sizeof(OwnCounts);

  __device__ NoHistogramInput(const Counted& job, const Regions& regions, Stages& stages)
      : Base(job, stages),
        regions_(regions),
        range_(range_before(job)),
        tiles_((job.n + Tile::size - 1) / Tile::size),
        counts_(*reinterpret_cast<OwnCounts*>(dynamic_shared<unsigned char>() + farfirst::shared_bytes<Method>)) {
    for (unsigned i = threadIdx.x; i < sizeof(OwnCounts) / sizeof(std::uint32_t); i += Tile::threads) {
      counts_[i / most_digits][i % most_digits] = 0;
    }
  }

  __device__ ThisPass pass() const { return {0, no_histogram_pass, false, digit_number(0, range_.bits)}; }
  __device__ std::uint32_t number_of_tiles() const { return tiles_; }
  __device__ std::uint32_t count_of(std::uint32_t tile) const { return min(job_.n - tile * Tile::size, Tile::size); }
  __device__ std::uint32_t offset_of(unsigned d) const { return begin_of_region(job_, d); }

  /// Prefetches keys into the cache, since there are no registers left for them.
  __device__ __forceinline__ void expect(std::uint32_t tile) const {
    fetch_lines(regions_.keys, sizeof(std::uint32_t) * std::size_t{tile} * Tile::size,
                sizeof(std::uint32_t) * min((std::size_t{tile} + 1) * Tile::size, std::size_t{job_.n}));
  }
  __device__ __forceinline__ void load(Own (&)[Tile::items], std::uint32_t) const {}

  /// Loads the keys, subtracts the floor, and counts digits. Keys of all ones pad the last tile.
  __device__ __forceinline__ void finish_load(Own (&own)[Tile::items], std::uint32_t tile) {
    // Digits and places are computed again instead of being kept, since registers are scarce.
    const Range range{range_.floor, opaque(range_.bits)};
    const Digits digits(range.bits);
    const std::uint32_t begin = opaque(tile * Tile::size + row_place<Tile>(0));
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      own[k] = load_cg(regions_.keys + min(begin + k * warp_threads, job_.n - 1));  // no branch between them
    }
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      own[k] = begin + k * warp_threads < job_.n ? count_key(range, digits, own[k]) : ~0u;
    }
  }
  __device__ static std::uint32_t key(Own own) { return own; }
  __device__ Word item(Own own, std::uint32_t tile, unsigned k) const {
    const std::uint32_t index = tile * Tile::size + row_place<Tile>(k);
    if constexpr (Method::plain) return pack(own, index);
    return pack(own, regions_.ids != nullptr ? load_cg(regions_.ids + min(index, job_.n - 1)) : index);
  }

  /// Returns where `count` items of a tile go. That is `place`; but if their region is too small, it may be anywhere
  /// within the memory of the regions. The last tile knows the total count of the digit, and stores it.
  __device__ __forceinline__ std::uint32_t place_in_region(std::uint32_t tile, unsigned d, std::uint32_t place,
                                                           std::uint32_t count) const {
    if (tile + 1 == tiles_) store_volatile(&job_.state->counts[0][d], place + count - offset_of(d));
    return min(place, regions_.words - count);
  }

  /// Clears this tile's share of the words that must be zero before the second pass.
  __device__ __forceinline__ void clear_for_next(std::uint32_t tile) const {
    const std::uint32_t share = (regions_.cleared_words + tiles_ - 1) / tiles_, begin = tile * share;
    const std::uint32_t end = min(begin + share, regions_.cleared_words);
    for (std::uint32_t i = begin + threadIdx.x; i < end; i += Tile::threads) regions_.cleared[i] = 0;
  }

  /// Called when the block has done so many tiles and there are no more.
  __device__ __forceinline__ void end(std::uint32_t done) {
    __syncthreads();
    if (done != 0) {
      Base::merge_range();
      add_counts();
    }
    if (this->stages_.finish_last(no_histogram_pass, done, tiles_)) conclude_no_histogram<Method>(job_, regions_);
  }

 private:
  using Base::job_;

  __device__ __forceinline__ std::uint32_t count_key(Range range, const Digits& digits, std::uint32_t key) {
    Base::widen(key);
    const std::uint32_t above = above_floor(key, range.floor);
#pragma unroll
    for (unsigned k = 1; k + 1 < most_passes; ++k) atomicAdd(&counts_[k - 1][digit_of(above, digits.number[k])], 1u);
    if (digits.are_four) atomicAdd(&counts_[most_passes - 2][digit_of(above, digits.number[most_passes - 1])], 1u);
    return above;
  }

  __device__ __forceinline__ void add_counts() const {
    for (unsigned i = threadIdx.x; i < sizeof(OwnCounts) / sizeof(std::uint32_t); i += Tile::threads) {
      const std::uint32_t count = counts_[i / most_digits][i % most_digits];
      if (count != 0) atomicAdd(&job_.state->counts[1 + i / most_digits][i % most_digits], count);
    }
  }

  const Regions& regions_;
  const Range range_;
  const std::uint32_t tiles_;
  OwnCounts& counts_;
};

/// Input of the second pass: the items of the first, in their regions.
template <class Tile>
class RegionInput {
 public:
  using Own = Word;
  static constexpr bool fills_regions = false, has_gaps = true;

  __device__ RegionInput(const Arrays& arrays, const Regions& regions, const Plan* plan, unsigned)
      : plan_(plan), items_(arrays.items[0]), tiles_(regions.tiles), number_(plan->region_tiles) {}

  __device__ std::uint32_t number_of_tiles() const { return number_; }
  __device__ std::uint32_t count_of(std::uint32_t) const { return count_; }
  __device__ std::uint32_t offset_of(unsigned d) const { return plan_->offsets[1][d]; }
  __device__ __forceinline__ void expect(std::uint32_t tile) { coming_ = tiles_[tile]; }

  __device__ __forceinline__ void load(Word (&own)[Tile::items], std::uint32_t) const {
    const std::uint32_t place = row_place<Tile>(0);
    const Word* from = items_ + coming_.x + place;
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      own[k] = place + k * warp_threads < coming_.y ? load_cg(from + k * warp_threads) : padding;
    }
  }
  __device__ __forceinline__ void finish_load(Word (&)[Tile::items], std::uint32_t) { count_ = coming_.y; }
  __device__ static std::uint32_t key(Word own) { return key_of(own); }
  __device__ static Word item(Word own, std::uint32_t, unsigned) { return own; }

 private:
  const Plan* const plan_;
  const Word* const items_;
  const RegionTile* const tiles_;
  const std::uint32_t number_;
  RegionTile coming_{};
  std::uint32_t count_ = 0;
};

/// Input of the third pass and those after it: the items of the pass before.
template <class Tile>
class ItemInput : public DenseInput<Tile, false, true> {
 public:
  __device__ ItemInput(const Arrays& arrays, const Regions&, const Plan* plan, unsigned pass)
      : DenseInput<Tile, false, true>(arrays, plan, pass) {}
};

}  // namespace farfirst::cuda::farfirst
