#pragma once
// The distribution moves every element into the region of its bucket, and makes its key on the way. Neither the
// sequence of the elements in a region nor that of the tiles matters, since buckets are sorted by (key, index).
//
// A tile takes these steps, with a barrier between them:
//   rank     each element gets a number in its bucket within the tile
//   reserve  the tile gets a part of each bucket's region, a multiple of 32 bytes, so that whole sectors are written;
//            sums over buckets give the places in the ordered tile
//   order    elements go to their place in shared memory; the runs are padded
//   write    the tile goes to memory
//
// A run that does not fit into the region of its bucket goes to a spill, where hard_buckets.cuh finds it. If it does
// not fit there either, nothing is lost: the radix path sorts instead.

#include <farfirst/keys.h>

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "cuda/farfirst/element_count.cuh"
#include "cuda/farfirst/keys.cuh"
#include "cuda/farfirst/memory.cuh"
#include "cuda/prim/block.cuh"
#include "cuda/prim/ordered_access.cuh"
#include "cuda/prim/overlap.cuh"
#include "memory.h"
#include "sample.cuh"
#include "scatter_layout.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

/// The job as kernels receive it.
struct HybridJob {
  HybridState* state;
  Word* words;  // the spills, and then the regions
  std::uint32_t n;
  Scale scale;  // of the keys
  Buckets buckets;
  std::uint32_t region_words, spill_words;  // those of `buckets`
  std::uint32_t room;                       // buckets for which there is shared memory
  // For a call that is not plain: the source of n, the order's contents, and the size of its buckets if n is small.
  ElementCount count;
  Ids ids;
  Few few;

  __device__ __forceinline__ std::uint32_t region_at(std::uint32_t bucket) const {
    return spills * spill_words + bucket * region_words;
  }
  __device__ const Word* region_of(std::uint32_t bucket) const { return words + region_at(bucket); }
  /// Did a bucket get more words than fit into its region?
  __device__ bool has_spilled(Used used) const { return words_in(used) > region_words; }
  /// Does a bucket have more elements than fit on chip, or has it spilled? See hard_buckets.cuh.
  __device__ bool is_large(Used used) const {
    return elements_in(used) > bucket_capacity(buckets.capacity_class) || has_spilled(used);
  }
  /// Are large buckets sorted after the others? They are if a call has few elements, in smaller buckets than those of
  /// n. Few buckets are large then, since their regions have space for about three times the average.
  template <bool plain>
  __device__ bool sorts_large_after() const {
    return !plain && buckets.bits < buckets.capacity_class;
  }
  /// The limit of the indices in words, or of the ids in their place.
  template <bool plain>
  __device__ std::uint32_t index_end() const {
    return !plain ? max(ids.end, n) : n;
  }
  /// Words in use in a bucket's region, if nothing has spilled.
  __device__ std::uint32_t words_of(Used used) const { return min(words_in(used), region_words); }
  __device__ static std::uint32_t spill_of(std::uint32_t bucket) { return bucket % spills; }
};

/// The number of elements of the call: see element_count.cuh.
template <bool plain>
__device__ __forceinline__ std::uint32_t elements_of_call(const HybridJob& given) {
  return plain ? given.n : given.count.elements();
}
/// The job, with n elements and buckets for them. Unchanged parts stay in the kernel's parameter.
template <bool plain>
__device__ __forceinline__ std::conditional_t<plain, const HybridJob&, HybridJob> job_of_call(const HybridJob& given,
                                                                                              std::uint32_t n) {
  if constexpr (plain) {
    return given;
  } else {
    HybridJob job = given;
    job.n = n;
    if (n <= given.few.most) {
      job.buckets.bits = given.few.bucket_bits;
      job.region_words = job.buckets.region_words();
    }
    return job;
  }
}
/// The outputs of that job.
template <bool plain>
__device__ __forceinline__ Sorted sorted_of_call(Sorted to, const HybridJob& job) {
  if constexpr (!plain) to.n = job.n;
  return to;
}

