#pragma once
// One pass moves the elements of two GPUs to two shares. A sample brackets the cut between two keys. Elements below the
// bracket go to the first share, those above it to the second, and those inside, 0.4 to 3 %, to a list that both GPUs
// have. The layout of both shares is:
//
//     elements of the first slice | from the list | elements of the second slice
//
// The first GPU fills its part from the front, the second one from the back, with its last tile first, so neither has
// to know how many the other one sends. When both have sent, the exact cut is found in the list, and the list fills the
// gaps, which have just that size. Equal keys are all in one of the three parts, so a stable sort of a share's keys
// still gives the one total order.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/cuts.cuh"
#include "cuda/prim/elements.cuh"
#include "cuda/prim/pair_look_back.cuh"
#include "cuda/prim/tile_record.cuh"

namespace farfirst::cuda {

/// The elements inside the bracket: those of the first slice from the front of the list, those of the second one up to
/// its end, both in sequence. Each has half of it.
struct CandidateList {
  std::uint32_t *keys, *numbers;
};

/// A member's state of a split. Both compute the same results.
struct OnePassState {
  std::uint32_t next_tile, next_candidates;  // of this member
  std::uint32_t failed;                      // 1: the sample was wrong
  std::uint32_t listed[2];                   // elements of each slice in the list
  std::uint32_t gap[2];                      // begin of each share's gap
  std::uint64_t sent[2];                     // PairStatus of each slice: below the bracket, and in the list
  Cut ends[2];                               // of the bracket, which it includes
  Cut cut;
  SearchRound end_rounds[search_rounds][2], cut_rounds[search_rounds];
};

/// The elements that one member sends, and their targets.
struct OnePassJob {
  std::uint32_t n, number;      // number of its elements, and of the first one
  std::uint32_t tiles, in_all;  // tiles of the member, and number of the first among all
  unsigned slice;               // 0 or 1
  std::uint32_t share_n[2];
  ShareTarget share[2];
  CandidateList lists[2];  // of both members
  std::uint32_t room;      // of a list
  OnePassState* states[2];
  unsigned own;  // of these two
  std::uint64_t* status;
  // The numbers of elements that stay with this member are written at once. The other member derives those of elements
  // that it receives from the records, which are smaller.
  unsigned own_share;
  const std::uint32_t* ids;  // written in place of numbers; may be null
  std::uint32_t* numbers;    // of the own share
};

// ---- Given keys and made keys

struct GivenKeys {
  static constexpr bool are_staged = false;
  const std::uint32_t* keys;

  __device__ std::uint32_t operator[](std::uint32_t i) const { return keys[i]; }
};
template <class Key>
struct MadeKeys {
  static constexpr bool are_staged = true;
  Elements elements;
  bool in_fours;

  __device__ std::uint32_t operator[](std::uint32_t i) const { return Key::of(elements, i); }

  /// Makes the keys of a tile, with all threads.
  __device__ void stage(std::uint32_t first, std::uint32_t count, std::uint32_t* staged) const {
    if (in_fours && count == cut_tile) {
      constexpr unsigned fours = cut_items / 4;
      typename Key::Four four[fours];
#pragma unroll
      for (unsigned k = 0; k < fours; ++k) {
        four[k] = Key::load_four(elements, std::size_t{first} + 4 * (k * cut_threads + threadIdx.x));
      }
#pragma unroll
      for (unsigned k = 0; k < fours; ++k) {
        std::uint32_t made[4];
        Key::make_four(elements, four[k], made);
        reinterpret_cast<uint4*>(staged)[k * cut_threads + threadIdx.x] =
            make_uint4(made[0], made[1], made[2], made[3]);
      }
    } else {
      for (std::uint32_t i = threadIdx.x; i < count; i += cut_threads) staged[i] = (*this)[first + i];
    }
  }
};

// ---- The bracket

/// A round of the search for an end of the bracket in the sample, for blockIdx.y.
__global__ void __launch_bounds__(cut_threads)
    search_sample(const std::uint32_t* sample, std::uint32_t sampled, const __grid_constant__ Ranks ranks,
                  unsigned round, OnePassState* state) {
  Cut& end = state->ends[blockIdx.y];
  Cut cut = end;
  if (round == 0) {
    const std::int32_t rank = blockIdx.y == 0 ? ranks.low[0] : ranks.high[0];
    cut = search_all(static_cast<std::uint32_t>(rank));
    if (rank < 0 || rank >= static_cast<std::int32_t>(sampled)) {  // beyond the sample
      cut.found = 1;
      cut.key = rank < 0 ? 0 : ~0u;
      if (blockIdx.x == 0 && threadIdx.x == 0) end = cut;
    }
  }
  if (cut.found == 0) search_digit(sample, sampled, cut, state->end_rounds[round][blockIdx.y], &end);
}

// ---- Sending

/// A block that sends one tile.
class OnePassSender {
 public:
  static constexpr unsigned warps = cut_threads / warp_threads;
  enum Part : unsigned { below, between, above };
  struct Shared {
    std::uint32_t keys[cut_tile];    // by part
    std::uint16_t places[cut_tile];  // in the tile, of these, except those for the other member
    std::uint32_t counts[warps];     // below, and between << 16
    std::uint32_t begins[3];         // destination of the tile's elements of each part
    std::uint32_t turn;
  };

