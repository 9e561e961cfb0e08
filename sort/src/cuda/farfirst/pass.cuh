#pragma once
// One pass: items go where their digit says, and items with equal digits keep their sequence. A single sweep (Adinets,
// Merrill: Onesweep, 2022): a block ranks a tile, learns from the tiles before it how many items with each digit they
// have (Merrill, Garland: decoupled look-back, 2016), and writes the tile, put in order in shared memory, in runs.
//
// A tile takes these steps, with a barrier between them:
//   rank      each warp ranks its items, in counters of its own
//   publish   the counts of the tile are told to the tiles behind
//   place     from the sums over warps and digits follows the place of each item in the ordered tile
//   order     items go to their place in shared memory; meanwhile other tiles' counts are looked up
//   write     the tile goes to memory; the next one is already on its way to registers
//
// Blocks take tiles in sequence by tickets, so that a tile only ever waits for tiles that run.
//
// Items are words (key above the floor, index). In the first pass the index is the place in the input, from the last
// one only indices come. A pass leaves all items ascending in (bits of the key up to its digit, index). By that, tiles
// that are ranked in an undocumented way are checked, and mended.

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "cuda/prim/block.cuh"
#include "cuda/prim/overlap.cuh"
#include "cuda/prim/words.h"
#include "memory.cuh"
#include "plan.h"
#include "rank.cuh"

namespace farfirst::cuda::farfirst {

/// A tile: threads with items each, and how many blocks a multiprocessor is to hold.
template <unsigned threads_, unsigned items_, unsigned blocks_>
struct Tile {
  static constexpr unsigned threads = threads_, items = items_, blocks = blocks_;
  static constexpr unsigned warps = threads / warp_threads, size = threads * items;
  static_assert(threads % warp_threads == 0 && items % 2 == 0 && size <= 1u << 16);
};

/// How a tile is sorted.
template <class Tile_, class Ranking_>
struct Method {
  using Tile = Tile_;
  using Ranking = Ranking_;
  static constexpr bool checks = !Ranking::documented;
  // Where ranks need little room, counters and ordered items lie side by side, and a barrier is saved.
  static constexpr bool overlaid = Ranking::documented;
};

/// What a pass reads and writes. All passes are given all of it, since it is known on the device which is the last.
struct Arrays {
  const std::uint32_t* keys;  // of the first pass
  Word* items[2];             // pass p writes to items[p % 2]
  std::uint32_t* order;
  std::uint32_t* sorted_keys;  // may be null
  std::uint32_t* told[2];      // of tiles: pass p uses told[p % 2], and clears the other
  std::uint32_t n;
  std::uint32_t* disorder;     // set where a tile was not in order
  std::uint32_t checked_mask;  // tiles whose number has none of these bits are checked; after disorder, all are
};

/// Shared memory of a block.
template <class Method, unsigned digits>
struct Layout {
  using Tile = typename Method::Tile;
  using Cell = typename Method::Ranking::Cell;
  static constexpr std::size_t items_bytes = Tile::size * sizeof(Word);
  static constexpr std::size_t cells_bytes = Tile::warps * digits * sizeof(Cell);
  static constexpr std::size_t larger = items_bytes > cells_bytes ? items_bytes : cells_bytes;
  static constexpr std::size_t cells_at = Method::overlaid ? 0 : items_bytes;
  static constexpr std::size_t bases_at = Method::overlaid ? larger : items_bytes + cells_bytes;
  static constexpr std::size_t sums_at = bases_at + digits * sizeof(std::uint32_t);
  static constexpr std::size_t bytes = sums_at + (Tile::warps + 1) * sizeof(std::uint32_t);
};
template <class Method>
inline constexpr std::size_t shared_bytes = Layout<Method, most_digits>::bytes;

// ---- What tiles tell each other of a digit: nothing yet, their own count, or the count of all tiles up to them.
inline constexpr std::uint32_t own_count = 1u << 30, count_so_far = 1u << 31, count_bits = own_count - 1;

/// The items with a digit in all tiles before `tile`. `own` is what this tile tells of it; what the tile before tells
/// lies most_digits words before that.
__device__ __forceinline__ std::uint32_t look_back(const std::uint32_t* own, std::uint32_t tile) {
  constexpr unsigned at_once = 4;  // loads under way: more were not faster
  std::uint32_t before = 0;
  while (tile > 0) {
    std::uint32_t words[at_once];
#pragma unroll
    for (int k = 0; k < static_cast<int>(at_once); ++k) {
      const bool is_one = static_cast<std::uint32_t>(k) < tile;
      words[k] = is_one ? read_shared_by_blocks(own - (k + 1) * static_cast<int>(most_digits)) : count_so_far;
    }
    unsigned done = 0;
    bool known = true;
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) {
      known = known && words[k] != 0;  // else it is asked again
      if (!known) continue;
      before += words[k] & count_bits;
      ++done;
      if (words[k] < count_so_far) continue;
      known = false;
      tile = done;  // the last that is needed
    }
    tile -= done;
    own -= done * most_digits;
  }
  return before;
}

