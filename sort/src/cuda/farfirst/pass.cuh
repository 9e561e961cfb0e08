#pragma once
// One radix pass: moves items by their digit, and keeps the sequence of items with equal digits. It reads and writes
// each item once (Adinets, Merrill: Onesweep, 2022). A block ranks a tile, counts the items with each digit in earlier
// tiles by decoupled look-back (look_back.cuh), orders the tile in shared memory, and writes it in runs.
//
// A tile takes these steps, with a barrier between them:
//   rank      each warp ranks its items, in counters of its own
//   publish   the tile publishes its counts as its aggregate, and adds them to the aggregate of its group
//   place     sums over warps and digits give the place of each item in the ordered tile
//   order     items go to their place in shared memory; meanwhile the tile looks back
//   write     the tile goes to memory; the loads of the next one are already under way
//
// Blocks take tiles in sequence by tickets, so a tile waits only for tiles that are running.
//
// Items are words (key above the floor, index). In the first pass the index is the place in the input; the last pass
// writes indices only.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/ordered_access.cuh"
#include "cuda/prim/words.h"
#include "look_back.cuh"
#include "memory.cuh"
#include "pass_input.cuh"
#include "plan.h"
#include "rank.cuh"
#include "ticket_scheduler.cuh"

namespace farfirst::cuda::farfirst {

/// Shared memory of a block. The ordered items later replace the cells.
template <class Tile>
struct Layout {
  static constexpr std::size_t items_bytes = Tile::size * sizeof(Word);
  static constexpr std::size_t cells_bytes = Tile::warps * most_digits * sizeof(RankCell);
  static constexpr std::size_t bases_at = items_bytes > cells_bytes ? items_bytes : cells_bytes;
  static constexpr std::size_t sums_at = bases_at + most_digits * sizeof(std::uint32_t);
  static constexpr std::size_t bytes = sums_at + (Tile::warps + 2) * sizeof(std::uint32_t);
};
template <class Method>
inline constexpr std::size_t shared_bytes = Layout<typename Method::Tile>::bytes;

/// A block of one pass. With `is_first` as a constant, a pass spills fewer registers.
template <class Method, bool is_first>
class TileSorter {
 public:
  __device__ TileSorter(const Arrays& arrays, const Plan* plan, const TicketScheduler& scheduler, unsigned pass)
      : arrays_(arrays),
        plan_(plan),
        scheduler_(scheduler),
        input_(arrays, plan, pass),
        pass_(pass),
        stage_(first_pass + pass),
        is_last_(pass + 1 == plan->passes),
        digit_(plan->digits[pass]),
        items_(dynamic_shared<Word>()),
        cells_(dynamic_shared<RankCell>()),
        bases_(reinterpret_cast<std::uint32_t*>(dynamic_shared<unsigned char>() + Shared::bases_at)),
        sums_(reinterpret_cast<std::uint32_t*>(dynamic_shared<unsigned char>() + Shared::sums_at)) {}

  /// Takes tiles until there are no more, and returns how many it took. `first_tile` returns the first, after the end
  /// of the last pass.
  template <class FirstTile>
  __device__ __forceinline__ std::uint32_t run(FirstTile first_tile) {
    const std::uint32_t tiles = input_.number_of_tiles();
    load_offsets();
    clear_cells();
    std::uint32_t tile = first_tile();
    if (tile >= tiles) return 0;
    if (threadIdx.x == 0) tiles_done() = 0;
    Word own[Tile::items];
    input_.load(own, tile);
    while (true) {
      std::uint32_t places[Tile::items / 2];
      input_.finish_load(own, tile);
      rank(own, places);
      __syncthreads();
      publish(tile);
      const std::uint32_t next = next_tile();
      place(own, places);
      order(own, places);
      if (!is_last_) clear_for_next(tile);
      find_bases(tile);
      if (next < tiles) input_.load(own, next);
      __syncthreads();
      write(input_.count_of(tile));
      if (threadIdx.x == 0) ++tiles_done();
      if (next >= tiles) break;
      __syncthreads();
      clear_cells();
      tile = next;
    }
    __syncthreads();
    return tiles_done();
  }

 private:
  using Tile = typename Method::Tile;
  using Shared = Layout<Tile>;
  static constexpr unsigned own_digits = most_digits / Tile::threads;  // digits that a thread sums

  /// A row of status words of this pass, or of the next one.
  __device__ std::uint32_t* tile_status(std::size_t row, unsigned passes_ahead = 0) const {
    return ((opaque(pass_) + passes_ahead) % 2 == 0 ? arrays_.tile_status[0] : arrays_.tile_status[1]) +
           row * most_digits;
  }
  /// Are there tiles after this tile's group? Otherwise the group's counts are not needed.
  __device__ bool group_is_needed(std::uint32_t tile) const {
    return (tile / group_tiles + 1) * group_tiles < input_.number_of_tiles();
  }
  __device__ std::uint32_t digit(std::uint32_t key) const { return digit_of(key, digit_); }
  __device__ RankCell* own_cells() const { return cells_ + warp_of_thread() * most_digits; }

