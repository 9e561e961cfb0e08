// cuda.farfirst: positions and an eye in, the far-first order out, in few wide passes over the bits that differ. One
// sweep makes the keys and counts the digits of all passes; each pass is one sweep too. The host decides nothing that
// it does not know before: how many passes there are is found on the device, and a pass too many leaves at once.
#include <algorithm>
#include <utility>
#include <vector>

#include "count.cuh"
#include "cuda/launch.h"
#include "cuda/prim/key_range.h"
#include "cuda/prim/make_keys.h"
#include "lane_order.h"
#include "pass.cuh"
#include "tuning.h"

namespace farfirst::cuda::farfirst {
namespace {

/// The values of the parameter of this name.
enum class Rank : std::uint8_t { chosen, documented, by_lanes, by_lanes_checked };

/// The kernels of a method, and what their launch needs.
struct PassKernels {
  using Kernel = void (*)(Arrays, Plan*, unsigned);
  Kernel first, later;
  unsigned threads, tile;
  std::size_t shared;
  unsigned most_blocks = 0;  // that the GPU holds
};

template <class Tile>
PassKernels kernels_of(bool by_lanes) {
  const auto of = []<class M>(M) {
    return PassKernels{sort_pass<M, true>, sort_pass<M, false>, M::Tile::threads, M::Tile::size, shared_bytes<M>};
  };
  return by_lanes ? of(Method<Tile, LaneOrder>()) : of(Method<Tile, Masks>());
}

/// Those for so many elements and more.
struct KernelsFrom {
  std::uint32_t n;
  PassKernels kernels;
};

bool ranks_by_lanes(const CudaDevice& device, Rank rank) {
  return rank == Rank::by_lanes_checked || (rank != Rank::documented && atomics_follow_lanes(device));
}

/// The tile that the caller wants, or small ones and large ones; where the GPU has too little shared memory, others.
std::vector<KernelsFrom> chosen_kernels(const CudaDevice& device, const core::MakeOptions& options) {
  const bool by_lanes = ranks_by_lanes(device, static_cast<Rank>(options["rank"]));
  const PassKernels large = kernels_of<LargeTile>(by_lanes), small = kernels_of<SmallTile>(by_lanes),
                    narrow = kernels_of<NarrowTile>(by_lanes);
  const unsigned all_busy = LargeTile::size * LargeTile::blocks * device.limits().multiprocessors;
  const std::vector<KernelsFrom> sets[] = {{{0, small}, {all_busy, large}}, {{0, large}}, {{0, small}}, {{0, narrow}}};
  std::vector<KernelsFrom> chosen = sets[options["tile"]];
  for (KernelsFrom& each : chosen) {
    if (each.kernels.shared > device.limits().shared_bytes) each.kernels = narrow;
  }
  return chosen;
}

void prepare(const CudaDevice& device, PassKernels& kernels) {
  allow_shared(kernels.first, kernels.shared);
  allow_shared(kernels.later, kernels.shared);
  int blocks = 0;  // of both kernels, which are held to the same registers
  FARFIRST_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels.later, static_cast<int>(kernels.threads),
                                                              kernels.shared));
  kernels.most_blocks = std::max(1u, static_cast<unsigned>(blocks)) * device.limits().multiprocessors;
}

bool can_overlap(const CudaDevice& device) {
  cudaDeviceProp properties{};
  FARFIRST_CUDA(cudaGetDeviceProperties(&properties, device.ordinal()));
  return properties.major >= overlapping_architecture;
}

/// Parts of scratch. `tile` is the smallest that may be taken.
struct Places {
  std::size_t plan, told[2], items[2], end;
  std::size_t told_words;

  Places(std::uint32_t n, unsigned tile) : told_words(blocks_for(n, tile) * std::size_t{most_digits}) {
    std::size_t at = 0;
    const auto next = [&at](std::size_t bytes) { return std::exchange(at, at + core::aligned(bytes)); };
    plan = next(sizeof(Plan));
    for (std::size_t& part : told) part = next(told_words * sizeof(std::uint32_t));
    for (std::size_t& part : items) part = next(n * sizeof(Word));
    end = at;
  }
};

class Farfirst final : public core::Implementation {
 public:
  Farfirst(const CudaDevice& device, const core::MakeOptions& options)
      : device_(device),
        use_bounds_(options["bounds"] != 0),
        checks_all_(static_cast<Rank>(options["rank"]) == Rank::by_lanes_checked),
        overlaps_(can_overlap(device)),
        kernels_(chosen_kernels(device, options)),
        places_(options.max_n, kernels_.front().kernels.tile) {
    for (KernelsFrom& each : kernels_) prepare(device, each.kernels);
    if (options.max_n != 0) requirements_ = {.scratch = {places_.end}, .state = sizeof(State)};
  }