/// Properties of the last call's pivots. Only the last kernel of a call changes them, so the others may load them
/// before they wait. That does not hold for the pivots themselves, which the distribution may replace.
struct PivotsInUse {
  std::uint32_t current;
  Policy policy;
  Watched watched;
  BinMap watched_map;
  PivotsOf of;

  /// Loads them in one trip to memory.
  __device__ __forceinline__ explicit PivotsInUse(const HybridState& state)
      : current(state.current),
        policy(state.policy),
        watched(state.watched),
        watched_map(state.watched_map),
        of(state.of) {}

  /// Does a call of n elements try the path? All its kernels must decide alike, since the sorts of buckets do not wait
  /// for earlier ones if it is not tried.
  __device__ __forceinline__ bool tries(std::uint32_t n) const { return n != 0 && policy.tries_buckets(); }
  /// Do these pivots suit this job? Otherwise, and if they are stale, the distribution takes others.
  __device__ __forceinline__ bool suit(const HybridJob& job, std::uint32_t n) const {
    return policy.may_use_pivots_left() && of.scale == job.scale && of.bucket_bits == job.buckets.bits &&
           of.buckets <= job.room && n <= of.n + of.n / 8 && n >= of.n / 2;
  }
  /// The buckets of the call, whether it uses these pivots or takes others.
  __device__ __forceinline__ std::uint32_t buckets(const HybridJob& job, std::uint32_t n) const {
    return suit(job, n) ? of.buckets : buckets_for(n, job.buckets.bits);
  }
};

/// A block of the distribution.
template <class Keys, unsigned threads, unsigned items, bool plain>
class Scatterer {
 public:
  static constexpr unsigned size = threads * items;
  static constexpr bool may_have_ids = !plain && Keys::are_made_before;
  // The largest tiles have no register left for the number of elements, so they read it from shared memory.
  static constexpr bool keeps_in_shared = size > 8192;
  // If the sort of buckets begins beside a distribution of points that has just begun, and neither kernel ran last,
  // they hinder each other: up to 1.25 million points take 1 to 4 us longer (H100). So it may begin after the ranking.
  // After larger tiles the sort of large buckets comes first, which has few blocks.
  static constexpr bool lets_in_when_ranked = !Keys::are_made_before && size <= 4096;

  /// For n elements; nothing else of the job depends on n, since scatter_few() distributes few elements.
  __device__ Scatterer(const Keys& keys, const HybridJob& job, std::uint32_t n)
      : keys_(keys),
        job_(job),
        n_(n),
        layout_(size, job.room),
        words_(dynamic_shared<Word>()),
        starts_(part<std::uint32_t>(layout_.starts)),
        moves_(part<std::uint32_t>(layout_.moves)),
        pivots_(part<std::uint32_t>(layout_.pivots)),
        below_(part<std::uint16_t>(layout_.below)),
        owners_(part<std::uint16_t>(layout_.owners)) {
    if (threadIdx.x < 2) range_in_shared()[threadIdx.x] = 0;
    if (keeps_in_shared && threadIdx.x == 0) *kept_in_shared() = n;
  }

  /// Distributes its share of the tiles of n elements by these pivots, if they are tried.
  __device__ __forceinline__ void run(const PivotsInUse& pivots, std::uint32_t n_of_call) {
    std::uint32_t tile = blockIdx.x;
    const bool is_tried = pivots.tries(n_of_call);
    if (is_tried && blockIdx.x == 0 && threadIdx.x == 0) job_.state->attempted = 1;
    if (!is_tried || (!plain && tile * size >= n_of_call)) {
      if constexpr (Keys::are_made_before) wait_for_kernels_before();
      return keep_keys_from(tile);
    }
    find_pivots(pivots, n_of_call);
    if (may_have_ids && threadIdx.x == 0) *ids_in_shared() = ids_of_elements(job_.ids);
    std::uint32_t key[items], place[items];
    take(tile, key);
    while (true) {
      keys_.fetch(std::size_t{tile + gridDim.x} * size, size, n());
      rank(tile, key, place);
      if (lets_in_when_ranked && (tile + gridDim.x) * size >= n()) let_next_kernel_in();
      __syncthreads();
      const std::uint32_t slots = reserve();
      __syncthreads();
      order(tile, key, place);
      __syncthreads();
      tile += gridDim.x;
      if (tile * size >= n()) {
        merge_range();
        write(slots);
        return;
      }
      clear_counts();
      const bool has_failed = threadIdx.x == 0 && load_relaxed(&job_.state->failed) != 0;
      if (__syncthreads_or(has_failed) != 0) return keep_keys_from(tile);
      write(slots);
      take(tile, key);
    }
  }