  /// The digits that this thread sums, in sequence; one for each thread, if they are few. A digit above the mask means
  /// none.
  __device__ unsigned own_digit(unsigned j) const {
    if (own_digits == 1) return threadIdx.x;
    if (digit_.mask >= Tile::threads) return threadIdx.x * own_digits + j;
    return j == 0 ? threadIdx.x : most_digits;
  }

  /// Loads the offsets of this thread's digits in the result, long before they are needed.
  __device__ void load_offsets() {
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = own_digit(j);
      digit_offsets_[j] = d <= digit_.mask ? plan_->offsets[pass_][d] : 0;
    }
  }

  /// Valid after publish().
  __device__ std::uint32_t next_tile() const { return sums_[Tile::warps]; }
  /// In shared memory, since registers are scarce.
  __device__ std::uint32_t& tiles_done() const { return sums_[Tile::warps + 1]; }

  __device__ __forceinline__ void clear_cells() {
    constexpr unsigned at_once = sizeof(uint4) / sizeof(RankCell);
    auto* words = reinterpret_cast<uint4*>(own_cells());
#pragma unroll
    for (unsigned i = 0; i < most_digits / at_once; i += warp_threads) {
      const unsigned place = i + lane_of_thread();
      if (place * at_once <= digit_.mask) words[place] = make_uint4(0, 0, 0, 0);
    }
    __syncwarp();
  }

  /// Ranks the items, with two ranks in a register. If all items of a warp have one digit, as in sorted input or input
  /// of few values, the ranks are known; counted one by one, they would all wait for the same counter.
  __device__ __forceinline__ void rank(const Word (&own)[Tile::items], std::uint32_t (&places)[Tile::items / 2]) {
    const std::uint32_t one = __shfl_sync(all_lanes, key_of(own[0]), 0);
    std::uint32_t differences = 0;
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) differences |= key_of(own[k]) ^ one;
    const bool all_alike = __all_sync(all_lanes, digit(differences) == 0) != 0;
    if (all_alike) {
      if (lane_of_thread() == 0) own_cells()[digit(one)].count = warp_threads * Tile::items;
#pragma unroll
      for (unsigned k = 0; k < Tile::items; k += 2) {
        places[k / 2] = (k * warp_threads + lane_of_thread()) * 0x10001u + (warp_threads << 16);
      }
      return;
    }
    if (is_crowded(digit(key_of(own[0])))) {
      rank_rows<true>(own, places);
    } else {
      rank_rows<false>(own, places);
    }
  }
  template <bool crowded>
  __device__ __forceinline__ void rank_rows(const Word (&own)[Tile::items], std::uint32_t (&places)[Tile::items / 2]) {
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      const std::uint32_t d = digit(key_of(own[k]));
      const std::uint32_t rank = crowded ? rank_by_match(own_cells(), d) : rank_by_masks(own_cells(), d);
      places[k / 2] = k % 2 == 0 ? rank : places[k / 2] | rank << 16;
    }
  }

  /// Publishes the tile's number of items with each digit: its aggregate. Then the cell of each warp and digit holds
  /// the number of the tile's items before the warp's items with that digit. Meanwhile the block takes the next ticket.
  /// Ends with a barrier.
  __device__ __forceinline__ void publish(std::uint32_t tile) {
    const std::uint32_t ticket = threadIdx.x == 0 ? scheduler_.take(stage_) : 0;
    const bool asked_for = group_is_needed(tile);
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = own_digit(j);
      if (d > digit_.mask) break;
      counts_[j] = 0;
#pragma unroll 8
      for (unsigned warp = 0; warp < Tile::warps; ++warp) counts_[j] += cells_[warp * most_digits + d].count;
      store_relaxed(tile_status(row_of_tile(tile)) + d, counts_[j] + aggregate_ready);
      if (asked_for) atomicAdd(tile_status(row_of_group(tile / group_tiles)) + d, counts_[j] + one_tile);
      sum += counts_[j];
    }
    std::uint32_t before = before_in_block(sum);
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = own_digit(j);
      if (d > digit_.mask) break;
      tile_offsets_[j] = before;