  __device__ explicit OnePassSender(const OnePassJob& job)
      : job_(job), state_(*job.states[job.own]), shared_(*dynamic_shared<Shared>()) {}

  template <class Keys>
  __device__ void run(const Keys& keys) {
    take_tile();
    load(keys);
    rank();
    __syncthreads();
    find_slots();
    const PairLookBack look_back(job_.status);
    const std::uint64_t own = PairStatus::of(counts_[below], counts_[between]);
    if (threadIdx.x == 0) look_back.publish(turn_, own);
    write_bits();
    to_slots();
    if (warp_of_thread() == 0) {
      const std::uint64_t before = look_back.sum_before(turn_, own);
      if (lane_of_thread() == 0) find_begins(before, before + own);
    }
    __syncthreads();
    write();
  }

 private:
  __device__ void take_tile() {
    if (threadIdx.x == 0) shared_.turn = atomicAdd(&state_.next_tile, 1u);
    __syncthreads();
    turn_ = shared_.turn;
    tile_ = job_.slice == 0 ? turn_ : job_.tiles - 1 - turn_;
    first_ = tile_ * cut_tile;
    count_ = min(job_.n - first_, cut_tile);
  }

  /// The items of a warp are rows of lanes, so ranks within a warp are votes.
  __device__ static std::uint32_t place_of(unsigned k) {
    return warp_of_thread() * (warp_threads * cut_items) + k * warp_threads + lane_of_thread();
  }
  __device__ bool is_real(unsigned k) const { return place_of(k) < count_; }

  template <class Keys>
  __device__ void load(const Keys& keys) {
    if constexpr (Keys::are_staged) {
      keys.stage(first_, count_, shared_.keys);
      __syncthreads();
    }
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) {
      const std::uint32_t place = place_of(k);
      key_[k] = ~0u;
      if (is_real(k)) {
        if constexpr (Keys::are_staged) {
          key_[k] = shared_.keys[place];
        } else {
          key_[k] = keys[first_ + place];
        }
      }
    }
  }

  __device__ unsigned sent_part() const { return job_.own_share == 0 ? above : below; }

