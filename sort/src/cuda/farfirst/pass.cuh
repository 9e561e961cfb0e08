#pragma once
// One pass: items go where their digit says, and items with equal digits keep their sequence. A single sweep (Adinets,
// Merrill: Onesweep, 2022): a block ranks a tile, learns from the tiles before it how many items with each digit they
// have (Merrill, Garland: decoupled look-back, 2016), and writes the tile, put in order in shared memory, in runs.
//
// A tile takes these steps, with a barrier between them:
//   rank      each warp ranks its items, in counters of its own
//   publish   the counts of the tile are told to the tiles behind, and added to those of its group
//   place     from the sums over warps and digits follows the place of each item in the ordered tile
//   order     items go to their place in shared memory; meanwhile other tiles' counts are looked up
//   write     the tile goes to memory; the next one is already on its way to registers
//
// Blocks take tiles in sequence by tickets, so that a tile only ever waits for tiles that run. It adds up the counts of
// the tiles of its group before it, and those of the groups before: where all tiles run at once and tell their counts
// at the same time, looking back over tiles one by one would take a trip to memory for every few of them.
//
// Where a tile's items come from is known to an input: those of the pass before lie one behind the other, or in
// regions (unswept.cuh); in the first pass there are keys, or not even those.
//
// Items are words (key above the floor, index). In the first pass the index is the place in the input, from the last
// one only indices come. A pass leaves all items ascending in (bits of the key up to its digit, index). By that, tiles
// that are ranked in an undocumented way are checked, and mended.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/words.h"
#include "memory.cuh"
#include "plan.h"
#include "rank.cuh"
#include "stages.cuh"

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
  std::uint32_t* told[2];      // by tiles: pass p uses told[p % 2], and clears the other
  std::uint32_t n;
  std::uint32_t* disorder;     // set where a tile was not in order
  std::uint32_t checked_mask;  // tiles whose number has none of these bits are checked; after disorder, all are
};

/// Shared memory of a block.
template <class Method>
struct Layout {
  using Tile = typename Method::Tile;
  using Cell = typename Method::Ranking::Cell;
  static constexpr std::size_t items_bytes = Tile::size * sizeof(Word);
  static constexpr std::size_t cells_bytes = Tile::warps * most_digits * sizeof(Cell);
  static constexpr std::size_t larger = items_bytes > cells_bytes ? items_bytes : cells_bytes;
  static constexpr std::size_t cells_at = Method::overlaid ? 0 : items_bytes;
  static constexpr std::size_t bases_at = Method::overlaid ? larger : items_bytes + cells_bytes;
  static constexpr std::size_t sums_at = bases_at + most_digits * sizeof(std::uint32_t);
  static constexpr std::size_t bytes = sums_at + (Tile::warps + 1) * sizeof(std::uint32_t);
};
template <class Method>
inline constexpr std::size_t shared_bytes = Layout<Method>::bytes;

// ---- What tiles tell each other: a row of words, one for each digit, by each tile and each group of tiles. A word
// holds a count and how many tiles have added theirs to it; a tile's own word is complete from the start. When that of
// a group is complete, the last of its tiles replaces it by the count of all tiles so far.
inline constexpr unsigned group_tiles = 16;
inline constexpr std::uint32_t one_tile = 1u << 24, complete = group_tiles * one_tile, so_far = 1u << 31;

/// So many rows do tiles take. The last group has none if no tile is behind it.
constexpr std::size_t told_rows(std::size_t tiles) { return tiles == 0 ? 0 : tiles + (tiles - 1) / group_tiles; }
FARFIRST_HOST_DEVICE constexpr std::size_t row_of_tile(std::uint32_t tile) {
  return std::size_t{tile} + tile / group_tiles;
}
FARFIRST_HOST_DEVICE constexpr std::size_t row_of_group(std::uint32_t group) {
  return std::size_t{group} * (group_tiles + 1) + group_tiles;
}

/// Words of one digit, so many rows from each other, that are added up from the last one on.
template <unsigned rows, unsigned at_once>
class Chain {
 public:
  __device__ Chain(const std::uint32_t* last, std::uint32_t count) : next_(last), left_(count) {}

