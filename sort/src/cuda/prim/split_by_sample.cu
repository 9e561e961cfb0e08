// See split_by_sample.h.
#include "cuda/prim/split_by_sample.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "cuda/launch.h"
#include "cuda/prim/one_pass.cuh"

namespace farfirst::cuda {
namespace {

template <class Function>
void with_point_key(Metric metric, Function f) {
  if (metric == Metric::radial) return f(PointKey<Metric::radial>());
  f(PointKey<Metric::view_depth>());
}

/// Each of the two members has one slice and one share.
unsigned slice_of(const SplitByRank::Job& job, unsigned member) { return job.slices[0].member == member ? 0 : 1; }
unsigned share_of(const SplitByRank::Job& job, unsigned member) { return job.members[0] == member ? 0 : 1; }

/// The tiles of a slice, and the number of tiles before them.
struct SliceTiles {
  std::uint32_t before, tiles;
};
SliceTiles tiles_of(const SplitByRank::Job& job, unsigned slice) {
  const std::uint32_t before = slice == 0 ? 0 : blocks_for(job.slices[0].n, cut_tile);
  return {before, blocks_for(job.slices[slice].n, cut_tile)};
}

CandidateList list_of(const SplitByRank::Job& job, unsigned member, std::uint32_t room) {
  auto* const words = reinterpret_cast<std::uint32_t*>(job.candidates[member]);
  return {words, words + room};
}

/// Keys in the sample of n: one of 256, at most a million. Then one element of 250 is inside the bracket.
/// With four times as many inside, their common digits made the third radix pass of 128 million a fifth
/// slower.
std::uint32_t sampled_of(std::uint32_t n) { return std::clamp(std::bit_ceil(n / 256), 1u << 14, 1u << 20); }

}  // namespace

SplitBySample::Places::Places(std::uint32_t max_n, std::uint32_t room) {
  std::size_t next = 0;
  const auto take = [&next](std::size_t bytes) {
    const std::size_t begin = next;
    next += core::aligned(bytes);
    return begin;
  };
  state = take(sizeof(OnePassState));
  status = take(blocks_for(max_n, cut_tile) * sizeof(std::uint64_t));
  list_status = take(blocks_for(room, cut_tile) * sizeof(std::uint64_t));
  zeroed = next;
  sample = take(sampled_of(max_n) * sizeof(std::uint32_t));
  end = next;
}

// A bracket holds 3 % of all elements at most, and each slice has half of the list.
SplitBySample::SplitBySample(const Group& group, std::uint32_t max_n)
    : group_(group),
      numbers_group_(Group::Beside{group}),
      again_group_(Group::Beside{group}),
      again_(again_group_, max_n, SplitByRank::Sample::never, true),
      room_(max_n / 16 * 2 + 8192),
      places_(max_n, room_) {
  group.each([](unsigned, const CudaDevice&) {
    allow_shared(send_in_one_pass<GivenKeys>, sizeof(OnePassSender::Shared));
    for (const Metric metric : {Metric::radial, Metric::view_depth}) {
      with_point_key(
          metric, []<class Key>(Key) { allow_shared(send_in_one_pass<MadeKeys<Key>>, sizeof(OnePassSender::Shared)); });
    }
  });
}

bool SplitBySample::takes(std::span<const Slice> slices) {
  return slices.size() == 2 && slices[0].member != slices[1].member;
}

std::size_t SplitBySample::candidate_bytes() const { return 2 * room_ * sizeof(std::uint32_t); }

OnePassState* SplitBySample::state(const Job& job, unsigned member) const {
  return at<OnePassState>(job, member, places_.state);
}

const std::uint32_t* SplitBySample::failed(std::span<std::byte* const> memory, unsigned member) const {
  return reinterpret_cast<const std::uint32_t*>(memory[member] + places_.state + offsetof(OnePassState, failed));
}

template <class Function>
void SplitBySample::with_keys(const Job& job, unsigned member, Function f) const {
  if (job.makes.empty()) return f(GivenKeys{job.split.keys[member].keys});
  const Elements elements = elements_of(job.makes[member]);
  with_point_key(job.makes[member].metric, [&]<class Key>(Key) { f(MadeKeys<Key>{elements, are_in_fours(elements)}); });
}

OnePassJob SplitBySample::pass_of(const Job& job, unsigned member) const {
  const unsigned slice = slice_of(job.split, member);
  const Slice& own = job.split.slices[slice];
  const SliceTiles tiles = tiles_of(job.split, slice);
  const unsigned own_share = share_of(job.split, member);
  OnePassJob pass{.n = own.n,
                  .number = own.first,
                  .tiles = tiles.tiles,
                  .in_all = tiles.before,
                  .slice = slice,
                  .share_n = {},
                  .share = {},
                  .lists = {},
                  .room = room_,
                  .states = {},
                  .own = member,
                  .status = at<std::uint64_t>(job, member, places_.status),
                  .own_share = own_share,
                  .ids = job.split.ids,
                  .numbers = job.split.numbers[own_share]};
  for (unsigned i = 0; i < 2; ++i) {
    pass.share_n[i] = job.split.begins[i + 1] - job.split.begins[i];
    pass.share[i] = job.split.targets[i];
    pass.lists[i] = list_of(job.split, i, room_);
    pass.states[i] = state(job, i);
  }
  return pass;
}

void SplitBySample::enqueue(const Job& job) const {
  group_.each([&](unsigned member, const CudaDevice& device) { fill(device, job.memory[member], 0, places_.zeroed); });
  job.split.passes.begin("sample");
  take_sample(job);
  job.split.passes.begin(job.makes.empty() ? "exchange" : "keys and exchange");
  send(job);
  job.split.passes.begin("fill gaps");
  begin_lists(job);
  numbers_group_.follow(group_);
  again_group_.follow(group_);
  write_numbers(job);
  fill_gaps(job);
  make_missing_keys(job);
  split_again(job);
  group_.follow(numbers_group_);
  group_.follow(again_group_);
}

/// Both members find the same bracket.
void SplitBySample::take_sample(const Job& job) const {
  const std::uint32_t sampled = sampled_of(job.split.n);
  const Ranks ranks = SplitByRank::ranks_of(job.split.begins, job.split.n, sampled);
  Receivers receivers{{at<std::uint32_t>(job, 0, places_.sample), at<std::uint32_t>(job, 1, places_.sample)}, 2};
  group_.each([&](unsigned member, const CudaDevice& device) {
    const Slice& own = job.split.slices[slice_of(job.split, member)];
    const auto [first, end] = SplitByRank::part_of_sample(own.first, own.n, job.split.n, sampled);
    with_keys(job, member, [&]<class Keys>(const Keys& keys) {
      launch(device, {.blocks = blocks_for(end - first, 128), .threads = 128}, sample_keys<Keys>, keys, own.n, first,
             end - first, receivers);
    });
  });
  group_.meet();
  group_.each([&](unsigned member, const CudaDevice& device) {
    const unsigned blocks = std::min(blocks_for(sampled, cut_tile), device.limits().multiprocessors);
    for (unsigned round = 0; round < search_rounds; ++round) {
      launch(device, {.blocks = blocks, .threads = cut_threads, .blocks_y = 2}, search_sample,
             at<const std::uint32_t>(job, member, places_.sample), sampled, ranks, round, state(job, member));
    }
  });
}

void SplitBySample::send(const Job& job) const {
  group_.each([&](unsigned member, const CudaDevice& device) {
    const OnePassJob pass = pass_of(job, member);
    with_keys(job, member, [&]<class Keys>(const Keys& keys) {
      launch(device, {.blocks = pass.tiles, .threads = cut_threads, .shared = sizeof(OnePassSender::Shared)},
             send_in_one_pass<Keys>, keys, pass);
    });
  });
  group_.meet();
}

void SplitBySample::begin_lists(const Job& job) const {
  group_.each([&](unsigned member, const CudaDevice& device) {
    launch(device, {.blocks = 1, .threads = 1}, begin_list, pass_of(job, member), job.split.slices[0].n,
           state(job, member));
  });
}

/// Writes the numbers of elements that came from the other member.
void SplitBySample::write_numbers(const Job& job) const {
  numbers_group_.each([&](unsigned member, const CudaDevice& device) {
    const unsigned share = share_of(job.split, member);
    const SliceTiles received = tiles_of(job.split, 1 - slice_of(job.split, member));
    SplitByRank::write_numbers(device, received.tiles, job.split.targets[share].records + received.before,
                               job.split.ids, Gate{failed(job.memory, member), 0}, job.split.numbers[share]);
  });
}

void SplitBySample::fill_gaps(const Job& job) const {
  group_.each([&](unsigned member, const CudaDevice& device) {
    OnePassState* const own = state(job, member);
    const CandidateList list = list_of(job.split, member, room_);
    const unsigned blocks = std::min(blocks_for(room_, cut_tile), 2 * device.limits().multiprocessors);
    for (unsigned round = 0; round < search_rounds; ++round) {
      launch(device, {.blocks = blocks, .threads = cut_threads}, search_list, list.keys, room_, round, own);
    }
    const unsigned share = share_of(job.split, member);
    launch(device, {.blocks = blocks, .threads = cut_threads}, fill_gap,
           GapJob{.list = list,
                  .room = room_,
                  .state = own,
                  .status = at<std::uint64_t>(job, member, places_.list_status),
                  .share = share,
                  .ids = job.split.ids,
                  .keys = job.split.targets[share].keys,
                  .numbers = job.split.numbers[share]});
  });
}

/// SplitByRank reads keys from memory.
void SplitBySample::make_missing_keys(const Job& job) const {
  if (job.makes.empty()) return;
  again_group_.each([&](unsigned member, const CudaDevice& device) {
    const MemberKeys& kept = job.split.keys[member];
    with_keys(job, member, [&]<class Keys>(const Keys& keys) {
      launch(device, {.blocks = 2 * device.limits().multiprocessors, .threads = cut_threads}, write_made_keys<Keys>,
             keys, kept.n, Gate{failed(job.memory, member), 1}, const_cast<std::uint32_t*>(kept.keys));
    });
  });
}

void SplitBySample::split_again(const Job& job) const {
  const std::uint32_t* const all_failed[] = {failed(job.memory, 0), failed(job.memory, 1)};
  SplitByRank::Job again = job.split;
  again.only_if = all_failed;
  again.passes = {};
  again_.enqueue(again);
}

}  // namespace farfirst::cuda