 private:
  template <class T>
  __device__ T* part(std::uint32_t at) const {
    return reinterpret_cast<T*>(dynamic_shared<unsigned char>() + at);
  }

  __device__ static std::uint32_t* kept_in_shared() {
    __shared__ std::uint32_t n;
    return &n;
  }
  __device__ static const std::uint32_t** ids_in_shared() {
    __shared__ const std::uint32_t* ids;
    return &ids;
  }
  __device__ __forceinline__ std::uint32_t n() const {
    if constexpr (keeps_in_shared) return *static_cast<volatile std::uint32_t*>(kept_in_shared());
    return plain ? job_.n : n_;
  }

  /// Loads the pivots, or takes others from a sample. Ends with a barrier.
  __device__ __forceinline__ void find_pivots(const PivotsInUse& pivots, std::uint32_t n_of_call) {
    bool suit = pivots.suit(job_, n_of_call);
    if (suit) {
      load_pivots(pivots, n_of_call);
      if (watches(n_of_call)) suit = !have_moved(sum_of_watched(), pivots.watched, job_.buckets, buckets_);
    } else if constexpr (Keys::are_made_before) {
      wait_for_kernels_before();
    }
    if (!suit) return sample_pivots(pivots, n_of_call);
    if (watches(n_of_call) && blockIdx.x == 0 && threadIdx.x == 0) job_.state->watched_now = sum_of_watched();
  }

  __device__ static bool watches(std::uint32_t n_of_call) {
    return !Keys::are_of_sources && n_of_call >= least_watched;
  }
  /// The sums of each sampling warp.
  __device__ static Watched* watched_in_shared() {
    __shared__ Watched watched[watching_warps];
    return watched;
  }
  __device__ __forceinline__ void watch_in_shared(std::uint32_t n_of_call, const BinMap& map) const {
    if constexpr (!Keys::are_of_sources) {
      if (!watches(n_of_call) || warp_of_thread() >= watching_warps) return;
      const Watched sums = watch(keys_, n_of_call, map);
      if (lane_of_thread() == 0) watched_in_shared()[warp_of_thread()] = sums;
    }
  }
  /// Combines the sums, after a barrier.
  __device__ __forceinline__ static Watched sum_of_watched() {
    Watched sum{};
    for (unsigned i = 0; i < watching_warps; ++i) {
      sum.bins += watched_in_shared()[i].bins;
      sum.from_middle += watched_in_shared()[i].from_middle;
    }
    return sum;
  }

  /// All blocks take the same pivots. The first stores them in place of the unsuitable ones, for the sorts of the
  /// buckets. A block that begins late may load these, but samples too, since the state that decides is the same.
  __device__ __forceinline__ void sample_pivots(const PivotsInUse& pivots, std::uint32_t n_of_call) {
    HybridState& state = *job_.state;
    buckets_ = pivots.buckets(job_, n_of_call);
    map_ =
        take_pivots_from_sample<Keys, threads>(keys_, &state, n_of_call, buckets_, job_.buckets.may_be_hard(), layout_);
    clear_counts();
    __syncthreads();
    if (blockIdx.x == 0) leave_sampled(state.pivots[pivots.current], n_of_call);
  }
  __device__ __forceinline__ void leave_sampled(Pivots& pivots, std::uint32_t n_of_call) const {
    for (unsigned i = threadIdx.x; i < buckets_; i += threads) store_relaxed(&pivots.pivot[i], pivots_[i]);
    watch_in_shared(n_of_call, map_);
    __syncthreads();
    if (threadIdx.x != 0) return;
    HybridState& state = *job_.state;
    state.sampled = 1;
    state.watched_map_now = map_;
    if (watches(n_of_call)) state.watched_now = sum_of_watched();
  }