  __device__ bool goes_on() const { return left_ != 0; }
  __device__ __forceinline__ void read() {
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) {
      words_[k] = k < left_ ? read_shared_by_blocks(next_ - k * rows * most_digits) : so_far;
    }
  }
  /// The sum of those that are there. The others are asked again.
  __device__ __forceinline__ std::uint32_t sum() {
    std::uint32_t sum = 0, done = 0;
    bool known = true;
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) {
      known = known && words_[k] >= complete;
      if (!known) continue;
      ++done;
      if (words_[k] < so_far) {
        sum += words_[k] % one_tile;
      } else {
        sum += words_[k] - so_far;
        known = false;
        left_ = done;  // this was the last that is needed
      }
    }
    left_ -= done;
    next_ -= done * rows * most_digits;
    return sum;
  }

 private:
  const std::uint32_t* next_;
  std::uint32_t left_, words_[at_once];
};

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

/// Where item k of this thread stands in the tile: the items of a warp are rows of lanes.
template <class Tile>
__device__ __forceinline__ std::uint32_t row_place(unsigned k) {
  return warp_of_thread() * (warp_threads * Tile::items) + k * warp_threads + lane_of_thread();
}

/// A pass of a plan.
struct ThisPass {
  unsigned number, stage;
  bool is_last;
  Digit digit;
};
__device__ __forceinline__ ThisPass pass_of(const Plan* plan, unsigned number) {
  return {number, first_pass + number, number + 1 == plan->passes, plan->digits[number]};
}

/// What lies one behind the other: keys in the first pass, else the items of the pass before.
template <class Tile, bool is_first>
class DenseInput {
 public:
  using Own = Word;  // of a thread, before it is ranked
  static constexpr bool is_unswept = false;
  static constexpr bool counts_by_votes = true;       // a digit that many lanes share
  static constexpr bool has_gaps = false;             // tiles but the last may have fewer items than there is room for
  static constexpr bool may_be_numbered = !is_first;  // items have numbers of values instead of keys: values.cuh

  __device__ DenseInput(const Arrays& arrays, const Plan* plan, unsigned pass)
      : arrays_(arrays), plan_(plan), pass_(pass) {}

  __device__ std::uint32_t number_of_tiles() const { return (arrays_.n + Tile::size - 1) / Tile::size; }
  __device__ std::uint32_t count_of(std::uint32_t tile) const {
    const std::uint32_t left = arrays_.n - tile * Tile::size;
    return left < Tile::size ? left : Tile::size;
  }
  /// Where the items with digit d begin in the result.
  __device__ std::uint32_t begin_of(unsigned d) const { return plan_->begins[pass_][d]; }

  /// This will be the next tile.
  __device__ void expect(std::uint32_t) const {}

  /// Sends for the items of a tile. What comes is not touched here, so that nothing waits for it.
  __device__ __forceinline__ void load(Word (&own)[Tile::items], std::uint32_t tile) const {
    const std::uint32_t place = row_place<Tile>(0), begin = tile * Tile::size + place, count = count_of(tile);
    if constexpr (is_first) {
      const std::uint32_t* from = arrays_.keys + begin;
#pragma unroll
      for (unsigned k = 0; k < Tile::items; ++k) {
        const bool real = place + k * warp_threads < count;
        own[k] = pack(real ? read_of_others(from + k * warp_threads) : 0, 0);
      }
    } else {
      const Word* from = (forgotten(pass_) % 2 == 0 ? arrays_.items[1] : arrays_.items[0]) + begin;
#pragma unroll
      for (unsigned k = 0; k < Tile::items; ++k) {
        const bool real = place + k * warp_threads < count;
        own[k] = real ? read_of_others(from + k * warp_threads) : padding;
      }
    }
  }

  /// In the first pass: from keys to items. Behind the items there are keys of all ones: they rank last in the last
  /// tile, and are not written.
  __device__ __forceinline__ void complete(Word (&own)[Tile::items], std::uint32_t tile) const {
    if constexpr (!is_first) return;
    const std::uint32_t floor = plan_->range.floor, ceiling = plan_->ceiling;
    const std::uint32_t place = row_place<Tile>(0), begin = tile * Tile::size + place, count = count_of(tile);
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      const bool real = place + k * warp_threads < count;
      own[k] = real ? pack(min(above_floor(key_of(own[k]), floor), ceiling), begin + k * warp_threads) : padding;
    }
  }

  __device__ static std::uint32_t key(Word own) { return key_of(own); }
  __device__ static Word item(Word own, std::uint32_t, unsigned) { return own; }

 private:
  const Arrays& arrays_;
  const Plan* const plan_;
  const unsigned pass_;
};

