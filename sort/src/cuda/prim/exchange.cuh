#pragma once
// The exchange moves the elements of several GPUs to the shares of their keys, and keeps their sequence. Every GPU
// counts the elements of its tiles below each cut. The counts of all tiles, in the sequence of the elements' numbers,
// give the place of each tile in each share. Then the keys of tiles are written straight to the GPU that sorts them.
// Numbers of elements are not sent: a bit per element of a tile marks the share, and the GPU of the share derives the
// numbers. So half as many bytes cross the interconnect.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/cuts.cuh"
#include "cuda/prim/tile_record.cuh"

namespace farfirst::cuda {

/// The slices of one member, as kernels receive them.
struct SliceTable {
  unsigned slices;
  std::uint32_t tile[most_slices + 1];   // the first one of each, of the member's
  std::uint32_t in_all[most_slices];     // the number of that tile among those of all members
  std::uint32_t place[most_slices + 1];  // of its first key among the member's
  std::uint32_t number[most_slices];     // of its first element

  struct Tile {
    std::uint32_t in_all, place, number, count;
  };
  __device__ Tile operator[](std::uint32_t t) const {
    unsigned s = 0;
    while (t >= tile[s + 1]) ++s;
    const std::uint32_t offset = (t - tile[s]) * cut_tile;
    return {in_all[s] + t - tile[s], place[s] + offset, number[s] + offset,
            min(place[s + 1] - place[s] - offset, cut_tile)};
  }
};

/// The counts of all tiles for one cut are adjacent; there is space for `stride` tiles.
__global__ void __launch_bounds__(cut_threads)
    count_tiles(const std::uint32_t* keys, const __grid_constant__ SliceTable slices, unsigned cuts_number,
                const Cut* cuts, std::uint32_t stride, Gate gate, const __grid_constant__ Receivers counts) {
  if (gate.is_shut()) return;
  for (std::uint32_t t = blockIdx.x; t < slices.tile[slices.slices]; t += gridDim.x) {
    const SliceTable::Tile tile = slices[t];
    std::uint32_t key[cut_items];
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) {
      const std::uint32_t i = k * cut_threads + threadIdx.x;
      key[k] = i < tile.count ? keys[tile.place + i] : 0;
    }
    for (unsigned c = 0; c < cuts_number; ++c) {
      const std::uint32_t cut = cuts[c].key;
      std::uint32_t count = 0;
#pragma unroll
      for (unsigned k = 0; k < cut_items; ++k) {
        if (k * cut_threads + threadIdx.x < tile.count) count += TileCount::of(key[k] < cut, key[k] == cut);
      }
      count = block_reduce<cut_threads>(count, Sum());
      if (threadIdx.x == 0) counts.write(c * std::size_t{stride} + tile.in_all, count);
    }
  }
}

/// A block for each cut: before[t] = the numbers of elements of earlier tiles that are less, and equal.
__global__ void __launch_bounds__(choice_threads)
    sum_tiles(const std::uint32_t* counts, std::uint32_t tiles, std::uint32_t stride, Gate gate, uint2* before) {
  constexpr unsigned each = 8;
  if (gate.is_shut()) return;
  counts += blockIdx.x * std::size_t{stride};
  before += blockIdx.x * std::size_t{stride};
  std::uint64_t sum = 0;
  for (std::uint32_t base = 0; base < tiles; base += each * choice_threads) {
    const std::uint32_t first = base + each * threadIdx.x;
    std::uint64_t own[each], own_sum = 0, total = 0;
#pragma unroll
    for (unsigned k = 0; k < each; ++k) {
      const std::uint32_t word = first + k < tiles ? counts[first + k] : 0;
      own[k] = own_sum;
      own_sum += std::uint64_t{TileCount::equal(word)} << 32 | TileCount::less(word);
    }
    const std::uint64_t start = sum + block_exclusive_sum<choice_threads>(own_sum, total);
#pragma unroll
    for (unsigned k = 0; k < each; ++k) {
      const std::uint64_t at = start + own[k];
      if (first + k < tiles) before[first + k] = make_uint2(static_cast<unsigned>(at), static_cast<unsigned>(at >> 32));
    }
    sum += total;
  }
}

struct ShareTargets {
  ShareTarget share[most_members];
};