  /// Loads the pivots, one per thread in one trip to memory, while the first tile is fetched. Ends with a barrier. The
  /// kernel that makes the keys may still be running; it does not change the pivots, and is waited for later.
  __device__ __forceinline__ void load_pivots(const PivotsInUse& in_use, std::uint32_t n_of_call) {
    const Pivots& pivots = job_.state->pivots[in_use.current];
    keys_.fetch(std::size_t{blockIdx.x} * size, size, n_of_call);
    map_ = in_use.of.map;
    buckets_ = in_use.of.buckets;
    const auto* bins_below = reinterpret_cast<const uint4*>(pivots.below);
    constexpr unsigned each = (bins / 8 + threads - 1) / threads;
    uint4 below[each];
#pragma unroll
    for (unsigned i = 0; i < each; ++i) below[i] = bins_below[min(i * threads + threadIdx.x, bins / 8 - 1)];
    std::uint32_t pivot = load_relaxed(&pivots.pivot[min(threadIdx.x, buckets_ - 1)]);
    if constexpr (Keys::are_made_before) wait_for_kernels_before();
    watch_in_shared(n_of_call, in_use.watched_map);
    clear_counts();
#pragma unroll
    for (unsigned i = 0; i < each; ++i) {
      const unsigned at = i * threads + threadIdx.x;
      if (at < bins / 8) reinterpret_cast<uint4*>(below_)[at] = below[i];
    }
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < buckets_ + 2; i += threads) {
      if (i >= threads && i < buckets_) pivot = load_relaxed(&pivots.pivot[i]);
      pivots_[i] = i == 0 ? 0 : i < buckets_ ? pivot : ~0u;
    }
    __syncthreads();
  }

  __device__ __forceinline__ void clear_counts() {
    for (unsigned i = threadIdx.x; i < buckets_; i += threads) starts_[i] = 0;
  }

  /// The element of this thread's item k. Groups of four are adjacent, unless positions are read one by one.
  __device__ static std::uint32_t element(std::uint32_t tile, unsigned k) {
    if constexpr (Keys::are_of_sources) return tile * size + k * threads + threadIdx.x;
    return tile * size + k / 4 * (4 * threads) + 4 * threadIdx.x + k % 4;
  }

  __device__ __forceinline__ bool is_whole(std::uint32_t tile) const { return (tile + 1) * size <= n(); }
  /// Is item k of this thread an element?
  __device__ __forceinline__ bool is_real(std::uint32_t tile, unsigned k, bool whole) const {
    return (keeps_in_shared && whole) || element(tile, k) < n();
  }
  __device__ __forceinline__ void take(std::uint32_t tile, std::uint32_t (&key)[items]) const {
    constexpr unsigned at_once = items < 8 ? 1 : 2;  // loads of four elements in flight
    if constexpr (Keys::are_of_sources) {
      keys_.take(
          tile * size, min((tile + 1) * size, n()), [&](unsigned k) { return element(tile, k); }, key);
    } else if (keys_.in_fours && is_whole(tile)) {
#pragma unroll
      for (unsigned i = 0; i < items / 4; i += at_once) {
        typename Keys::Four fours[at_once];
#pragma unroll
        for (unsigned j = 0; j < at_once; ++j) fours[j] = keys_.load_four(element(tile, 4 * (i + j)));
#pragma unroll
        for (unsigned j = 0; j < at_once; ++j) keys_.make_four(fours[j], key + 4 * (i + j));
      }
    } else {
      const std::uint32_t last = n() - 1;
#pragma unroll
      for (unsigned k = 0; k < items; ++k) key[k] = keys_.take(min(element(tile, k), last));
    }
  }

  /// Finds the buckets of some keys: for each the number of pivots that are not larger. They are looked up together,
  /// because each step waits for shared memory.
  template <unsigned count>
  __device__ void find_buckets(const std::uint32_t* key, std::uint32_t (&bucket)[count]) const {
    std::uint32_t step = 1;
    while (2 * step < buckets_) step *= 2;
#pragma unroll
    for (unsigned k = 0; k < count; ++k) bucket[k] = 0;
    for (; step > 0; step /= 2) {
#pragma unroll
      for (unsigned k = 0; k < count; ++k) {
        const std::uint32_t next = bucket[k] + step;
        if (pivots_[min(next, buckets_)] <= key[k] && next < buckets_) bucket[k] = next;
      }
    }
  }

  /// Looks up the buckets of some keys in the table. One decision about the scale serves all of them.
  template <unsigned count>
  __device__ __forceinline__ void guess_buckets(const std::uint32_t* key, std::uint32_t (&bucket)[count]) const {
    with_scale(keys_.scale, [&](Scale scale) {
#pragma unroll
      for (unsigned k = 0; k < count; ++k) bucket[k] = below_[bin_of(scale, key[k], map_)];
    });
  }

  /// Gives each element a number in its bucket within the tile. Each step is done for several items at once, since it
  /// waits for shared memory.
  __device__ __forceinline__ void rank(std::uint32_t tile, const std::uint32_t (&key)[items],
                                       std::uint32_t (&place)[items]) {
    constexpr unsigned at_once = 4;
    const bool whole = keeps_in_shared && is_whole(tile);
    std::uint32_t largest = 0, largest_inverse = 0;
    // A cell that nothing reads. With the other cell, both kinds of calls spill more registers in the largest tiles.
    const std::uint32_t unread = plain ? buckets_ : job_.room;
#pragma unroll
    for (unsigned begin = 0; begin < items; begin += at_once) {
      std::uint32_t bucket[at_once], pivot[at_once][3];
      bool wrong = false;  // some guess is wrong
      guess_buckets(key + begin, bucket);
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
#pragma unroll
        for (unsigned j = 0; j < 3; ++j) pivot[k][j] = pivots_[bucket[k] + j];
      }
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
        const std::uint32_t own = key[begin + k];
        wrong = wrong || own < pivot[k][0] || own >= pivot[k][2];
        bucket[k] += pivot[k][1] <= own ? 1 : 0;
      }
      if (wrong) find_buckets(key + begin, bucket);
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
        const std::uint32_t own = key[begin + k];
        largest = max(largest, own);
        if (own != 0) largest_inverse = max(largest_inverse, ~own);
        const bool real = is_real(tile, begin + k, whole);  // others are counted, too
        const std::uint32_t number = atomicAdd(&starts_[real ? bucket[k] : unread], 1u);
        place[begin + k] = real ? bucket[k] << 16 | number : nowhere;
      }
    }
    gather_range(largest, largest_inverse);
    keep(tile, key);
  }
  __device__ __forceinline__ void keep(std::uint32_t tile, const std::uint32_t (&key)[items]) const {
    if (!keys_.keeps()) return;
    const std::uint32_t end = n();
#pragma unroll
    for (unsigned k = 0; k < items; ++k) {
      if (element(tile, k) < end) keys_.keep(element(tile, k), key[k]);
    }
  }
  /// Called if nothing is distributed: makes the keys of this tile and of those that would follow, unless the radix
  /// path makes them itself.
  __device__ __forceinline__ void keep_keys_from(std::uint32_t tile) const {
    if constexpr (Keys::are_of_sources) {
      static_assert(!keeps_in_shared);
      for (; tile * size < n(); tile += gridDim.x) {
        std::uint32_t key[items];
        take(tile, key);
        keep(tile, key);
      }
    }
  }

  /// Turns the counts of buckets into their starts in the ordered tile, and into the distances from there to their
  /// places in memory. Returns the number of slots of the ordered tile.
  __device__ __forceinline__ std::uint32_t reserve() {
    constexpr unsigned most = most_buckets / threads;
    const std::uint32_t each = (buckets_ + threads - 1) / threads, first = threadIdx.x * each;
    std::uint32_t count[most], place[most], sum = 0;
#pragma unroll
    for (unsigned j = 0; j < most; ++j) {
      count[j] = j < each && first + j < buckets_ ? starts_[first + j] : 0;
      place[j] = count[j] == 0 ? 0 : words_in(atomicAdd(&job_.state->used[first + j], used_by(count[j])));
      sum += filled_up(count[j]);
    }
    std::uint32_t slots = 0;
    std::uint32_t start = block_exclusive_sum<threads>(sum, slots);
    bool all_fit = true;
#pragma unroll
    for (unsigned j = 0; j < most; ++j) {
      if (count[j] == 0) continue;
      const std::uint32_t filled = filled_up(count[j]);
#pragma unroll
      for (std::uint32_t i = 1; i < sector_words; ++i) {
        if (filled - i >= count[j]) words_[start + filled - i] = padding;
      }
      starts_[first + j] = start;
      const bool fits = place[j] + filled <= job_.region_words;
      all_fit = all_fit && fits;
      if (!may_spill && !fits) store_relaxed(&job_.state->failed, 1);
      moves_[first + j] = fits ? job_.region_at(first + j) + place[j] - start : nowhere;
      start += filled;
    }
    if constexpr (may_spill) {
      if (!all_fit) spill_runs(first, count, place);
    }
    return slots;
  }

  /// Called after the loop over buckets, which has no register to spare for it.
  template <unsigned most>
  __device__ __forceinline__ void spill_runs(std::uint32_t first, const std::uint32_t (&count)[most],
                                             const std::uint32_t (&place)[most]) {
#pragma unroll
    for (unsigned j = 0; j < most; ++j) {
      const std::uint32_t filled = filled_up(count[j]);
      if (place[j] + filled > job_.region_words) spill(first + j, place[j], filled);
    }
  }
  /// Called for a run that would exceed its region: it goes to a spill. If there is no space either, the call fails.
  __device__ __forceinline__ void spill(std::uint32_t bucket, std::uint32_t place, std::uint32_t filled) {
    HybridState& state = *job_.state;
    const std::uint32_t number = HybridJob::spill_of(bucket);
    const std::uint32_t at = atomicAdd(&state.spilled[number], filled);
    if (place <= job_.region_words) state.filled[bucket] = place;  // the first such run
    if (at + filled <= job_.spill_words && place + filled <= most_counted_words) {
      moves_[bucket] = number * job_.spill_words + at - starts_[bucket];
    } else {
      store_relaxed(&state.failed, 1);
    }
  }

  __device__ __forceinline__ void order(std::uint32_t tile, const std::uint32_t (&key)[items],
                                        const std::uint32_t (&place)[items]) {
    if constexpr (may_have_ids) {
      const std::uint32_t* const ids = *ids_in_shared();
      if (ids != nullptr) {
        return order_by(tile, key, place, [&](std::uint32_t index) { return id_below(job_.ids.end, ids, index); });
      }
    }
    order_by(tile, key, place, [](std::uint32_t index) { return index; });
  }
  template <class IdOf>
  __device__ __forceinline__ void order_by(std::uint32_t tile, const std::uint32_t (&key)[items],
                                           const std::uint32_t (&place)[items], IdOf id_of_index) {
    constexpr unsigned at_once = 4;
#pragma unroll
    for (unsigned begin = 0; begin < items; begin += at_once) {
      std::uint32_t start[at_once], id[at_once];
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
        id[k] = place[begin + k] == nowhere ? 0 : id_of_index(element(tile, begin + k));
      }
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k)
        start[k] = starts_[place[begin + k] == nowhere ? 0 : place[begin + k] >> 16];
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
        const std::uint32_t own = place[begin + k], slot = start[k] + (own & 0xFFFFu);
        if (own == nowhere) continue;
        words_[slot] = pack(key[begin + k], id[k]);
        if (slot % sector_words == 0) owners_[slot / sector_words] = static_cast<std::uint16_t>(own >> 16);
      }
    }
  }

  __device__ __forceinline__ void write(std::uint32_t slots) const {
    for (std::uint32_t slot = 2 * threadIdx.x; slot < slots; slot += 2 * threads) {
      const std::uint32_t move = moves_[owners_[slot / sector_words]];
      if (move == nowhere) continue;
      const auto* from = reinterpret_cast<const ulonglong2*>(words_ + slot);
      *reinterpret_cast<ulonglong2*>(job_.words + (move + slot)) = *from;
    }
  }

  /// The block's largest key, and the largest inverse of those that are not 0. In shared memory, since in registers
  /// they would be kept from tile to tile.
  __device__ static std::uint32_t* range_in_shared() {
    __shared__ std::uint32_t range[2];
    return range;
  }
  __device__ __forceinline__ static void gather_range(std::uint32_t largest, std::uint32_t largest_inverse) {
    // The compiler reduces over the warp, and lets one lane do it.
    atomicMax(range_in_shared(), largest);
    atomicMax(range_in_shared() + 1, largest_inverse);
  }
  /// Called once by each block, since all blocks update the same two words.
  __device__ __forceinline__ void merge_range() const {
    if (threadIdx.x != 0) return;
    atomicMax(&job_.state->largest, range_in_shared()[0]);
    atomicMax(&job_.state->largest_inverse, range_in_shared()[1]);
  }

  static constexpr std::uint32_t nowhere = ~0u;
  // The smallest tiles are for so few elements that buckets never spill, and they have no register to spare.
  static constexpr bool may_spill = threads > 256;

  const Keys& keys_;
  const HybridJob& job_;
  const std::uint32_t n_;
  const ScatterLayout layout_;
  BinMap map_{};
  std::uint32_t buckets_ = 0;
  // Arrays in shared memory.
  Word* const words_;            // the ordered tile
  std::uint32_t* const starts_;  // of buckets in the tile; first their counts
  std::uint32_t* const moves_;   // distances from there to memory
  std::uint32_t* const pivots_;
  std::uint16_t* const below_;
  std::uint16_t* const owners_;  // the bucket of each sector
};