#pragma unroll 4
      for (unsigned warp = 0; warp < Tile::warps; ++warp) {
        std::uint32_t& cell = cells_[warp * most_digits + d].count;
        const std::uint32_t count = cell;
        cell = before;
        before += count;
      }
    }
    if (threadIdx.x == 0) sums_[Tile::warps] = ticket;
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

  /// Turns ranks within the warp into places in the ordered tile.
  __device__ __forceinline__ void place(const Word (&own)[Tile::items], std::uint32_t (&places)[Tile::items / 2]) {
    const Digit again{opaque(digit_.shift), digit_.mask};  // digits are computed again, since registers are scarce
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      places[k / 2] += own_cells()[digit_of(key_of(own[k]), again)].count << 16 * (k % 2);
    }
    __syncthreads();
  }

  __device__ __forceinline__ void order(const Word (&own)[Tile::items],
                                        const std::uint32_t (&places)[Tile::items / 2]) const {
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      items_[places[k / 2] >> 16 * (k % 2) & 0xFFFFu] = own[k];
    }
  }

  /// Finds the destinations of items with each digit.
  __device__ __forceinline__ void find_bases(std::uint32_t tile) {
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = own_digit(j);
      if (d > digit_.mask) continue;
      bases_[d] = digit_offsets_[j] + count_before(tile, d, counts_[j]) - tile_offsets_[j];
    }
  }

  /// Clears the status words of the next pass.
  __device__ __forceinline__ void clear_for_next(std::uint32_t tile) const {
    std::uint32_t* of_tile = tile_status(row_of_tile(tile), 1);
    for (unsigned d = threadIdx.x; d < most_digits; d += Tile::threads) of_tile[d] = 0;
    if (tile % group_tiles != 0 || !group_is_needed(tile)) return;
    std::uint32_t* of_group = tile_status(row_of_group(tile / group_tiles), 1);
    for (unsigned d = threadIdx.x; d < most_digits; d += Tile::threads) of_group[d] = 0;
  }

  /// The look-back: returns the number of items with digit d in all tiles before this one, which has `count`. The last
  /// tile of a group reads the aggregate of the whole group, to know when it is complete, and replaces it by the
  /// inclusive prefix.
  __device__ __forceinline__ std::uint32_t count_before(std::uint32_t tile, unsigned d, std::uint32_t count) {
    const std::uint32_t group = tile / group_tiles, in_group = tile % group_tiles;
    const bool replaces = in_group == group_tiles - 1 && group_is_needed(tile);
    std::uint32_t* of_group = tile_status(row_of_group(group)) + d;
    LookBack<1, 8> tiles(replaces ? of_group : tile_status(row_of_tile(tile)) + d - most_digits,
                         replaces ? 1 : in_group);
    LookBack<group_tiles + 1, 4> groups(of_group - (group_tiles + 1) * most_digits, group);  // more were not faster
    std::uint32_t before = replaces ? 0u - count : 0;
    while (tiles.is_pending() || groups.is_pending()) {
      tiles.read();
      groups.read();
      before += tiles.sum() + groups.sum();
    }
    if (replaces) store_relaxed(of_group, (before + count) | inclusive_prefix);
    return before;
  }

  __device__ __forceinline__ void write(std::uint32_t count) const {
    Word* to = opaque(pass_) % 2 == 0 ? arrays_.items[0] : arrays_.items[1];
    if (!is_last_) {
      for_ordered(count, [&](std::uint32_t at, Word item) { to[at] = item; });
    } else if (arrays_.sorted_keys == nullptr) {
      for_ordered(count, [&](std::uint32_t at, Word item) { arrays_.order[in_order(at)] = index_of(item); });
    } else {
      for_ordered(count, [&](std::uint32_t at, Word item) {
        arrays_.order[in_order(at)] = index_of(item);
        arrays_.sorted_keys[in_order(at)] = sorted_key(key_of(item));
      });
    }
  }

  __device__ __forceinline__ std::uint32_t in_order(std::uint32_t place) const {
    return arrays_.template in_order<Method::plain>(place);
  }

  __device__ __forceinline__ std::uint32_t sorted_key(std::uint32_t key) const {
    return with_floor(key, plan_->range.floor);
  }

  /// Calls store(destination, item) for the items of the ordered tile.
  template <class Store>
  __device__ __forceinline__ void for_ordered(std::uint32_t count, Store store) const {
#pragma unroll 4
    for (unsigned k = 0; k < Tile::items; ++k) {
      const std::uint32_t i = k * Tile::threads + threadIdx.x;
      if (i >= count) continue;
      const Word item = items_[i];
      store(bases_[digit(key_of(item))] + i, item);
    }
  }

  const Arrays& arrays_;
  const Plan* const plan_;
  const TicketScheduler& scheduler_;
  const PassInput<Tile, is_first, Method::plain> input_;
  const unsigned pass_, stage_;
  const bool is_last_;
  const Digit digit_;
  // Arrays in shared memory.
  Word* const items_;           // ordered
  RankCell* const cells_;       // of warps and digits, before items are ordered
  std::uint32_t* const bases_;  // of digits; item i of the ordered tile goes to base + i
  std::uint32_t* const sums_;   // of warps; then the next tile, and the number of tiles that are done
  // Counts of this thread.
  std::uint32_t digit_offsets_[own_digits];                      // of its digits, in the result
  std::uint32_t counts_[own_digits], tile_offsets_[own_digits];  // of its digits in the tile
};

/// Writes the order if all keys are equal.
template <bool plain>
__device__ void write_in_sequence(const Arrays& arrays) {
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < arrays.n; i += gridDim.x * blockDim.x) {
    const std::uint32_t at = arrays.template in_order<plain>(i);
    arrays.order[at] = id_of<plain>(arrays.ids, i);
    if (arrays.sorted_keys != nullptr) arrays.sorted_keys[at] = load_cg(arrays.keys + i);
  }
}

}  // namespace farfirst::cuda::farfirst