/// Puts words in order that nearly are, by neighbours changing places. For what never happens.
__device__ __forceinline__ void mend(Word* items, std::uint32_t count, Word bits) {
  bool moved = true;
  while (__syncthreads_or(moved) != 0) {
    moved = false;
    for (unsigned phase = 0; phase < 2; ++phase) {
      for (std::uint32_t i = 2 * threadIdx.x + phase; i + 1 < count; i += 2 * blockDim.x) {
        const Word left = items[i], right = items[i + 1];
        if ((left & bits) <= (right & bits)) continue;
        items[i] = right;
        items[i + 1] = left;
        moved = true;
      }
      __syncthreads();
    }
  }
}

/// The same value, of which the compiler does not know that it is: what was computed from it is not kept for later.
__device__ __forceinline__ unsigned forgotten(unsigned value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(value));
#endif
  return value;
}

/// A block of one pass.
template <class Method, bool first, unsigned digits>
class TileSorter {
 public:
  __device__ TileSorter(const Arrays& arrays, Plan* plan, unsigned pass)
      : arrays_(arrays),
        plan_(plan),
        pass_(pass),
        is_last_(pass + 1 == plan->passes),
        checks_all_(Method::checks && *arrays.disorder != 0),
        digit_(plan->digits[pass]),
        items_(dynamic_shared<Word>()),
        cells_(reinterpret_cast<Cell*>(dynamic_shared<unsigned char>() + Shared::cells_at)),
        bases_(reinterpret_cast<std::uint32_t*>(dynamic_shared<unsigned char>() + Shared::bases_at)),
        sums_(reinterpret_cast<std::uint32_t*>(dynamic_shared<unsigned char>() + Shared::sums_at)) {}

  /// Takes tiles until there are no more. Thread 0 has a ticket already.
  __device__ __forceinline__ void run(std::uint32_t ticket) {
    const std::uint32_t tiles = (arrays_.n + Tile::size - 1) / Tile::size;
    if (threadIdx.x == 0) sums_[Tile::warps] = ticket;
    load_begins();
    __syncthreads();
    std::uint32_t tile = next_tile();
    if (tile >= tiles) return;
    Item own[Tile::items];
    load(own, tile);
    clear_cells();
    while (true) {
      std::uint32_t places[Tile::items / 2];
      rank(own, places);
      settle();
      publish(tile);
      place(own, places);
      order(own, places, tile);
      const std::uint32_t next = next_tile();
      if constexpr (!Method::overlaid) clear_cells();
      if (next < tiles) load(own, next);
      written_ = count_of(tile);
      write<4>();
      if constexpr (Method::checks) check(tile);
      if (next >= tiles) break;
      if constexpr (Method::overlaid) {
        __syncthreads();
        clear_cells();
      }
      tile = next;
    }
    if constexpr (Method::checks) settle();
  }

 private:
  using Tile = typename Method::Tile;
  using Ranking = typename Method::Ranking;
  using Cell = typename Ranking::Cell;
  using Shared = Layout<Method, digits>;
  using Item = std::conditional_t<first, std::uint32_t, Word>;  // in the first pass the place tells the index
  static constexpr unsigned own_digits = (digits + Tile::threads - 1) / Tile::threads;  // that a thread sums