/// Distributes elements that may be few, in small tiles.
template <class Keys, unsigned threads, unsigned items, bool plain>
__device__ __forceinline__ void scatter_few(const Keys& keys, const HybridJob& given, const PivotsInUse& pivots,
                                            std::uint32_t n) {
  const HybridJob job = job_of_call<plain>(given, n);
  Scatterer<Keys, threads, items, plain>(keys, job, n).run(pivots, n);
}

/// Does nothing if the pivots of the last call do not suit.
template <class Keys, unsigned threads, unsigned items, unsigned blocks, unsigned items_if_few, bool plain>
__global__ void __launch_bounds__(threads, blocks) scatter_keys(Keys given_keys, HybridJob given) {
  if constexpr (!Scatterer<Keys, threads, items, plain>::lets_in_when_ranked) let_next_kernel_in();
  const PivotsInUse pivots(*given.state);
  const auto& keys = keys_of_call<plain>(given_keys);
  const std::uint32_t n = elements_of_call<plain>(given);
  if constexpr (!plain && items <= items_if_few) {
    scatter_few<Keys, threads, items, plain>(keys, given, pivots, n);
  } else {
    if constexpr (!plain) {
      if (n <= given.few.most) return scatter_few<Keys, threads, items_if_few, plain>(keys, given, pivots, n);
    }
    Scatterer<Keys, threads, items, plain>(keys, given, n).run(pivots, n);
  }
}

/// Makes and keeps the keys, whatever the pivots are.
template <class Keys, unsigned threads, unsigned items, unsigned blocks>
__global__ void __launch_bounds__(threads, blocks)
    scatter_points_of_sources(const __grid_constant__ SourceTable table, HybridJob given) {
  static_assert(Scatterer<Keys, threads, items, false>::lets_in_when_ranked);
  const PivotsInUse pivots(*given.state);
  scatter_few<Keys, threads, items, false>(Keys(table), given, pivots, elements_of_call<false>(given));
}

}  // namespace farfirst::cuda::farfirst