/// A block that sends one tile. For a place, B(c) is the number of earlier elements below cut c: those that are less,
/// and as many of the equal ones as belong there. So share s has B(s) - B(s - 1) of them, which is the place there.
class TileSender {
 public:
  static constexpr unsigned warps = cut_threads / warp_threads;
  struct Shared {
    std::uint32_t keys[cut_tile];
    std::uint32_t counts[most_members][warps];  // TileCount of each warp, for each cut
    std::uint32_t begins[most_members + 1];     // begin of the tile's elements of each share in the share
    std::uint32_t slots[most_members + 1];      // and their begin here
  };

  __device__ TileSender(SliceTable::Tile tile, unsigned cuts_number, const Cut* cuts, const uint2* before,
                        std::uint32_t stride)
      : tile_(tile),
        cuts_number_(cuts_number),
        cuts_(cuts),
        before_(before),
        stride_(stride),
        shared_(*dynamic_shared<Shared>()) {}

  __device__ void run(const std::uint32_t* keys, const ShareTargets& to) {
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) key_[k] = is_real(k) ? keys[tile_.place + place_of(k)] : ~0u;
    count_warps();
    __syncthreads();
    find_begins();
    rank();
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) {
      if (is_real(k)) shared_.keys[place_[k] - shared_.begins[share_[k]] + shared_.slots[share_[k]]] = key_[k];
    }
    write_records(to);
    __syncthreads();
    write_keys(to);
  }

 private:
  /// The items of a warp are rows of lanes, so ranks within a warp are votes.
  __device__ static std::uint32_t place_of(unsigned k) {
    return warp_of_thread() * (warp_threads * cut_items) + k * warp_threads + lane_of_thread();
  }
  __device__ bool is_real(unsigned k) const { return place_of(k) < tile_.count; }
  /// B of a place, from the numbers of less and equal elements before it.
  __device__ std::uint32_t below(unsigned c, std::uint32_t less, std::uint32_t equal) const {
    return less + min(equal, cuts_[c].equals);
  }

  __device__ void count_warps() {
    for (unsigned c = 0; c < cuts_number_; ++c) {
      const std::uint32_t cut = cuts_[c].key;
      std::uint32_t count = 0;
#pragma unroll
      for (unsigned k = 0; k < cut_items; ++k) {
        if (is_real(k)) count += TileCount::of(key_[k] < cut, key_[k] == cut);
      }
      count = warp_reduce(count, Sum());
      if (lane_of_thread() == 0) shared_.counts[c][warp_of_thread()] = count;
    }
  }

  /// Called by all threads; thread s finds the begin of share s.
  __device__ void find_begins() {
    const unsigned s = threadIdx.x;
    if (s > cuts_number_) return;
    std::uint32_t from[2] = {0, tile_.number}, to[2] = {0, tile_.number + tile_.count};
    for (unsigned side = 0; side < 2; ++side) {
      if (s + side == 0 || s + side > cuts_number_) continue;
      const unsigned c = s + side - 1;
      const uint2 before = before_[c * std::size_t{stride_} + tile_.in_all];
      std::uint32_t all = 0;
      for (unsigned w = 0; w < warps; ++w) all += shared_.counts[c][w];
      from[side] = below(c, before.x, before.y);
      to[side] = below(c, before.x + TileCount::less(all), before.y + TileCount::equal(all));
    }
    shared_.begins[s] = from[1] - from[0];
    shared_.slots[s] = to[0] - from[0];  // those of earlier shares
  }

  __device__ void rank() {
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) {
      share_[k] = 0;
      place_[k] = tile_.number + place_of(k);
    }
    const unsigned before_lane = (1u << lane_of_thread()) - 1;
    for (unsigned c = 0; c < cuts_number_; ++c) {
      const std::uint32_t cut = cuts_[c].key, equals = cuts_[c].equals;
      const uint2 before = before_[c * std::size_t{stride_} + tile_.in_all];
      std::uint32_t less = before.x, equal = before.y;
      for (unsigned w = 0; w < warp_of_thread(); ++w) {
        less += TileCount::less(shared_.counts[c][w]);
        equal += TileCount::equal(shared_.counts[c][w]);
      }
#pragma unroll
      for (unsigned k = 0; k < cut_items; ++k) {
        const bool is_less = is_real(k) && key_[k] < cut, is_equal = is_real(k) && key_[k] == cut;
        const unsigned lanes_less = __ballot_sync(all_lanes, is_less), lanes_equal = __ballot_sync(all_lanes, is_equal);
        const std::uint32_t own_equal = equal + static_cast<std::uint32_t>(__popc(lanes_equal & before_lane));
        const std::uint32_t b =
            below(c, less + static_cast<std::uint32_t>(__popc(lanes_less & before_lane)), own_equal);
        // place_ is the number until the cut above the element's share is known, then B(s) - B(s - 1).
        if (is_less || (is_equal && own_equal < equals)) {
          if (share_[k] == c) place_[k] = b - low_[k];
        } else {
          share_[k] = c + 1;
          low_[k] = b;
        }
        less += static_cast<std::uint32_t>(__popc(lanes_less));
        equal += static_cast<std::uint32_t>(__popc(lanes_equal));
      }
    }
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) {
      if (share_[k] == cuts_number_) place_[k] -= low_[k];
    }
  }

  __device__ void write_records(const ShareTargets& to) const {
    static_assert(cut_items <= warp_threads);
    for (unsigned s = 0; s <= cuts_number_; ++s) {
      TileRecord& record = to.share[s].records[tile_.in_all];
      std::uint32_t own = 0;
#pragma unroll
      for (unsigned k = 0; k < cut_items; ++k) {
        const unsigned row = __ballot_sync(all_lanes, is_real(k) && share_[k] == s);
        if (lane_of_thread() == k) own = row;
      }
      if (lane_of_thread() < cut_items) record.bits[warp_of_thread() * cut_items + lane_of_thread()] = own;
      if (threadIdx.x == 0) {
        record.number = tile_.number;
        record.begin = shared_.begins[s];
      }
    }
  }

  __device__ void write_keys(const ShareTargets& to) const {
    for (std::uint32_t i = threadIdx.x; i < tile_.count; i += cut_threads) {
      unsigned s = cuts_number_;
      while (i < shared_.slots[s]) --s;
      to.share[s].keys[i - shared_.slots[s] + shared_.begins[s]] = shared_.keys[i];
    }
  }

  const SliceTable::Tile tile_;
  const unsigned cuts_number_;
  const Cut* const cuts_;
  const uint2* const before_;
  const std::uint32_t stride_;
  Shared& shared_;
  std::uint32_t key_[cut_items], place_[cut_items], low_[cut_items] = {};
  unsigned share_[cut_items];
};