  __device__ std::uint32_t* told() const { return pass_ % 2 == 0 ? arrays_.told[0] : arrays_.told[1]; }
  __device__ static std::uint32_t key(std::uint32_t item) { return item; }
  __device__ static std::uint32_t key(Word item) { return key_of(item); }
  __device__ std::uint32_t digit(std::uint32_t key) const { return digit_of(key, digit_); }
  /// Where item k of this thread stands in the tile: the items of a warp are rows of lanes.
  __device__ static std::uint32_t row_place(unsigned k) {
    return warp_of_thread() * (warp_threads * Tile::items) + k * warp_threads + lane_of_thread();
  }
  __device__ std::uint32_t count_of(std::uint32_t tile) const {
    const std::uint32_t left = arrays_.n - tile * Tile::size;
    return left < Tile::size ? left : Tile::size;
  }
  __device__ Cell* own_cells() const { return cells_ + warp_of_thread() * digits; }

  /// Where its digits begin in the result of the pass, long before it is needed.
  __device__ void load_begins() {
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = threadIdx.x * own_digits + j;
      begins_in_all_[j] = d < digits ? plan_->begins[pass_][d] : 0;
    }
  }

  __device__ void take_ticket() { sums_[Tile::warps] = atomicAdd(&plan_->tickets[pass_], 1u); }
  __device__ std::uint32_t next_tile() const { return sums_[Tile::warps]; }

  /// Behind the items there are keys of all ones: they rank last in the last tile, and are not written.
  __device__ __forceinline__ void load(Item (&own)[Tile::items], std::uint32_t tile) const {
    const std::uint32_t begin = tile * Tile::size, count = count_of(tile), place = row_place(0);
    if constexpr (first) {
      const std::uint32_t* from = arrays_.keys + begin + place;
      const std::uint32_t ceiling = plan_->ceiling;
#pragma unroll
      for (unsigned k = 0; k < Tile::items; ++k) {
        const bool real = place + k * warp_threads < count;
        own[k] = real ? min(above_floor(from[k * warp_threads], plan_->range.floor), ceiling) : ~0u;
      }
    } else {
      const Word* from = (pass_ % 2 == 0 ? arrays_.items[1] : arrays_.items[0]) + begin + place;
#pragma unroll
      for (unsigned k = 0; k < Tile::items; ++k) {
        const bool real = place + k * warp_threads < count;
        own[k] = real ? from[k * warp_threads] : padding;
      }
    }
  }

  __device__ __forceinline__ void clear_cells() {
    static_assert(digits * sizeof(Cell) % (warp_threads * sizeof(uint4)) == 0);
    auto* words = reinterpret_cast<uint4*>(own_cells());
#pragma unroll
    for (unsigned i = 0; i < digits * sizeof(Cell) / sizeof(uint4); i += warp_threads) {
      words[i + lane_of_thread()] = make_uint4(0, 0, 0, 0);
    }
    __syncwarp();
  }

  /// Two ranks to a register. A warp whose items all have one digit, as in input that is sorted or has few values,
  /// knows its ranks; counted one by one, they would all wait for the same counter.
  __device__ __forceinline__ void rank(const Item (&own)[Tile::items], std::uint32_t (&places)[Tile::items / 2]) {
    const std::uint32_t one = __shfl_sync(all_lanes, key(own[0]), 0);
    std::uint32_t differences = 0;
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) differences |= key(own[k]) ^ one;
    const bool all_alike = __all_sync(all_lanes, digit(differences) == 0) != 0;
    if (all_alike) {
      if (lane_of_thread() == 0) Ranking::count(own_cells()[digit(one)]) = warp_threads * Tile::items;
#pragma unroll
      for (unsigned k = 0; k < Tile::items; k += 2) {
        places[k / 2] = (k * warp_threads + lane_of_thread()) * 0x10001u + (warp_threads << 16);
      }
      return;
    }
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      const std::uint32_t rank = Ranking::rank(own_cells(), digit(key(own[k])));
      places[k / 2] = k % 2 == 0 ? rank : places[k / 2] | rank << 16;
    }
  }

  /// A barrier, behind which the tile before is written and in order.
  __device__ __forceinline__ void settle() {
    if constexpr (Method::checks) {
      if (__syncthreads_or(unordered_) == 0) return;
      if (threadIdx.x == 0) *arrays_.disorder = 1;
      mend(items_, Tile::size, ordered_bits());
      unordered_ = false;
      write<1>();
    } else {
      __syncthreads();
    }
  }

  /// Tells the tiles behind how many items this one has with each digit. Then the cell of each warp and digit holds the
  /// items of the tile that come before the warp's with that digit. Ends with a barrier.
  __device__ __forceinline__ void publish(std::uint32_t tile) {
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = threadIdx.x * own_digits + j;
      if (d >= digits) break;
      counts_[j] = 0;
#pragma unroll 8
      for (unsigned warp = 0; warp < Tile::warps; ++warp) counts_[j] += Ranking::count(cells_[warp * digits + d]);
      write_shared_by_blocks(told() + std::size_t{tile} * most_digits + d,
                             counts_[j] | (tile == 0 ? count_so_far : own_count));
      sum += counts_[j];
    }
    std::uint32_t before = before_in_block(sum);
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = threadIdx.x * own_digits + j;
      if (d >= digits) break;
      begins_[j] = before;