  /// Finds the part of each item and its rank in the warp. Each lane keeps the bits of one row for the record.
  __device__ void rank() {
    const std::uint32_t low = state_.ends[0].key, high = state_.ends[1].key;
    const unsigned before_lane = (1u << lane_of_thread()) - 1;
    unsigned counts[3] = {};
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) {
      const bool real = is_real(k);
      const unsigned part = key_[k] < low ? below : key_[k] > high ? above : between;
      const unsigned lanes[3] = {__ballot_sync(all_lanes, real && part == below),
                                 __ballot_sync(all_lanes, real && part == between),
                                 __ballot_sync(all_lanes, real && part == above)};
      const unsigned own = part == below ? lanes[0] : part == between ? lanes[1] : lanes[2];
      const unsigned before = part == below ? counts[0] : part == between ? counts[1] : counts[2];
      rank_[k] = static_cast<std::uint16_t>(part << 14 | (before + static_cast<unsigned>(__popc(own & before_lane))));
      for (unsigned p = 0; p < 3; ++p) counts[p] += static_cast<unsigned>(__popc(lanes[p]));
      if (lane_of_thread() == k) row_ = job_.own_share == 0 ? lanes[above] : lanes[below];
    }
    if (lane_of_thread() == 0) shared_.counts[warp_of_thread()] = counts[below] | counts[between] << 16;
  }

  /// Finds the begin of this warp's items of each part among the tile's, which are sorted by part.
  __device__ void find_slots() {
    std::uint32_t all = 0, before = 0;
#pragma unroll
    for (unsigned w = 0; w < warps; ++w) {
      if (w < warp_of_thread()) before += shared_.counts[w];
      all += shared_.counts[w];
    }
    counts_[below] = all & 0xFFFFu;
    counts_[between] = all >> 16;
    const std::uint32_t items_before = min(warp_of_thread() * (warp_threads * cut_items), count_);
    slots_[below] = before & 0xFFFFu;
    slots_[between] = counts_[below] + (before >> 16);
    slots_[above] = counts_[below] + counts_[between] + items_before - (before & 0xFFFFu) - (before >> 16);
  }

  __device__ void to_slots() {
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) {
      if (!is_real(k)) continue;
      const unsigned part = rank_[k] >> 14;
      const std::uint32_t slot = (part == below     ? slots_[below]
                                  : part == between ? slots_[between]
                                                    : slots_[above]) +
                                 (rank_[k] & 0x3FFFu);
      shared_.keys[slot] = key_[k];
      if (part != sent_part()) shared_.places[slot] = static_cast<std::uint16_t>(place_of(k));
    }
  }

  /// Called by one thread. The last tile reports the sent counts to both members.
  __device__ void find_begins(std::uint64_t before, std::uint64_t with_own) {
    const std::uint32_t other_slice = job_.n - first_ - count_, taken = job_.slice == 0 ? first_ : other_slice;
    const std::uint32_t first = PairStatus::first(before), second = PairStatus::second(before);
    const std::uint32_t sent[3] = {first, second, taken - first - second};
    const std::uint32_t own[3] = {counts_[below], counts_[between], count_ - counts_[below] - counts_[between]};
    const std::uint32_t end[3] = {job_.share_n[0], job_.room, job_.share_n[1]};
    for (unsigned p = 0; p < 3; ++p) shared_.begins[p] = job_.slice == 0 ? sent[p] : end[p] - sent[p] - own[p];
    if (turn_ + 1 != job_.tiles) return;
    for (OnePassState* const state : job_.states) state->sent[job_.slice] = with_own;
  }

  /// The slots of a part in the ordered tile, and their destination.
  struct Run {
    std::uint32_t slot, place, count;
  };
  __device__ Run run_of(unsigned part) const {
    const std::uint32_t slots[] = {0, counts_[below], counts_[below] + counts_[between], count_};
    return {slots[part], shared_.begins[part], slots[part + 1] - slots[part]};
  }

  /// Calls f(slot, place) for the slots of a part with places from `begin` to before `end`. Elements without space,
  /// which a wrong sample causes, are left out. A warp has places of one line of 128 bytes, so that whole lines are
  /// sent: the pass takes 6 % less time than with warps that begin anywhere. The first places may lie before the run.
  template <class Function>
  __device__ static void for_slots(const Run& run, std::uint32_t begin, std::uint32_t end, Function f) {
    constexpr std::uint32_t line = 32;
    for (std::uint32_t place = run.place / line * line + threadIdx.x; place - run.place + line < run.count + line;
         place += cut_threads) {
      if (place >= run.place && place >= begin && place < end) f(run.slot + (place - run.place), place);
    }
  }

  __device__ void write() const {
    const unsigned sent = sent_part(), kept = above - sent;
    const Run to_other = run_of(sent), to_own = run_of(kept), to_lists = run_of(between);
    std::uint32_t* const other_keys = job_.share[1 - job_.own_share].keys;
    for_slots(to_other, 0, job_.share_n[1 - job_.own_share],
              [&](std::uint32_t slot, std::uint32_t place) { other_keys[place] = shared_.keys[slot]; });
    std::uint32_t* const own_keys = job_.share[job_.own_share].keys;
    for_slots(to_own, 0, job_.share_n[job_.own_share], [&](std::uint32_t slot, std::uint32_t place) {
      const std::uint32_t number = number_of(slot);
      own_keys[place] = shared_.keys[slot];
      job_.numbers[place] = job_.ids != nullptr ? job_.ids[number] : number;
    });
    const std::uint32_t list_begin = job_.slice == 0 ? 0 : job_.room / 2;
    for_slots(to_lists, list_begin, list_begin + job_.room / 2, [&](std::uint32_t slot, std::uint32_t place) {
      for (const CandidateList& list : job_.lists) {
        list.keys[place] = shared_.keys[slot];
        list.numbers[place] = number_of(slot);
      }
    });
    if (threadIdx.x != 0) return;
    TileRecord& record = sent_record();
    record.number = job_.number + first_;
    record.begin = shared_.begins[sent];
  }
  __device__ std::uint32_t number_of(std::uint32_t slot) const { return job_.number + first_ + shared_.places[slot]; }

  __device__ TileRecord& sent_record() const { return job_.share[1 - job_.own_share].records[job_.in_all + tile_]; }
  __device__ void write_bits() const {
    static_assert(cut_items <= warp_threads);
    if (lane_of_thread() >= cut_items) return;
    sent_record().bits[warp_of_thread() * cut_items + lane_of_thread()] = row_;
  }

  const OnePassJob& job_;
  OnePassState& state_;
  Shared& shared_;
  std::uint32_t turn_ = 0, tile_ = 0, first_ = 0, count_ = 0;
  std::uint32_t key_[cut_items], counts_[2], slots_[3], row_ = 0;
  std::uint16_t rank_[cut_items];
};

