#pragma once
// A sort over several GPUs, built from an argsort on one GPU that takes ascending Call::ids. Keys are split into shares
// at exact ranks (split_by_rank.h), each GPU sorts its share, and the shares, one after the other, are the order. The
// host knows the size of each, so nothing is read back. The sort of a share is stable or sorts by (key, number), so the
// order is the total one.

#include <memory>
#include <optional>
#include <vector>

#include "core/implementation.h"
#include "cuda/launch.h"
#include "cuda/prim/group.h"
#include "cuda/prim/group_tracer.h"
#include "cuda/prim/split_by_rank.h"
#include "cuda/prim/split_by_sample.h"

namespace farfirst::cuda {

/// Consecutive elements, and the memory from which they are made.
struct Stretch {
  const void* address;
  std::uint32_t n;
};

class MultiSort final : public core::Implementation {
 public:
  using Make = std::unique_ptr<core::Implementation> (*)(core::DeviceCore&, const core::MakeOptions&);
  struct Options {
    const Algorithm& entry;  // the sort over several GPUs
    const Algorithm& share;  // the sort of one share, with
    Make make;
    std::span<const ParameterValue> parameters;  // all of the share's
  };
  /// Uses these parameters of the entry: gpus, direct, sample, exchange, first_share.
  MultiSort(CudaDevice& device, const core::MakeOptions& made, const Options& options);

  void sort(const FormJob& job, const core::Call& call) override;
  void sort(const DistanceJob& job, const core::Call& call) override;
  bool takes(const DistanceJob& job) const override { return !job.count; }
  bool takes_any_sources() const override { return true; }
  std::size_t parts() const override { return group_.size(); }
  std::unique_ptr<core::Tracer> make_tracer() override {
    auto tracer = std::make_unique<GroupTracer>(group_);
    tracer_ = tracer.get();
    return tracer;
  }
  bool has_place_for_keys() const override { return true; }
  Buffer place_for_keys(std::span<const Buffer> scratch, std::uint32_t n) const override {
    return core::part(scratch[0], places_.keys, n * sizeof(std::uint32_t));
  }

 private:
  /// The parts of a member's memory, as offsets.
  struct Places {
    std::size_t keys = 0, share_keys = 0, records = 0, share_ids = 0, sorted_keys = 0, eye = 0, split = 0,
                by_sample = 0, sort = 0, end = 0;
  };
  /// The data of one call, for any job.
  struct Run {
    std::uint32_t n;
    Direction direction;
    KeyBits key_bits;
    Buffer order, sorted_keys;
    std::span<const Buffer> parts;         // of the order, in place of `order`
    const std::uint32_t* ids;              // ids for the order in place of numbers; or null
    std::vector<std::byte*> memory;        // of each member
    std::vector<std::byte*> split_memory;  // for split_by_sample.h
    std::vector<std::uint32_t> places;     // of the members' shares in the order; then n
    std::vector<std::uint32_t> begins;     // of the shares, by rank; then n
    std::vector<Slice> slices;
    std::vector<MemberKeys> keys;
    bool in_one_pass;  // by split_by_sample.h, which makes the keys of these jobs, one per member:
    std::vector<DistanceJob> makes;
    std::vector<std::vector<Source>> sources;  // of those
  };

  void allocate(std::size_t history_bytes);
  core::Call begin(core::Call call);
  Run run_of(std::uint32_t n, Direction direction, std::span<const Buffer> scratch, const Buffer& order) const;
  std::vector<std::uint32_t> places_in_order(std::uint32_t n, const Buffer& order) const;
  std::vector<Slice> slices_of(std::span<const Stretch> stretches) const;
  void take_keys(Run& run, std::span<const Stretch> stretches) const;
  bool goes_in_one_pass(const Run& run) const;
  bool makes_keys_on_the_way(Run& run, const DistanceJob& job) const;
  void make_keys(Run& run, const DistanceJob& job) const;
  void split(const Run& run, const core::Call& call) const;
  void sort_alone(const Run& run, const core::Call& call);
  void sort_shares(const Run& run, const core::Call& call);
  void fetch_share(const Run& run, unsigned member, const CudaDevice& device, std::size_t bytes) const;
  void sort_share(const Run& run, const core::Call& call, unsigned member, CudaDevice& device);
  unsigned share_of(const Run& run, unsigned member) const;
  Buffer output_of(const Buffer& whole, std::span<const Buffer> parts, const Run& run, unsigned member) const;

  Group group_;
  const Options options_;
  const std::int64_t first_percent_;
  const std::uint32_t most_in_share_;
  const bool direct_;
  std::vector<std::unique_ptr<core::Implementation>> sorts_;  // of the share of each member
  GroupTracer* tracer_ = nullptr;                             // the sorter's, for traced calls
  const SplitByRank split_;
  const std::int64_t exchange_;
  std::optional<SplitBySample> split_by_sample_;  // if two members support it
  Places places_;
  std::vector<OwnedBuffer> own_;  // memory of the members except the first, which uses scratch
  // The state of each member's sort, shared by all histories of the sorter.
  std::vector<OwnedBuffer> history_;
  bool has_begun_ = false;  // a call that has not ended, so state may be half written
  // Host memory for each share, if members cannot reach each other.
  std::vector<std::unique_ptr<Pinned<std::byte>>> staged_;
};

}  // namespace farfirst::cuda
