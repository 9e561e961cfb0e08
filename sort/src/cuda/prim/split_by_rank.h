#pragma once
// Splits keys on several GPUs into shares, each a range of the order, and sends every key with its number to the GPU
// that sorts its share. Shares are cut at exact ranks: see cuts.cuh. Within a share elements keep their sequence, so a
// stable sort of its keys gives the one total order.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/implementation.h"
#include "cuda/prim/group.h"

namespace farfirst::cuda {

inline constexpr std::uint32_t cut_tile = 8192;  // elements that a block takes at once
inline constexpr unsigned search_bits = 11, search_values = 1u << search_bits, search_rounds = 3;
static_assert(search_bits * search_rounds >= 32);
/// Keys in the sample of n. With four times as many the bracket of a cut is half as wide, which pays off if it has
/// millions of elements: 1.6 % of them instead of 3.
constexpr std::uint32_t sample_size(std::uint32_t n) { return n >= 48u << 20 ? 1u << 16 : 1u << 14; }
/// Maximum number of slices of one member.
inline constexpr unsigned most_slices = 16;

/// Elements of one member: numbers from `first` on.
struct Slice {
  unsigned member;
  std::uint32_t first, n;
};

/// The keys of one member: those of its slices, in this sequence, in its memory.
struct MemberKeys {
  const std::uint32_t* keys;
  std::uint32_t n;
};

struct TileRecord;
struct Everyone;
struct Receivers;
struct Gate;
struct Ranks;
struct Cut;

/// The target of the keys of one share and of the records for their numbers, in its member's or the host's memory.
struct ShareTarget {
  std::uint32_t* keys;
  TileRecord* records;
};

class SplitByRank {
 public:
  enum class Sample : std::uint8_t { chosen, never, always };

  /// `direct`: members read and write each other's memory.
  SplitByRank(const Group& group, std::uint32_t max_n, Sample sample, bool direct);

  /// Bytes of each member's memory, 256-byte aligned; and of further memory for candidates.
  std::size_t bytes() const { return places_.end; }
  std::size_t candidate_bytes() const;
  /// Bytes of the records of a share.
  static std::size_t record_bytes(std::uint32_t max_n);

  struct Job {
    std::uint32_t n = 0;
    std::span<const Slice> slices;  // in the sequence of numbers; together all n elements
    std::span<const MemberKeys> keys;
    std::span<const std::uint32_t> begins;          // of the shares in the order; then n
    std::span<const ShareTarget> targets;           // of the shares
    std::span<const unsigned> members;              // that sort the shares
    std::span<std::uint32_t* const> numbers;        // of the elements of each share, in the memory of its member
    const std::uint32_t* ids = nullptr;             // written in place of numbers; null: the numbers
    std::span<std::byte*const> memory, candidates;  // of each member
    // A word for each member: does nothing unless it is 1. Empty: always works.
    std::span<const std::uint32_t* const> only_if{};
    core::PassTrace passes{};
  };
  /// Enqueues the split. Members must have been forked. Then each has the keys and numbers of its share, in sequence.
  void enqueue(const Job& job) const;

  // Steps shared with split_by_sample.h.

  /// Brackets the cuts, most probably, by two keys each of a sorted sample.
  static Ranks ranks_of(std::span<const std::uint32_t> begins, std::uint32_t n, std::uint32_t sampled);
  /// The keys of the sample that come from `n` elements from `first` on: in proportion to their number.
  static std::pair<std::uint32_t, std::uint32_t> part_of_sample(std::uint32_t first, std::uint32_t n, std::uint32_t all,
                                                                std::uint32_t sampled);
  static void write_numbers(const CudaDevice& device, std::uint32_t tiles, const TileRecord* records,
                            const std::uint32_t* ids, const Gate& gate, std::uint32_t* numbers);

 private:
  struct Places {
    std::size_t cuts, tallies, sample, counts, tiles, prefixes, end;
    explicit Places(std::uint32_t max_n);
  };
  template <class T>
  T* at(const Job& job, unsigned member, std::size_t place) const {
    return reinterpret_cast<T*>(job.memory[member] + place);
  }
  /// The place of one member's tallies, and counts of all rounds, in everyone's memory.
  static constexpr std::size_t counts_bytes = most_members * search_values * sizeof(std::uint32_t);
  std::size_t tallies_of(unsigned member) const;
  std::size_t counts_of(unsigned member) const { return places_.counts + member * search_rounds * counts_bytes; }
  static Gate gate(const Job& job, unsigned member);
  Everyone everyone(const Job& job, unsigned member) const;
  Receivers receivers(const Job& job, unsigned member, std::size_t place) const;
  void send_to_others(const Job& job, unsigned member, std::size_t place, std::size_t bytes) const;
  void take_sample(const Job& job) const;
  void narrow(const Job& job) const;
  void search(const Job& job) const;
  void count_tiles(const Job& job) const;
  void send(const Job& job) const;
  void number(const Job& job) const;

  const Group& group_;
  const Sample sample_;
  const bool direct_;
  const std::uint32_t room_;  // candidates of a cut
  const Places places_;
};

}  // namespace farfirst::cuda