template <class Keys>
__global__ void __launch_bounds__(cut_threads, 2) send_in_one_pass(Keys keys, const __grid_constant__ OnePassJob job) {
  OnePassSender(job).run(keys);
}

/// Makes the keys again, in memory. Few blocks take turns, since they seldom have work.
template <class Keys>
__global__ void write_made_keys(Keys made, std::uint32_t n, Gate gate, std::uint32_t* keys) {
  if (gate.is_shut()) return;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) keys[i] = made[i];
}

// ---- The list

struct CandidateWords {
  const std::uint32_t* words;
  std::uint32_t front, skipped;  // those of the first slice; the gap between them and the others
  __device__ std::uint32_t place(std::uint32_t i) const { return i < front ? i : i + skipped; }
  __device__ std::uint32_t operator[](std::uint32_t i) const { return words[place(i)]; }
};
__device__ inline CandidateWords candidate_words(const OnePassState& state, std::uint32_t room,
                                                 const std::uint32_t* words) {
  return {words, state.listed[0], room - state.listed[0] - state.listed[1]};
}

/// The sent counts give the places of the gaps and the rank of the cut in the list, or show that the sample was wrong.
/// Called by one thread.
__global__ void begin_list(const __grid_constant__ OnePassJob job, std::uint32_t first_n, OnePassState* state) {
  const std::uint64_t* sent = state->sent;
  const std::uint32_t surely_below = PairStatus::first(sent[0]) + PairStatus::first(sent[1]);
  const std::uint32_t listed = PairStatus::second(sent[0]) + PairStatus::second(sent[1]);
  const std::uint32_t rank = job.share_n[0] - surely_below;  // wraps if there are too many below
  bool fails = surely_below > job.share_n[0] || rank > listed;
  for (unsigned s = 0; s < 2; ++s) {
    state->listed[s] = PairStatus::second(sent[s]);
    fails = fails || state->listed[s] > job.room / 2;
  }
  state->gap[0] = PairStatus::first(sent[0]);
  state->gap[1] = first_n - state->gap[0] - state->listed[0];
  state->failed = fails ? 1 : 0;
  const std::uint32_t low = state->ends[0].key, high = state->ends[1].key;
  Cut cut = search_all(rank);
  cut.found = fails || rank == listed ? 1 : 0;
  cut.key = ~0u;  // the whole list is below
  cut.equals = ~0u;
  cut.base = low;
  cut.bits = 32 - static_cast<std::uint32_t>(__clz((high - low) | 1u));
  state->cut = cut;
}

__global__ void __launch_bounds__(cut_threads)
    search_list(const std::uint32_t* list, std::uint32_t room, unsigned round, OnePassState* state) {
  const Cut cut = state->cut;
  if (cut.found != 0) return;
  search_digit(candidate_words(*state, room, list), state->listed[0] + state->listed[1], cut, state->cut_rounds[round],
               &state->cut);
}

/// Blocks take tiles of the list and write the elements of their member's share into its gap.
struct GapJob {
  CandidateList list;
  std::uint32_t room;
  OnePassState* state;
  std::uint64_t* status;
  unsigned share;
  const std::uint32_t* ids;
  std::uint32_t *keys, *numbers;  // of the share
};

class GapFiller {
 public:
  __device__ explicit GapFiller(const GapJob& job) : job_(job), state_(*job.state) {}