#pragma unroll 4
      for (unsigned warp = 0; warp < Tile::warps; ++warp) {
        std::uint32_t& cell = Ranking::count(cells_[warp * digits + d]);
        const std::uint32_t count = cell;
        cell = before;
        before += count;
      }
    }
    __syncthreads();
  }

  __device__ __forceinline__ std::uint32_t before_in_block(std::uint32_t value) {
    const std::uint32_t inclusive = warp_inclusive_sum(value);
    if (lane_of_thread() == warp_threads - 1) sums_[warp_of_thread()] = inclusive;
    __syncthreads();
    std::uint32_t before = inclusive - value;
#pragma unroll
    for (unsigned warp = 0; warp < Tile::warps; ++warp) {
      if (warp < warp_of_thread()) before += sums_[warp];
    }
    return before;
  }

  /// From ranks within the warp to places in the ordered tile.
  __device__ __forceinline__ void place(const Item (&own)[Tile::items], std::uint32_t (&places)[Tile::items / 2]) {
    const Digit again{forgotten(digit_.shift), digit_.mask};  // digits are found again, since registers are dear
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      places[k / 2] += Ranking::count(own_cells()[digit_of(key(own[k]), again)]) << 16 * (k % 2);
    }
    if constexpr (Method::overlaid) __syncthreads();
  }

  /// Puts the items in order. Meanwhile the tiles before are looked up, and the next ticket is taken. Ends with a
  /// barrier.
  __device__ __forceinline__ void order(const Item (&own)[Tile::items], const std::uint32_t (&places)[Tile::items / 2],
                                        std::uint32_t tile) {
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      const std::uint32_t at = places[k / 2] >> 16 * (k % 2) & 0xFFFFu;
      if constexpr (first) {
        items_[at] = pack(own[k], tile * Tile::size + row_place(k));
      } else {
        items_[at] = own[k];
      }
    }
    if (threadIdx.x == 0) take_ticket();
    if (!is_last_) clear_for_next(tile);
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = threadIdx.x * own_digits + j;
      if (d < digits) bases_[d] = begins_in_all_[j] + count_before(tile, d, counts_[j]) - begins_[j];
    }
    __syncthreads();
  }

  /// The next pass must find that its tiles have told nothing yet.
  __device__ __forceinline__ void clear_for_next(std::uint32_t tile) const {
    std::uint32_t* told = (pass_ % 2 == 0 ? arrays_.told[1] : arrays_.told[0]) + std::size_t{tile} * most_digits;
    for (unsigned d = threadIdx.x; d < most_digits; d += Tile::threads) told[d] = 0;
  }

  /// The items with digit d in all tiles before this one, which has `count`.
  __device__ __forceinline__ std::uint32_t count_before(std::uint32_t tile, unsigned d, std::uint32_t count) {
    const std::size_t own = std::size_t{tile} * most_digits + d;
    const std::uint32_t before = look_back(told() + own, tile);
    if (tile != 0) write_shared_by_blocks(told() + own, (before + count) | count_so_far);
    return before;
  }

  template <unsigned unroll>
  __device__ __forceinline__ void write() const {
    Word* to = pass_ % 2 == 0 ? arrays_.items[0] : arrays_.items[1];
    if (!is_last_) {
      for_ordered<unroll>([&](std::uint32_t at, Word item) { to[at] = item; });
    } else if (arrays_.sorted_keys == nullptr) {
      for_ordered<unroll>([&](std::uint32_t at, Word item) { arrays_.order[at] = index_of(item); });
    } else {
      for_ordered<unroll>([&](std::uint32_t at, Word item) {
        arrays_.order[at] = index_of(item);
        arrays_.sorted_keys[at] = with_floor(key_of(item), plan_->range.floor);
      });
    }
  }

  /// Calls store(where it goes, item) for the items of the ordered tile.
  template <unsigned unroll, class Store>
  __device__ __forceinline__ void for_ordered(Store store) const {
#pragma unroll unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      const std::uint32_t i = k * Tile::threads + threadIdx.x;
      if (i >= written_) continue;
      const Word item = items_[i];
      store(bases_[digit(key_of(item))] + i, item);
    }
  }

  /// Looks whether the ordered tile is in order, if it is its turn. So must be what is behind the items of the last
  /// tile: they must not have changed places with it.
  __device__ __forceinline__ void check(std::uint32_t tile) {
    if (!checks_all_ && (tile & arrays_.checked_mask) != 0) return;
    const Word bits = ordered_bits();
#pragma unroll 1
    for (std::uint32_t i = threadIdx.x + 1; i < Tile::size; i += Tile::threads) {
      unordered_ |= (items_[i - 1] & bits) > (items_[i] & bits);
    }
  }

  /// By these bits of the words the ordered tile ascends.
  __device__ Word ordered_bits() const { return pack(bits_through(digit_), ~0u); }

  const Arrays& arrays_;
  Plan* const plan_;
  const unsigned pass_;
  const bool is_last_, checks_all_;
  const Digit digit_;
  // In shared memory.
  Word* const items_;           // ordered
  Cell* const cells_;           // of warps and digits
  std::uint32_t* const bases_;  // of digits: item i of the ordered tile goes to base + i
  std::uint32_t* const sums_;   // of warps; then the next tile
  // Of this thread.
  std::uint32_t begins_in_all_[own_digits];                // of its digits
  std::uint32_t counts_[own_digits], begins_[own_digits];  // of its digits in the tile
  std::uint32_t written_ = 0;                              // items of the tile that was written last
  bool unordered_ = false;                                 // it saw items out of order there
};