__global__ void __launch_bounds__(cut_threads, 2)
    send_tiles(const std::uint32_t* keys, const __grid_constant__ SliceTable slices, unsigned cuts_number,
               const Cut* cuts, const uint2* before, std::uint32_t stride, Gate gate,
               const __grid_constant__ ShareTargets to) {
  if (gate.is_shut()) return;
  for (std::uint32_t t = blockIdx.x; t < slices.tile[slices.slices]; t += gridDim.x) {
    TileSender(slices[t], cuts_number, cuts, before, stride).run(keys, to);
    __syncthreads();
  }
}

/// Writes the numbers of the elements of a share, or their `ids`. Blocks take the tiles of all GPUs in turn.
__global__ void __launch_bounds__(number_threads)
    write_numbers(const TileRecord* records, std::uint32_t tiles, const std::uint32_t* ids, Gate gate,
                  std::uint32_t* numbers) {
  if (gate.is_shut()) return;
  for (std::uint32_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const TileRecord& record = records[t];
    const std::uint32_t own = record.bits[threadIdx.x], first = record.number + warp_of_thread() * (32 * warp_threads);
    std::uint32_t total = 0;
    const std::uint32_t own_before =
        record.begin + block_exclusive_sum<number_threads>(static_cast<std::uint32_t>(__popc(own)), total);
    for (int row = 0; row < static_cast<int>(warp_threads); ++row) {
      const unsigned bits = __shfl_sync(all_lanes, own, row);
      const std::uint32_t before = __shfl_sync(all_lanes, own_before, row);
      if ((bits >> lane_of_thread() & 1u) == 0) continue;
      const auto place = before + static_cast<std::uint32_t>(__popc(bits & ((1u << lane_of_thread()) - 1)));
      const std::uint32_t number = first + static_cast<std::uint32_t>(row) * warp_threads + lane_of_thread();
      numbers[place] = ids != nullptr ? ids[number] : number;
    }
  }
}

}  // namespace farfirst::cuda
