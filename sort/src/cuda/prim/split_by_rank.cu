// See split_by_rank.h.
#include "cuda/prim/split_by_rank.h"

#include <algorithm>
#include <cmath>

#include "cuda/launch.h"
#include "cuda/prim/cut_kernels.cuh"
#include "cuda/prim/exchange.cuh"

namespace farfirst::cuda {
namespace {

// Half the width of a bracket in standard deviations: once in ten thousand calls it does not hold its cut.
constexpr double deviations = 4;
/// Inputs below this size are searched as a whole.
constexpr std::uint32_t least_sampled = 1u << 16;

std::uint32_t most_tiles(std::uint32_t max_n) { return max_n / cut_tile + most_slices * most_members; }

SliceTable table_of(const SplitByRank::Job& job, unsigned member) {
  SliceTable table{};
  std::uint32_t in_all = 0;
  for (const Slice& slice : job.slices) {
    const std::uint32_t tiles = blocks_for(slice.n, cut_tile);
    if (slice.member == member) {
      const unsigned s = table.slices++;
      table.in_all[s] = in_all;
      table.number[s] = slice.first;
      table.tile[s + 1] = table.tile[s] + tiles;
      table.place[s + 1] = table.place[s] + slice.n;
    }
    in_all += tiles;
  }
  return table;
}

std::uint32_t tiles_of(std::span<const Slice> slices) {
  std::uint32_t tiles = 0;
  for (const Slice& slice : slices) tiles += blocks_for(slice.n, cut_tile);
  return tiles;
}

unsigned cuts_of(const SplitByRank::Job& job) { return static_cast<unsigned>(job.begins.size() - 2); }

/// The number of blocks that take tiles of n keys in turn.
unsigned tile_blocks(const CudaDevice& device, std::uint32_t n) {
  return std::clamp(blocks_for(n, cut_tile), 1u, 4 * device.limits().multiprocessors);
}

/// If they run only when the sample was wrong, just as many as run at once, since that is rare.
unsigned blocks_of(const CudaDevice& device, std::uint32_t tiles, const Gate& gate) {
  return gate.word == nullptr || gate.value == 0 ? tiles : std::min(tiles, 2 * device.limits().multiprocessors);
}

}  // namespace

SplitByRank::Places::Places(std::uint32_t max_n) {
  std::size_t next = 0;
  const auto take = [&next](std::size_t bytes) {
    const std::size_t begin = next;
    next += core::aligned(bytes);
    return begin;
  };
  cuts = take(most_members * sizeof(Cut));
  tallies = take(most_members * most_members * sizeof(Tally));
  counts = take(search_rounds * most_members * most_members * search_values * sizeof(std::uint32_t));
  sample = take(sample_size(max_n) * sizeof(std::uint32_t));
  tiles = take(most_members * most_tiles(max_n) * sizeof(std::uint32_t));
  prefixes = take(most_members * most_tiles(max_n) * sizeof(uint2));
  end = next;
}

SplitByRank::SplitByRank(const Group& group, std::uint32_t max_n, Sample sample, bool direct)
    : group_(group), sample_(sample), direct_(direct), room_(max_n / 16 + 4096), places_(max_n) {
  group.each([](unsigned, const CudaDevice&) {
    allow_shared(narrow_cuts, cut_tile * sizeof(std::uint32_t));
    allow_shared(send_tiles, sizeof(TileSender::Shared));
  });
}

std::size_t SplitByRank::candidate_bytes() const {
  return std::size_t{group_.size() - 1} * room_ * sizeof(std::uint32_t);
}

std::size_t SplitByRank::tallies_of(unsigned member) const {
  return places_.tallies + member * most_members * sizeof(Tally);
}

std::size_t SplitByRank::record_bytes(std::uint32_t max_n) { return most_tiles(max_n) * sizeof(TileRecord); }

/// Data that others read or write there directly needs no copy.
void SplitByRank::send_to_others(const Job& job, unsigned member, std::size_t place, std::size_t bytes) const {
  if (direct_) return;
  for (unsigned other = 0; other < group_.size(); ++other) {
    if (other == member) continue;
    Group::copy(group_[member], job.memory[other] + place, job.memory[member] + place, bytes);
  }
}

Everyone SplitByRank::everyone(const Job& job, unsigned member) const {
  Everyone all{{}, group_.size()};
  for (unsigned m = 0; m < group_.size(); ++m) all.memory[m] = job.memory[direct_ ? m : member];
  return all;
}

Receivers SplitByRank::receivers(const Job& job, unsigned member, std::size_t place) const {
  Receivers all{{}, direct_ ? group_.size() : 1};
  for (unsigned r = 0; r < all.count; ++r) all.words[r] = at<std::uint32_t>(job, direct_ ? r : member, place);
  return all;
}

Gate SplitByRank::gate(const Job& job, unsigned member) {
  return job.only_if.empty() ? Gate() : Gate{job.only_if[member], 1};
}

void SplitByRank::enqueue(const Job& job) const {
  group_.each([&](unsigned member, const CudaDevice& device) {  // its own counts; the others send theirs
    fill(device, at<std::byte>(job, member, tallies_of(member)), 0, most_members * sizeof(Tally));
    fill(device, at<std::byte>(job, member, counts_of(member)), 0, search_rounds * counts_bytes);
  });
  const bool is_sure = job.only_if.empty();
  const bool has_sample =
      is_sure && (sample_ == Sample::always || (sample_ == Sample::chosen && job.n >= least_sampled));
  job.passes.begin("find cuts");
  if (has_sample) {
    take_sample(job);
    narrow(job);
  }
  const Ranks ranks = ranks_of(job.begins, job.n, sample_size(job.n));
  group_.each([&](unsigned member, const CudaDevice& device) {
    launch(device, {.blocks = 1, .threads = warp_threads}, begin_search, ranks, everyone(job, member), places_.tallies,
           has_sample, room_, gate(job, member), at<Cut>(job, member, places_.cuts));
  });
  search(job);
  job.passes.begin("count tiles");
  count_tiles(job);
  job.passes.begin("exchange");
  send(job);
  job.passes.begin("numbers");
  number(job);
}

Ranks SplitByRank::ranks_of(std::span<const std::uint32_t> begins, std::uint32_t n, std::uint32_t sampled) {
  Ranks ranks{.cuts = static_cast<unsigned>(begins.size() - 2), .n = n, .rank = {}, .low = {}, .high = {}};
  for (unsigned c = 0; c < ranks.cuts; ++c) {
    ranks.rank[c] = begins[c + 1];
    const double share = static_cast<double>(ranks.rank[c]) / n;
    const double middle = share * sampled, apart = deviations * std::sqrt(middle * (1 - share)) + 2;
    ranks.low[c] = static_cast<std::int32_t>(std::max(middle - apart, -1.0));
    ranks.high[c] = static_cast<std::int32_t>(std::min(middle + apart, static_cast<double>(sampled)));
  }
  return ranks;
}

std::pair<std::uint32_t, std::uint32_t> SplitByRank::part_of_sample(std::uint32_t first, std::uint32_t n,
                                                                    std::uint32_t all, std::uint32_t sampled) {
  const auto place = [&](std::uint64_t i) { return static_cast<std::uint32_t>(i * sampled / all); };
  return {place(first), place(std::uint64_t{first} + n)};
}

void SplitByRank::write_numbers(const CudaDevice& device, std::uint32_t tiles, const TileRecord* records,
                                const std::uint32_t* ids, const Gate& gate, std::uint32_t* numbers) {
  launch(device, {.blocks = blocks_of(device, tiles, gate), .threads = number_threads}, cuda::write_numbers, records,
         tiles, ids, gate, numbers);
}

/// Every GPU contributes to the sample in proportion to its keys.
void SplitByRank::take_sample(const Job& job) const {
  std::uint32_t before = 0;
  group_.each([&](unsigned member, const CudaDevice& device) {
    const MemberKeys& own = job.keys[member];
    const auto [first, end] = part_of_sample(before, own.n, job.n, sample_size(job.n));
    before += own.n;
    launch(device, {.blocks = blocks_for(end - first, 256), .threads = 256}, sample_keys<const std::uint32_t*>,
           own.keys, own.n, first, end - first, receivers(job, member, places_.sample));
    send_to_others(job, member, places_.sample + first * sizeof(std::uint32_t), (end - first) * sizeof(std::uint32_t));
  });
  group_.meet();
}

void SplitByRank::narrow(const Job& job) const {
  const Ranks ranks = ranks_of(job.begins, job.n, sample_size(job.n));
  group_.each([&](unsigned member, const CudaDevice& device) {
    auto* const cuts = at<Cut>(job, member, places_.cuts);
    launch(device, {.blocks = ranks.cuts, .threads = choice_threads, .blocks_y = 2}, bracket_cuts, ranks,
           at<const std::uint32_t>(job, member, places_.sample), sample_size(job.n), cuts);
    const MemberKeys& own = job.keys[member];
    const std::size_t tallies = tallies_of(member);
    launch(device,
           {.blocks = tile_blocks(device, own.n),
            .threads = cut_threads,
            .shared = cut_tile * sizeof(std::uint32_t),
            .blocks_y = ranks.cuts},
           narrow_cuts, own.keys, own.n, cuts, reinterpret_cast<std::uint32_t*>(job.candidates[member]), room_,
           at<Tally>(job, member, tallies));
    send_to_others(job, member, tallies, ranks.cuts * sizeof(Tally));
  });
  group_.meet();
}

void SplitByRank::search(const Job& job) const {
  const unsigned cuts_number = cuts_of(job);
  for (unsigned round = 0; round < search_rounds; ++round) {
    group_.each([&](unsigned member, const CudaDevice& device) {
      const MemberKeys& own = job.keys[member];
      launch(device, {.blocks = tile_blocks(device, own.n), .threads = cut_threads, .blocks_y = cuts_number},
             count_digits, own.keys, own.n, reinterpret_cast<const std::uint32_t*>(job.candidates[member]), room_,
             at<const Tally>(job, member, tallies_of(member)), at<const Cut>(job, member, places_.cuts),
             at<std::uint32_t>(job, member, counts_of(member) + round * counts_bytes));
      send_to_others(job, member, counts_of(member) + round * counts_bytes,
                     cuts_number * search_values * sizeof(std::uint32_t));
    });
    group_.meet();
    group_.each([&](unsigned member, const CudaDevice& device) {
      launch(device, {.blocks = cuts_number, .threads = choice_threads}, choose_digits, everyone(job, member),
             places_.counts + round * counts_bytes, at<Cut>(job, member, places_.cuts));
    });
  }
}

void SplitByRank::count_tiles(const Job& job) const {
  const unsigned cuts_number = cuts_of(job);
  const std::uint32_t tiles = tiles_of(job.slices);
  group_.each([&](unsigned member, const CudaDevice& device) {
    const SliceTable table = table_of(job, member);
    launch(device, {.blocks = blocks_of(device, table.tile[table.slices], gate(job, member)), .threads = cut_threads},
           cuda::count_tiles, job.keys[member].keys, table, cuts_number, at<const Cut>(job, member, places_.cuts),
           tiles, gate(job, member), receivers(job, member, places_.tiles));
    for (unsigned s = 0; s < table.slices; ++s) {
      for (unsigned c = 0; c < cuts_number; ++c) {
        const std::size_t first = c * std::size_t{tiles} + table.in_all[s];
        send_to_others(job, member, places_.tiles + first * sizeof(std::uint32_t),
                       (table.tile[s + 1] - table.tile[s]) * sizeof(std::uint32_t));
      }
    }
  });
  group_.meet();
  group_.each([&](unsigned member, const CudaDevice& device) {
    launch(device, {.blocks = cuts_number, .threads = choice_threads}, sum_tiles,
           at<const std::uint32_t>(job, member, places_.tiles), tiles, tiles, gate(job, member),
           at<uint2>(job, member, places_.prefixes));
  });
}

void SplitByRank::send(const Job& job) const {
  const std::uint32_t tiles = tiles_of(job.slices);
  ShareTargets targets{};
  std::ranges::copy(job.targets, targets.share);
  group_.each([&](unsigned member, const CudaDevice& device) {
    const SliceTable table = table_of(job, member);
    launch(device,
           {.blocks = blocks_of(device, table.tile[table.slices], gate(job, member)),
            .threads = cut_threads,
            .shared = sizeof(TileSender::Shared)},
           send_tiles, job.keys[member].keys, table, cuts_of(job), at<const Cut>(job, member, places_.cuts),
           at<const uint2>(job, member, places_.prefixes), tiles, gate(job, member), targets);
  });
  group_.meet();
}

void SplitByRank::number(const Job& job) const {
  const std::uint32_t tiles = tiles_of(job.slices);
  group_.each([&](unsigned member, const CudaDevice& device) {
    const auto share = static_cast<std::size_t>(std::ranges::find(job.members, member) - job.members.begin());
    write_numbers(device, tiles, job.targets[share].records, job.ids, gate(job, member), job.numbers[share]);
  });
}

}  // namespace farfirst::cuda