/// A block of one pass.
template <class Method, class Input>
class TileSorter {
 public:
  __device__ TileSorter(const Arrays& arrays, const Plan* plan, const Stages& stages, ThisPass pass, Input& input)
      : arrays_(arrays),
        plan_(plan),
        stages_(stages),
        input_(input),
        pass_(pass.number),
        stage_(pass.stage),
        is_last_(pass.is_last),
        checks_all_(Method::checks && *arrays.disorder != 0),
        digit_(pass.digit),
        items_(dynamic_shared<Word>()),
        cells_(reinterpret_cast<Cell*>(dynamic_shared<unsigned char>() + Shared::cells_at)),
        bases_(reinterpret_cast<std::uint32_t*>(dynamic_shared<unsigned char>() + Shared::bases_at)),
        sums_(reinterpret_cast<std::uint32_t*>(dynamic_shared<unsigned char>() + Shared::sums_at)) {}

  /// Takes tiles until there are no more: how many? `first_tile` gives the first, when the pass before is done.
  template <class FirstTile>
  __device__ __forceinline__ std::uint32_t run(FirstTile first_tile) {
    const std::uint32_t tiles = input_.number_of_tiles();
    load_begins();
    clear_cells();
    std::uint32_t tile = first_tile(), done = 0;
    if (tile >= tiles) return 0;
    typename Input::Own own[Tile::items];
    input_.expect(tile);
    input_.load(own, tile);
    while (true) {
      std::uint32_t places[Tile::items / 2];
      input_.complete(own, tile);
      rank(own, places);
      settle();
      publish(tile);
      const std::uint32_t next = next_tile();
      if (next < tiles) input_.expect(next);
      place(own, places);
      order(own, places, tile);
      if (!is_last_) clear_for_next(tile);
      find_bases(tile);
      if (next < tiles) input_.load(own, next);
      __syncthreads();
      if constexpr (!Method::overlaid) clear_cells();
      written_ = input_.count_of(tile);
      write<4>();
      if constexpr (Method::checks) check(tile);
      ++done;
      if (next >= tiles) break;
      if constexpr (Method::overlaid) {
        __syncthreads();
        clear_cells();
      }
      tile = next;
    }
    if constexpr (Method::checks) settle();
    return done;
  }

 private:
  using Own = typename Input::Own;
  using Tile = typename Method::Tile;
  using Ranking = typename Method::Ranking;
  using Cell = typename Ranking::Cell;
  using Shared = Layout<Method>;
  static constexpr unsigned own_digits = most_digits / Tile::threads;  // that a thread sums

  /// What is told in this pass, or in the next, in this row.
  __device__ std::uint32_t* told(std::size_t row, unsigned passes_ahead = 0) const {
    return ((forgotten(pass_) + passes_ahead) % 2 == 0 ? arrays_.told[0] : arrays_.told[1]) + row * most_digits;
  }
  /// Are there tiles behind the group of this one? Else no one asks for its counts.
  __device__ bool group_is_asked_for(std::uint32_t tile) const {
    return (tile / group_tiles + 1) * group_tiles < input_.number_of_tiles();
  }
  __device__ std::uint32_t digit(std::uint32_t key) const { return digit_of(key, digit_); }
  __device__ Cell* own_cells() const { return cells_ + warp_of_thread() * most_digits; }

  /// The digits that this thread sums, in sequence: one of each thread, if there are so few. Beyond the mask: none.
  __device__ unsigned own_digit(unsigned j) const {
    if (own_digits == 1) return threadIdx.x;
    if (digit_.mask >= Tile::threads) return threadIdx.x * own_digits + j;
    return j == 0 ? threadIdx.x : most_digits;
  }