  __device__ void run() {
    __shared__ std::uint32_t turn;
    const std::uint32_t all = state_.listed[0] + state_.listed[1];
    for (;;) {
      __syncthreads();
      if (threadIdx.x == 0) turn = atomicAdd(&state_.next_candidates, 1u);
      __syncthreads();
      const std::uint32_t tile = turn;
      if (std::uint64_t{tile} * cut_tile >= all) return;
      fill(tile, min(all - tile * cut_tile, cut_tile));
    }
  }

 private:
  __device__ static std::uint32_t place_of(unsigned k) {
    return warp_of_thread() * (warp_threads * cut_items) + k * warp_threads + lane_of_thread();
  }

  __device__ void fill(std::uint32_t tile, std::uint32_t count) {
    const CandidateWords words = candidate_words(state_, job_.room, job_.list.keys);
    std::uint32_t key[cut_items];
    std::uint32_t own = 0;  // less, and equal << 16
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) {
      const bool real = place_of(k) < count;
      key[k] = real ? words[tile * cut_tile + place_of(k)] : ~0u;
      if (real) own += TileCount::of(key[k] < state_.cut.key, key[k] == state_.cut.key);
    }
    const std::uint64_t before = sum_before(tile, warp_reduce(own, Sum()));
    std::uint32_t less = PairStatus::first(before), equal = PairStatus::second(before);
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) {
      const bool real = place_of(k) < count;
      const unsigned lanes_less = __ballot_sync(all_lanes, real && key[k] < state_.cut.key);
      const unsigned lanes_equal = __ballot_sync(all_lanes, real && key[k] == state_.cut.key);
      if (real)
        place(tile * cut_tile + place_of(k), key[k], less + lanes_before(lanes_less),
              equal + lanes_before(lanes_equal));
      less += static_cast<std::uint32_t>(__popc(lanes_less));
      equal += static_cast<std::uint32_t>(__popc(lanes_equal));
    }
  }
  __device__ static std::uint32_t lanes_before(unsigned lanes) {
    return static_cast<std::uint32_t>(__popc(lanes & ((1u << lane_of_thread()) - 1)));
  }

  /// PairStatus of all keys of the list before this warp's: less than the cut's, and equal.
  __device__ std::uint64_t sum_before(std::uint32_t tile, std::uint32_t own) const {
    constexpr unsigned warps = cut_threads / warp_threads;
    __shared__ std::uint32_t counts[warps];
    __shared__ std::uint64_t before_tile;
    if (lane_of_thread() == 0) counts[warp_of_thread()] = own;
    __syncthreads();
    std::uint32_t all = 0, before = 0;
    for (unsigned w = 0; w < warps; ++w) {
      if (w < warp_of_thread()) before += counts[w];
      all += counts[w];
    }
    if (warp_of_thread() == 0) {
      const PairLookBack look_back(job_.status);
      const std::uint64_t aggregate = PairStatus::of(TileCount::less(all), TileCount::equal(all));
      if (lane_of_thread() == 0) look_back.publish(tile, aggregate);
      const std::uint64_t sum = look_back.sum_before(tile, aggregate);
      if (lane_of_thread() == 0) before_tile = sum;
    }
    __syncthreads();
    return before_tile + PairStatus::of(TileCount::less(before), TileCount::equal(before));
  }

  /// Places element i of the list, after `less` keys below the cut's key and `equal` keys that equal it.
  __device__ void place(std::uint32_t i, std::uint32_t key, std::uint32_t less, std::uint32_t equal) const {
    const Cut& cut = state_.cut;
    const bool is_below = key < cut.key || (key == cut.key && equal < cut.equals);
    if (is_below != (job_.share == 0)) return;
    const std::uint32_t below_before = less + min(equal, cut.equals);
    const std::uint32_t to = state_.gap[job_.share] + (is_below ? below_before : i - below_before);
    const CandidateWords numbers = candidate_words(state_, job_.room, job_.list.numbers);
    job_.keys[to] = key;
    job_.numbers[to] = job_.ids != nullptr ? job_.ids[numbers[i]] : numbers[i];
  }

  const GapJob& job_;
  OnePassState& state_;
};

__global__ void __launch_bounds__(cut_threads, 2) fill_gap(const __grid_constant__ GapJob job) {
  if (job.state->failed != 0) return;
  GapFiller(job).run();
}

}  // namespace farfirst::cuda