/// Where all keys are equal.
__device__ inline void write_in_sequence(const Arrays& arrays) {
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < arrays.n; i += gridDim.x * blockDim.x) {
    arrays.order[i] = i;
    if (arrays.sorted_keys != nullptr) arrays.sorted_keys[i] = arrays.keys[i];
  }
}

/// The near keys, which are the last of the order, among themselves: each goes behind those that are smaller. One
/// block.
__device__ inline void order_near(const Arrays& arrays, const Plan* plan) {
  Word* near = dynamic_shared<Word>();
  const std::uint32_t count = plan->near_count;
  for (std::uint32_t i = threadIdx.x; i < count; i += blockDim.x) near[i] = plan->near[i];
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
    std::uint32_t smaller = 0;
    for (std::uint32_t k = 0; k < count; ++k) smaller += near[k] < near[i] ? 1 : 0;
    arrays.order[arrays.n - count + smaller] = index_of(near[i]);
  }
}

/// The pass number `pass`, if the plan has so many.
template <class Method, bool first>
__global__ void __launch_bounds__(Method::Tile::threads, Method::Tile::blocks)
    sort_pass(Arrays arrays, Plan* plan, unsigned pass) {
  wait_for_kernels_before();
  const std::uint32_t ticket = threadIdx.x == 0 ? atomicAdd(&plan->tickets[pass], 1u) : 0;  // while the plan is read
  if (first && plan->passes == 0) write_in_sequence(arrays);
  if (pass >= plan->passes) {
    if (!first && pass == most_passes - 1 && blockIdx.x == 0) order_near(arrays, plan);
    return;
  }
  if (plan->digits[pass].mask >= most_digits / 2) {
    TileSorter<Method, first, most_digits>(arrays, plan, pass).run(ticket);
  } else {
    TileSorter<Method, first, most_digits / 2>(arrays, plan, pass).run(ticket);
  }
}

}  // namespace farfirst::cuda::farfirst