  /// Where its digits begin in the result of the pass, long before it is needed.
  __device__ void load_begins() {
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = own_digit(j);
      begins_in_all_[j] = d <= digit_.mask ? input_.begin_of(d) : 0;
    }
  }

  /// After publish().
  __device__ std::uint32_t next_tile() const { return sums_[Tile::warps]; }

  __device__ __forceinline__ void clear_cells() {
    constexpr unsigned at_once = sizeof(uint4) / sizeof(Cell);
    auto* words = reinterpret_cast<uint4*>(own_cells());
#pragma unroll
    for (unsigned i = 0; i < most_digits / at_once; i += warp_threads) {
      const unsigned place = i + lane_of_thread();
      if (place * at_once <= digit_.mask) words[place] = make_uint4(0, 0, 0, 0);
    }
    __syncwarp();
  }

  /// Two ranks to a register. A warp whose items all have one digit, as in input that is sorted or has few values,
  /// knows its ranks; counted one by one, they would all wait for the same counter.
  __device__ __forceinline__ void rank(const Own (&own)[Tile::items], std::uint32_t (&places)[Tile::items / 2]) {
    const std::uint32_t one = __shfl_sync(all_lanes, Input::key(own[0]), 0);
    std::uint32_t differences = 0;
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) differences |= Input::key(own[k]) ^ one;
    const bool all_alike = __all_sync(all_lanes, digit(differences) == 0) != 0;
    if (all_alike) {
      if (lane_of_thread() == 0) Ranking::count(own_cells()[digit(one)]) = warp_threads * Tile::items;
#pragma unroll
      for (unsigned k = 0; k < Tile::items; k += 2) {
        places[k / 2] = (k * warp_threads + lane_of_thread()) * 0x10001u + (warp_threads << 16);
      }
      return;
    }
    if constexpr (Ranking::documented) {
      rank_by<Ranking>(own, places);
    } else if constexpr (!Input::counts_by_votes) {
      if (is_crowded(__match_any_sync(all_lanes, digit(Input::key(own[0]))))) {
        rank_by<Peers<Ranking>>(own, places);
      } else {
        rank_by<Ranking>(own, places);
      }
    } else {
      const Crowding crowding = crowding_of(digit(Input::key(own[0])));
      if (crowding.crowd == Crowd::none) {
        rank_by<Ranking>(own, places);
      } else if (crowding.crowd == Crowd::one) {
        rank_beside(crowding.digit, own, places);
      } else {
        rank_by<Peers<Ranking>>(own, places);
      }
    }
  }
  template <class Way>
  __device__ __forceinline__ void rank_by(const Own (&own)[Tile::items], std::uint32_t (&places)[Tile::items / 2]) {
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      const std::uint32_t rank = Way::rank(own_cells(), digit(Input::key(own[k])));
      places[k / 2] = k % 2 == 0 ? rank : places[k / 2] | rank << 16;
    }
  }
  /// Items with one digit, which many have, are counted by a vote, and the others one by one.
  __device__ __forceinline__ void rank_beside(std::uint32_t popular, const Own (&own)[Tile::items],
                                              std::uint32_t (&places)[Tile::items / 2]) {
    std::uint32_t before = 0;
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      const std::uint32_t own_digit = digit(Input::key(own[k]));
      const unsigned peers = __ballot_sync(all_lanes, own_digit == popular);
      std::uint32_t rank = before + static_cast<std::uint32_t>(__popc(peers & ((1u << lane_of_thread()) - 1)));
      if (own_digit != popular) rank = Ranking::rank(own_cells(), own_digit);
      places[k / 2] = k % 2 == 0 ? rank : places[k / 2] | rank << 16;
      before += static_cast<std::uint32_t>(__popc(peers));
    }
    if (lane_of_thread() == 0) Ranking::count(own_cells()[popular]) = before;
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
  /// items of the tile that come before the warp's with that digit. Meanwhile the next ticket is taken. Ends with a
  /// barrier.
  __device__ __forceinline__ void publish(std::uint32_t tile) {
    const std::uint32_t ticket = threadIdx.x == 0 ? stages_.take(stage_) : 0;
    const bool asked_for = group_is_asked_for(tile);
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = own_digit(j);
      if (d > digit_.mask) break;
      counts_[j] = 0;
#pragma unroll 8
      for (unsigned warp = 0; warp < Tile::warps; ++warp) counts_[j] += Ranking::count(cells_[warp * most_digits + d]);
      if (Input::has_gaps && d == digit_.mask) counts_[j] -= Tile::size - input_.count_of(tile);  // padding
      write_shared_by_blocks(told(row_of_tile(tile)) + d, counts_[j] + complete);
      if (asked_for) atomicAdd(told(row_of_group(tile / group_tiles)) + d, counts_[j] + one_tile);
      sum += counts_[j];
    }
    std::uint32_t before = before_in_block(sum);
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = own_digit(j);
      if (d > digit_.mask) break;
      begins_[j] = before;
