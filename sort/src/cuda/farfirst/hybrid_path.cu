// The hybrid path of cuda.farfirst: see hybrid_path.h. Pivots send every element into its bucket at once, and the
// buckets are sorted on chip. The idea is that of Sintorn and Assarsson (Fast parallel GPU-sorting using a hybrid
// algorithm, 2007, sections 3 and 4); here the pivots are exact quantiles of the call before.
#include "hybrid/hybrid_path.h"

#include <algorithm>
#include <span>

#include "cuda/launch.h"
#include "hybrid/hard_buckets.cuh"
#include "hybrid/local.cuh"
#include "hybrid/scatter.cuh"
#include "keys.cuh"
#include "task.h"

namespace farfirst::cuda::farfirst {
namespace {

template <Calls calls>
using FewMethod = LocalMethod<1024, 12, 13, 1, 1, Hard::never, calls>;
static_assert(most_few <= FewMethod<Calls::plain>::capacity);
/// Kernels that seldom have work are not compiled for counted calls.
constexpr Calls plain_or_any(Calls calls) { return calls == Calls::plain ? calls : Calls::any; }
// Parts of large buckets are sorted while other buckets are.
template <class Largest>
using LargeMethod = LocalMethod<512, Largest::capacity_class, 13, 2, 4, Hard::around, plain_or_any(Largest::calls)>;
// Few buckets, sorted after all others, so the waits of each must be short.
template <class Largest>
using HardMethod = LocalMethod<1024, Largest::capacity_class, 13, 1, 4, Hard::behind, plain_or_any(Largest::calls)>;

// ---- Kernels for a shape

/// Calls f<tile>(), with the number of the tile as a constant.
template <class Function>
void with_tile(std::uint32_t tile, Function f) {
  static_assert(std::size(scatter_tiles) == 5);
  switch (tile) {
    case 0:
      return f.template operator()<0>();
    case 1:
      return f.template operator()<1>();
    case 2:
      return f.template operator()<2>();
    case 3:
      return f.template operator()<3>();
    default:
      return f.template operator()<4>();
  }
}

/// Calls f(LocalMethod) for these buckets. The numbers of cells and of words in registers fit the mean size of a
/// bucket.
template <Calls calls, class Function>
void with_local_method(const Buckets& buckets, Function f) {
  static_assert(class_for(least_bucket_bits, most_bucket_bits) == 10 && most_bucket_bits == 14);
  switch (buckets.capacity_class) {
    case 10:
      return f(LocalMethod<256, 10, 10, 4, 2, Hard::never, calls>());
    case 11:
      return f(LocalMethod<256, 11, 11, 4, 4, Hard::never, calls>());
    case 12:
      if (buckets.bits == 12) return f(LocalMethod<512, 12, 13, 2, 6, Hard::around, calls>());
      return f(LocalMethod<256, 12, 12, 4, 5, Hard::never, calls>());
    case 13:
      if (buckets.bits == 13) return f(LocalMethod<512, 13, 13, 2, 5, Hard::around, calls>());
      return f(LocalMethod<512, 13, 13, 2, 5, Hard::behind, calls>());
    default:
      return f(LocalMethod<1024, 14, 14, 1, 5, Hard::around, calls>());
  }
}

/// Shared memory of a block that sorts a bucket of the largest of so many classes.
std::size_t shared_bytes_for(std::uint32_t largest_class) {
  std::size_t bytes = 0;
  with_local_method<Calls::plain>({largest_class, largest_class},
                                  [&]<class Method>(Method) { bytes = Method::shared_bytes; });
  return bytes;
}

/// Buckets for which the distribution has room. The pivots may come from a call with somewhat more elements.
std::uint32_t room_for(std::uint32_t n, std::uint32_t bucket_bits) {
  return std::min(most_buckets, buckets_for(n, bucket_bits) * 5 / 4 + 1);
}

Sorted outputs_of(const Task& task) { return {task.order, task.sorted_keys, task.reversed, task.n}; }
Extent extent_of(const Task& task) { return {task.n, task.count}; }

}  // namespace

HybridPath::HybridPath(const CudaDevice& device, const Options& options) : device_(device), options_(options) {
  if (options.bucket_bits != 0 && options.bucket_bits < least_bucket_bits) {
    throw Error("cuda.farfirst: parameter 'bucket' must be 0 or from 9 to 14, not " +
                std::to_string(options.bucket_bits));
  }
  while (shared_bytes_for(largest_class_) > device.limits().shared_bytes && largest_class_ > 12) --largest_class_;
  const std::uint32_t bits = options.bucket_bits != 0 ? std::min(options.bucket_bits, largest_class_) : largest_class_;
  largest_n_ = std::min(options.max_n, most_buckets << bits);
  while (largest_n_ > most_few && !holds(possible(shape_for(largest_n_, false, true), largest_n_), largest_n_))
    largest_n_ /= 2;
  prepared_.reserve(64);  // more kernels than one sorter uses
}

/// Does the distribution fit into this GPU's shared memory?
bool HybridPath::holds(const Chosen& shape, std::uint32_t n) const {
  const std::uint32_t tile = scatter_tiles[shape.tile].size();
  return ScatterLayout(tile, room_for(n, shape.buckets.bits)).end <= device_.limits().shared_bytes;
}

HybridPath::Chosen HybridPath::possible(HybridShape wanted, std::uint32_t most) const {
  if (options_.bucket_bits != 0) wanted.bucket_bits = options_.bucket_bits;
  if (options_.tile != 0) wanted.tile = options_.tile - 1;
  const std::uint32_t bits = std::min(wanted.bucket_bits, largest_class_);
  Chosen chosen{{bits, class_for(bits, largest_class_)}, wanted.tile};
  while (chosen.tile > 0 && !holds(chosen, most)) --chosen.tile;
  return chosen;
}

template <class Kernel>
Kernel HybridPath::prepared(Kernel kernel, std::size_t shared) {
  const auto* address = reinterpret_cast<const void*>(kernel);
  const auto known = std::ranges::find(prepared_, address, &std::pair<const void*, std::size_t>::first);
  if (known != prepared_.end() && known->second >= shared) return kernel;
  allow_shared(kernel, shared);
  if (known != prepared_.end()) {
    known->second = shared;
  } else {
    prepared_.emplace_back(address, shared);
  }
  return kernel;
}

/// The largest n has not always the most: within each range of n it is the last one.
std::size_t HybridPath::words_needed() const {
  std::size_t most = 0;
  if (largest_n_ <= most_few) return most;
  const auto extend = [&](const HybridShape& shape, std::uint32_t n) {
    const Buckets of_n = possible(shape, n).buckets;
    most = std::max(
        most, std::size_t{spills} * of_n.spill_words(n) + std::size_t{buckets_for(n, of_n.bits)} * of_n.region_words());
  };
  const auto extend_by = [&](std::span<const HybridShapesUpTo> shapes) {
    for (const HybridShapesUpTo& range : shapes) {
      const std::uint32_t n = std::min(range.n, largest_n_);
      extend(range.of_points, n);
      extend(range.of_keys, n);
      if (range.n >= largest_n_) break;
    }
  };
  extend_by(hybrid_shapes);
  extend_by(counted_shapes);
  return most;
}

template <class Keys>
void HybridPath::sort_few_elements(const Keys& keys, const Task& task) {
  const auto launch_few = [&]<class Method>(Method) {
    task.passes.begin("one block");
    launch(device_,
           {.blocks = 1,
            .threads = Method::threads,
            .shared = Method::shared_bytes,
            .early = device_.limits().overlaps && task.keys_are_made},
           prepared(sort_few<Keys, Method>, Method::shared_bytes), keys, extent_of(task), task.ids, outputs_of(task),
           task.counts);
  };
  if (task.is_plain()) return launch_few(FewMethod<Calls::plain>());
  launch_few(FewMethod<Calls::any>());
}

template <Scale scale>
void HybridPath::distribute_points_of_sources(const Task& task, const HybridJob& job, unsigned tile_number) {
  constexpr Metric metric = scale == Scale::squared_distance ? Metric::radial : Metric::view_depth;
  with_tile(tile_number, [&]<unsigned number>() {
    if constexpr (number < tiles_of_sources) {
      constexpr ScatterTile tile = scatter_tiles[number];
      const std::size_t shared = ScatterLayout(tile.size(), job.room).end;
      const unsigned most_blocks = tile.blocks * device_.limits().multiprocessors;
      launch(
          device_,
          {.blocks = std::min(most_blocks, blocks_for(task.n, tile.size())), .threads = tile.threads, .shared = shared},
          prepared(scatter_points_of_sources<SourceKeys<metric, scale>, tile.threads, tile.items, tile.blocks>, shared),
          *task.sources, job);
    }
  });
}

template <class Keys, Calls calls>
void HybridPath::distribute(const Keys& keys, const Task& task, const HybridJob& job, unsigned tile_number) {
  if constexpr (Keys::are_made_before && Keys::scale != Scale::number) {
    if (task.sources != nullptr) return distribute_points_of_sources<Keys::scale>(task, job, tile_number);
  }
  with_tile(tile_number, [&]<unsigned number>() {
    constexpr ScatterTile tile = scatter_tiles[number];
    // Points have no ids, and the distribution does not depend on the direction.
    constexpr Calls of_tiles = Keys::are_made_before || calls == Calls::plain ? calls : Calls::counted;
    const std::size_t shared = ScatterLayout(tile.size(), job.room).end;
    const unsigned most_blocks = tile.blocks * device_.limits().multiprocessors;
    const auto launch_with = [&]<unsigned items_if_few>() {
      launch(device_,
             {.blocks = std::min(most_blocks, blocks_for(task.n, tile.size())),
              .threads = tile.threads,
              .shared = shared,
              .early = Keys::are_made_before && device_.limits().overlaps && task.keys_are_made},
             prepared(scatter_keys<Keys, tile.threads, tile.items, tile.blocks, items_if_few, of_tiles>, shared), keys,
             job);
    };
    if constexpr (calls != Calls::plain && Keys::are_made_before && tile.items > few_items_of_many) {
      if (job.few.most != 0 && task.n >= least_many) return launch_with.template operator()<few_items_of_many>();
    }
    launch_with.template operator()<few_items>();
  });
}

template <class Keys, Calls calls>
void HybridPath::sort_keys(const Keys& keys, const Task& task, const Memory& memory, const Chosen& shape, Few few) {
  const core::PassTrace& trace = task.passes;
  const Sorted to = outputs_of(task);
  const HybridJob job{memory.state,
                      memory.words,
                      task.n,
                      shape.buckets,
                      shape.buckets.region_words(),
                      shape.buckets.spill_words(task.n),
                      room_for(task.n, shape.buckets.bits),
                      extent_of(task),
                      task.ids,
                      few};
  trace.begin("distribute");
  distribute<Keys, calls>(keys, task, job, shape.tile);
  with_local_method<calls>(shape.buckets, [&]<class Method>(Method) {
    if constexpr (Method::hard == Hard::around) {
      using ForLarge = LargeMethod<Method>;
      trace.begin("large buckets");
      launch(device_,
             {.blocks = (device_.limits().multiprocessors + 3) / 4,  // the others begin when all of these have
              .threads = ForLarge::threads,
              .shared = ForLarge::shared_bytes,
              .early = device_.limits().overlaps},
             prepared(sort_large_buckets<Keys::scale, ForLarge>, ForLarge::shared_bytes), job, to);
    }
    // With fewer buckets, persistent blocks, which sort several each, lose to blocks that sort one.
    const unsigned resident = Method::blocks * device_.limits().multiprocessors;
    const bool persistent = Method::hard == Hard::around && job.room > 2 * resident;
    trace.begin("buckets");
    launch(device_,
           {.blocks = persistent ? resident : buckets_for(task.n, shape.buckets.bits),
            .threads = Method::threads,
            .shared = Method::shared_bytes,
            .early = device_.limits().overlaps},
           prepared(sort_buckets<Keys::scale, Method>, Method::shared_bytes), job, to);
    if constexpr (Method::hard != Hard::never) {
      using ForHard = HardMethod<Method>;
      trace.begin("hard buckets, or dictionary");
      launch(device_,
             {.blocks = ForHard::blocks * device_.limits().multiprocessors,
              .threads = ForHard::threads,
              .shared = ForHard::shared_bytes,
              .early = device_.limits().overlaps},
             prepared(sort_hard_buckets<Keys::scale, ForHard>, ForHard::shared_bytes), job, to, memory.untried);
    }
  });
}

template <class Keys>
HybridPath::Rest HybridPath::sort_elements(const Keys& keys, const Task& task, const Memory& memory) {
  if (task.n <= most_few) {
    sort_few_elements(keys, task);
    return {.is_none = true};
  }
  const bool is_counted = task.count != nullptr;
  const bool keys_are_there = Keys::are_made_before && task.sources == nullptr;
  const Chosen shape = possible(shape_for(task.n, is_counted, keys_are_there), task.n);
  const Few few = is_counted ? few_of(task.n, shape.buckets.bits) : Few{};
  switch (task.calls()) {
    case Calls::plain:
      sort_keys<Keys, Calls::plain>(keys, task, memory, shape, few);
      break;
    case Calls::counted:
      sort_keys<Keys, Calls::counted>(keys, task, memory, shape, few);
      break;
    case Calls::any:
      sort_keys<Keys, Calls::any>(keys, task, memory, shape, few);
      break;
  }
  return {.buckets = shape.buckets, .few = few};
}

HybridPath::Rest HybridPath::sort(const Task& task, const Memory& memory) {
  Rest rest{};
  with_keys(task.source, [&](const auto& keys) { rest = sort_elements(keys, task, memory); });
  return rest;
}

}  // namespace farfirst::cuda::farfirst