  void sort(const SortJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    const Memory memory = prepared(job.scratch[0], job.state, call);
    const GivenKeys keys{data<const std::uint32_t>(job.keys)};
    count_by_range(memory, keys, job.n, call);
    Arrays arrays = arrays_for(memory, keys.keys, job.order, job.n);
    if (job.sorted_keys) arrays.sorted_keys = data<std::uint32_t>(job.sorted_keys);
    sort_by_plan(memory, arrays, call);
  }

  void sort(const DistanceJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    const Memory memory = prepared(job.scratch[0], job.state, call);
    DistanceJob with_keys = job;  // until the second pass they may lie where its items will
    if (!job.keys) with_keys.keys = core::part(job.scratch[0], places_.items[1], job.n * sizeof(std::uint32_t));
    auto* keys = data<std::uint32_t>(with_keys.keys);
    if (use_bounds_ && job.bounds != nullptr) {
      call.passes.begin("keys and digits");
      const KeyRange bounds = key_range_of(job);
      const Range range = range_within(bounds.smallest, bounds.largest);
      with_key(job, [&]<class Key>(Key) { count(memory, MadeKeys<Key>{elements_of(job), keys}, job.n, &range); });
    } else {
      call.passes.begin("keys");
      make_keys(device_, with_keys);
      count_by_range(memory, GivenKeys{keys}, job.n, call);
    }
    sort_by_plan(memory, arrays_for(memory, keys, job.order, job.n), call);
  }

 private:
  struct Memory {
    State* state;
    std::byte* scratch;
    Plan* plan;
  };

  Memory prepared(const Buffer& scratch, const Buffer& state, const core::Call& call) const {
    auto* address = data<std::byte>(scratch);
    if (call.forget) fill(device_, data<State>(state), 0, sizeof(State));
    return {data<State>(state), address, reinterpret_cast<Plan*>(address + places_.plan)};
  }

  template <class T>
  static T* at(const Memory& memory, std::size_t place) {
    return reinterpret_cast<T*>(memory.scratch + place);
  }

  Arrays arrays_for(const Memory& memory, const std::uint32_t* keys, const Buffer& order, std::uint32_t n) const {
    return {.keys = keys,
            .items = {at<Word>(memory, places_.items[0]), at<Word>(memory, places_.items[1])},
            .order = data<std::uint32_t>(order),
            .sorted_keys = nullptr,
            .told = {at<std::uint32_t>(memory, places_.told[0]), at<std::uint32_t>(memory, places_.told[1])},
            .n = n,
            .disorder = &memory.state->disorder,
            .checked_mask = checks_all_ ? 0 : checked_mask};
  }

  const PassKernels& kernels_for(std::uint32_t n) const {
    return kernels_.size() > 1 && n >= kernels_.back().n ? kernels_.back().kernels : kernels_.front().kernels;
  }

  template <class Keys>
  Shape sweep(std::uint32_t n) const {
    constexpr unsigned resident = 4;     // blocks of 512 threads that a multiprocessor holds
    constexpr std::size_t least = 8192;  // keys of a block, since each block adds its counts to those of all
    return {.blocks = std::min(resident * device_.limits().multiprocessors, blocks_for(n, least)),
            .threads = count_threads};
  }

  void count_by_range(const Memory& memory, const GivenKeys& keys, std::uint32_t n, const core::Call& call) const {
    call.passes.begin("range");
    launch(device_, sweep<GivenKeys>(n), find_range<GivenKeys>, keys, n, memory.state, memory.plan);
    call.passes.begin("digits");
    count(memory, keys, n, nullptr);
  }

  /// `range` is null where it is in the plan already.
  template <class Keys>
  void count(const Memory& memory, const Keys& keys, std::uint32_t n, const Range* range) const {
    const std::size_t words = blocks_for(n, kernels_for(n).tile) * std::size_t{most_digits};
    Shape shape = sweep<Keys>(n);
    shape.early = overlaps_ && range == nullptr;  // behind the kernel that finds it
    launch(device_, shape, count_keys<Keys>, keys, n, range != nullptr ? *range : Range{}, range != nullptr,
           memory.state, memory.plan, at<std::uint32_t>(memory, places_.told[0]), static_cast<std::uint32_t>(words));
  }

  void sort_by_plan(const Memory& memory, const Arrays& arrays, const core::Call& call) const {
    static constexpr std::string_view names[most_passes] = {"pass 1", "pass 2", "pass 3", "pass 4"};
    const PassKernels& kernels = kernels_for(arrays.n);
    const Shape shape{.blocks = std::min(kernels.most_blocks, blocks_for(arrays.n, kernels.tile)),
                      .threads = kernels.threads,
                      .shared = kernels.shared,
                      .early = overlaps_};
    for (unsigned pass = 0; pass < most_passes; ++pass) {
      call.passes.begin(names[pass]);
      launch(device_, shape, pass == 0 ? kernels.first : kernels.later, arrays, memory.plan, pass);
    }
  }

  const CudaDevice& device_;
  const bool use_bounds_;
  const bool checks_all_, overlaps_;
  std::vector<KernelsFrom> kernels_;
  const Places places_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<Farfirst>(cuda_device(device), options);
}

}  // namespace farfirst::cuda::farfirst