#pragma unroll 4
      for (unsigned warp = 0; warp < Tile::warps; ++warp) {
        std::uint32_t& cell = Ranking::count(cells_[warp * most_digits + d]);
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

  /// From ranks within the warp to places in the ordered tile.
  __device__ __forceinline__ void place(const Own (&own)[Tile::items], std::uint32_t (&places)[Tile::items / 2]) {
    const Digit again{forgotten(digit_.shift), digit_.mask};  // digits are found again, since registers are dear
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      places[k / 2] += Ranking::count(own_cells()[digit_of(Input::key(own[k]), again)]) << 16 * (k % 2);
    }
    if constexpr (Method::overlaid) __syncthreads();
  }

  __device__ __forceinline__ void order(const Own (&own)[Tile::items], const std::uint32_t (&places)[Tile::items / 2],
                                        std::uint32_t tile) const {
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      const std::uint32_t at = places[k / 2] >> 16 * (k % 2) & 0xFFFFu;
      items_[at] = input_.item(own[k], tile, k);
    }
  }

  /// Where the items with each digit go.
  __device__ __forceinline__ void find_bases(std::uint32_t tile) {
#pragma unroll
    for (unsigned j = 0; j < own_digits; ++j) {
      const unsigned d = own_digit(j);
      if (d > digit_.mask) continue;
      std::uint32_t first = begins_in_all_[j] + count_before(tile, d, counts_[j]);
      if constexpr (Input::is_unswept) first = input_.place_in_region(tile, d, first, counts_[j]);
      bases_[d] = first - begins_[j];
    }
  }

  /// The next pass must find that its tiles have told nothing yet.
  __device__ __forceinline__ void clear_for_next(std::uint32_t tile) const {
    if constexpr (Input::is_unswept) return input_.clear_for_next(tile);
    std::uint32_t* of_tile = told(row_of_tile(tile), 1);
    for (unsigned d = threadIdx.x; d < most_digits; d += Tile::threads) of_tile[d] = 0;
    if (tile % group_tiles != 0 || !group_is_asked_for(tile)) return;
    std::uint32_t* of_group = told(row_of_group(tile / group_tiles), 1);
    for (unsigned d = threadIdx.x; d < most_digits; d += Tile::threads) of_group[d] = 0;
  }

  /// The items with digit d in all tiles before this one, which has `count`. The last tile of a group asks for the
  /// count of the whole group, so that it knows when no tile will add to that any more, and replaces it.
  __device__ __forceinline__ std::uint32_t count_before(std::uint32_t tile, unsigned d, std::uint32_t count) {
    const std::uint32_t group = tile / group_tiles, in_group = tile % group_tiles;
    const bool replaces = in_group == group_tiles - 1 && group_is_asked_for(tile);
    std::uint32_t* of_group = told(row_of_group(group)) + d;
    Chain<1, 8> tiles(replaces ? of_group : told(row_of_tile(tile)) + d - most_digits, replaces ? 1 : in_group);
    Chain<group_tiles + 1, 4> groups(of_group - (group_tiles + 1) * most_digits, group);  // more were not faster
    std::uint32_t before = replaces ? 0u - count : 0;
    while (tiles.goes_on() || groups.goes_on()) {
      tiles.read();
      groups.read();
      before += tiles.sum() + groups.sum();
    }
    if (replaces) write_shared_by_blocks(of_group, (before + count) | so_far);
    return before;
  }

  template <unsigned unroll>
  __device__ __forceinline__ void write() const {
    Word* to = forgotten(pass_) % 2 == 0 ? arrays_.items[0] : arrays_.items[1];
    if (!is_last_) {
      for_ordered<unroll>([&](std::uint32_t at, Word item) { to[at] = item; });
    } else if (arrays_.sorted_keys == nullptr) {
      for_ordered<unroll>([&](std::uint32_t at, Word item) { arrays_.order[at] = index_of(item); });
    } else {
      for_ordered<unroll>([&](std::uint32_t at, Word item) {
        arrays_.order[at] = index_of(item);
        arrays_.sorted_keys[at] = sorted_key(key_of(item));
      });
    }
  }

  /// From the key of an item to what was sorted by it.
  __device__ __forceinline__ std::uint32_t sorted_key(std::uint32_t key) const {
    if constexpr (Input::may_be_numbered) {
      if (plan_->values != 0) return plan_->value[key];
    }
    return with_floor(key, plan_->range.floor);
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
  const Plan* const plan_;
  const Stages& stages_;
  Input& input_;
  const unsigned pass_, stage_;
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
    if (arrays.sorted_keys != nullptr) arrays.sorted_keys[i] = read_of_others(arrays.keys + i);
  }
}

/// The near keys, which are the last of the order, among themselves: each goes behind those that are smaller. One
/// block, when all passes are done.
__device__ inline void order_near(const Arrays& arrays, const Plan* plan) {
  Word* near = dynamic_shared<Word>();
  const std::uint32_t count = plan->near_count;
  for (std::uint32_t i = threadIdx.x; i < count; i += blockDim.x) near[i] = read_of_others(&plan->near[i]);
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
    std::uint32_t smaller = 0;
    for (std::uint32_t k = 0; k < count; ++k) smaller += near[k] < near[i] ? 1 : 0;
    arrays.order[arrays.n - count + smaller] = index_of(near[i]);
  }
}

}  // namespace farfirst::cuda::farfirst
