// The hybrid path of cuda.farfirst: see hybrid_path.h. Pivots send every element straight into its bucket, and the
// buckets are sorted on chip. The idea is that of Sintorn and Assarsson (Fast parallel GPU-sorting using a hybrid
// algorithm, 2007, sections 3 and 4); here the pivots are usually exact quantiles of the last call.
#include "hybrid/hybrid_path.h"

#include <algorithm>
#include <span>

#include "cuda/launch.h"
#include "hybrid/bucket_kernels.cuh"
#include "hybrid/hard_buckets.cuh"
#include "hybrid/scatter.cuh"
#include "keys.cuh"
#include "task.h"

namespace farfirst::cuda::farfirst {
namespace {

template <bool plain>
using FewMethod = BucketMethod<1024, 12, 13, 1, 1, Hard::never, plain>;
static_assert(most_few <= FewMethod<true>::capacity);
// Sorts parts of large buckets while other buckets are sorted.
template <class Largest>
using LargeMethod = BucketMethod<512, Largest::capacity_class, 13, 2, 4, Hard::concurrent, Largest::plain>;
// Few buckets, sorted after all others, so the waits of each must be short.
template <class Largest>
using HardMethod = BucketMethod<1024, Largest::capacity_class, 13, 1, 4, Hard::after, Largest::plain>;

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

/// Calls f(BucketMethod) for these buckets. The numbers of cells and of words in registers suit the mean size of a
/// bucket.
template <bool plain, class Function>
void with_bucket_method(const Buckets& buckets, Function f) {
  static_assert(class_for(least_bucket_bits, most_bucket_bits) == 10 && most_bucket_bits == 14);
  switch (buckets.capacity_class) {
    case 10:
      return f(BucketMethod<256, 10, 10, 4, 2, Hard::never, plain>());
    case 11:
      return f(BucketMethod<256, 11, 11, 4, 4, Hard::never, plain>());
    case 12:
      if (buckets.bits == 12) return f(BucketMethod<512, 12, 13, 2, 6, Hard::concurrent, plain>());
      return f(BucketMethod<256, 12, 12, 4, 5, Hard::never, plain>());
    case 13:
      if (buckets.bits == 13) return f(BucketMethod<512, 13, 13, 2, 5, Hard::concurrent, plain>());
      return f(BucketMethod<512, 13, 13, 2, 5, Hard::after, plain>());
    default:
      return f(BucketMethod<1024, 14, 14, 1, 5, Hard::concurrent, plain>());
  }
}

/// Calls f(kernel, tile) for the distribution in these tiles. `few_are_many`: even the few elements of a call with a
/// count are enough for larger tiles than usual.
template <class Keys, bool plain, class Function>
void with_distribution(std::uint32_t tile_number, bool few_are_many, Function f) {
  with_tile(tile_number, [&]<unsigned number>() {
    constexpr ScatterTile tile = scatter_tiles[number];
    if constexpr (!plain && Keys::are_made_before && tile.items > few_items_of_many) {
      if (few_are_many) {
        return f(scatter_keys<Keys, tile.threads, tile.items, tile.blocks, few_items_of_many, plain>, tile);
      }
    }
    f(scatter_keys<Keys, tile.threads, tile.items, tile.blocks, few_items, plain>, tile);
  });
}
/// The same for the distribution of points of several sources, if it exists for these tiles.
template <Metric metric, class Function>
void with_distribution_of_sources(std::uint32_t tile_number, Function f) {
  with_tile(tile_number, [&]<unsigned number>() {
    if constexpr (number < tiles_of_sources) {
      constexpr ScatterTile tile = scatter_tiles[number];
      f(scatter_points_of_sources<SourceKeys<metric>, tile.threads, tile.items, tile.blocks>, tile);
    }
  });
}

/// Shared memory of a block that sorts a bucket of the largest of the classes up to `largest_class`.
std::size_t shared_bytes_for(std::uint32_t largest_class) {
  std::size_t bytes = 0;
  with_bucket_method<true>({largest_class, largest_class}, [&]<class Method>(Method) { bytes = Method::shared_bytes; });
  return bytes;
}

/// The number of buckets that the distribution supports. The pivots may come from a call with somewhat more elements.
std::uint32_t room_for(std::uint32_t n, std::uint32_t bucket_bits) {
  return std::min(most_buckets, buckets_for(n, bucket_bits) * 5 / 4 + 1);
}

Sorted outputs_of(const Task& task) { return {task.order, task.sorted_keys, task.reversed, task.n}; }
ElementCount count_of(const Task& task) { return {task.n, task.count}; }

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
  if (largest_n_ != 0) prepare_kernels(options.form);
}

/// Does the distribution fit into this GPU's shared memory?
bool HybridPath::holds(const Chosen& shape, std::uint32_t n) const {
  const std::uint32_t tile = scatter_tiles[shape.tile].size();
  return ScatterLayout(tile, room_for(n, shape.buckets.bits)).end <= device_.limits().shared_bytes;
}

HybridPath::Chosen HybridPath::possible(HybridShape wanted, std::uint32_t most) const {
  if (options_.bucket_bits != 0) wanted.bucket_bits = options_.bucket_bits;
  const std::uint32_t bits = std::min(wanted.bucket_bits, largest_class_);
  Chosen chosen{{bits, class_for(bits, largest_class_)}, wanted_tile(wanted)};
  while (chosen.tile > 0 && !holds(chosen, most)) --chosen.tile;
  return chosen;
}

/// Calls f(shape, n, keys_are_there, is_counted) for each shape that calls may have, with its largest n.
template <class Function>
void HybridPath::for_each_shape(Function f) const {
  const auto for_each_of = [&](std::span<const HybridShapesUpTo> shapes, bool is_counted) {
    for (const HybridShapesUpTo& range : shapes) {
      const std::uint32_t n = std::min(range.n, largest_n_);
      f(range.of_points, n, false, is_counted);
      f(range.of_keys, n, true, is_counted);
      if (range.n >= largest_n_) break;
    }
  };
  if (largest_n_ <= most_few) return;
  for_each_of(hybrid_shapes, false);
  for_each_of(counted_shapes, true);
}

/// The largest n does not always need the most words: within each range of n it is the last one.
std::size_t HybridPath::words_needed() const {
  std::size_t most = 0;
  for_each_shape([&](const HybridShape& shape, std::uint32_t n, bool, bool) {
    const Buckets of_n = possible(shape, n).buckets;
    most = std::max(
        most, std::size_t{spills} * of_n.spill_words(n) + std::size_t{buckets_for(n, of_n.bits)} * of_n.region_words());
  });
  return most;
}

/// Loads the kernels, and allows them their shared memory. Otherwise the first calls that use them would wait for it.
void HybridPath::prepare_kernels(Form form) const {
  prepare_kernels_for<KeptKeys>();
  if (form != Form::distance) return;
  prepare_kernels_for<PointKeys<Metric::radial>>();
  prepare_kernels_for<PointKeys<Metric::view_depth>>();
}

template <class Keys>
void HybridPath::prepare_kernels_for() const {
  allow_shared(sort_few<Keys, FewMethod<true>>, FewMethod<true>::shared_bytes);
  allow_shared(sort_few<Keys, FewMethod<false>>, FewMethod<false>::shared_bytes);
  for_each_shape([&](const HybridShape& shape, std::uint32_t n, bool keys_are_there, bool is_counted) {
    if (keys_are_there != Keys::are_made_before) return;
    const Chosen largest = possible(shape, n);
    const std::uint32_t room = room_for(n, largest.buckets.bits);
    // Fewer elements may fit into a larger tile.
    for (std::uint32_t tile = largest.tile; tile <= wanted_tile(shape); ++tile) {
      const auto prepare = [&](auto kernel, const ScatterTile& of) {
        const std::size_t shared = ScatterLayout(of.size(), room).end;
        allow_shared(kernel, std::min(shared, std::size_t{device_.limits().shared_bytes}));
      };
      if (!is_counted) with_distribution<Keys, true>(tile, false, prepare);
      with_distribution<Keys, false>(tile, false, prepare);
      if (n >= least_many) with_distribution<Keys, false>(tile, true, prepare);
      if constexpr (!Keys::are_made_before) with_distribution_of_sources<Keys::metric>(tile, prepare);
    }
    if (!is_counted) prepare_sorts_of_buckets<true>(largest.buckets);
    prepare_sorts_of_buckets<false>(largest.buckets);
  });
}

template <bool plain>
void HybridPath::prepare_sorts_of_buckets(const Buckets& buckets) {
  with_bucket_method<plain>(buckets, [&]<class Method>(Method) {
    allow_shared(sort_buckets<Method>, Method::shared_bytes);
    if constexpr (Method::hard == Hard::concurrent) {
      allow_shared(sort_large_buckets<LargeMethod<Method>>, LargeMethod<Method>::shared_bytes);
    }
    if constexpr (Method::hard != Hard::never) {
      allow_shared(sort_hard_buckets<HardMethod<Method>>, HardMethod<Method>::shared_bytes);
    }
  });
}

template <class Keys>
void HybridPath::sort_few_elements(const Keys& keys, const Task& task) const {
  const auto launch_few = [&]<class Method>(Method) {
    task.passes.begin("one block");
    launch(device_,
           {.blocks = 1,
            .threads = Method::threads,
            .shared = Method::shared_bytes,
            .early = device_.limits().overlaps && task.keys_are_made},
           sort_few<Keys, Method>, keys, count_of(task), task.ids, outputs_of(task), task.counts);
  };
  if (task.is_plain()) return launch_few(FewMethod<true>());
  launch_few(FewMethod<false>());
}

template <Metric metric>
void HybridPath::distribute_points_of_sources(const Task& task, const HybridJob& job, std::uint32_t tile_number) const {
  with_distribution_of_sources<metric>(tile_number, [&](auto kernel, const ScatterTile& tile) {
    launch(device_, distribution_of(task.n, job, tile), kernel, *task.sources, job);
  });
}

template <class Keys, bool plain>
void HybridPath::distribute(const Keys& keys, const Task& task, const HybridJob& job, std::uint32_t tile_number) const {
  if constexpr (Keys::are_made_before) {
    if (task.sources != nullptr) {
      if (job.scale == Scale::depth) return distribute_points_of_sources<Metric::view_depth>(task, job, tile_number);
      return distribute_points_of_sources<Metric::radial>(task, job, tile_number);
    }
  }
  const bool few_are_many = job.few.most != 0 && task.n >= least_many;
  with_distribution<Keys, plain>(tile_number, few_are_many, [&](auto kernel, const ScatterTile& tile) {
    Shape shape = distribution_of(task.n, job, tile);
    shape.early = Keys::are_made_before && device_.limits().overlaps && task.keys_are_made;
    launch(device_, shape, kernel, keys, job);
  });
}

Shape HybridPath::distribution_of(std::uint32_t n, const HybridJob& job, const ScatterTile& tile) const {
  const unsigned most_blocks = tile.blocks * device_.limits().multiprocessors;
  return {.blocks = std::min(most_blocks, blocks_for(n, tile.size())),
          .threads = tile.threads,
          .shared = ScatterLayout(tile.size(), job.room).end};
}

template <class Keys, bool plain>
void HybridPath::sort_keys(const Keys& keys, const Task& task, const Memory& memory, const Chosen& shape,
                           Few few) const {
  const core::PassTrace& trace = task.passes;
  const Sorted to = outputs_of(task);
  const HybridJob job{memory.state,
                      memory.words,
                      task.n,
                      task.source.scale,
                      shape.buckets,
                      shape.buckets.region_words(),
                      shape.buckets.spill_words(task.n),
                      room_for(task.n, shape.buckets.bits),
                      count_of(task),
                      task.ids,
                      few};
  trace.begin("distribute");
  distribute<Keys, plain>(keys, task, job, shape.tile);
  with_bucket_method<plain>(shape.buckets, [&]<class Method>(Method) {
    if constexpr (Method::hard == Hard::concurrent) {
      using ForLarge = LargeMethod<Method>;
      trace.begin("large buckets");
      launch(device_,
             {.blocks = (device_.limits().multiprocessors + 3) / 4,  // the others begin when all of these have begun
              .threads = ForLarge::threads,
              .shared = ForLarge::shared_bytes,
              .early = device_.limits().overlaps},
             sort_large_buckets<ForLarge>, job, to);
    }
    // With fewer buckets, persistent blocks, which sort several each, are slower than blocks that sort one.
    const unsigned resident = Method::blocks * device_.limits().multiprocessors;
    const bool persistent = Method::hard == Hard::concurrent && job.room > 2 * resident;
    trace.begin("buckets");
    launch(device_,
           {.blocks = persistent ? resident : buckets_for(task.n, shape.buckets.bits),
            .threads = Method::threads,
            .shared = Method::shared_bytes,
            .early = device_.limits().overlaps},
           sort_buckets<Method>, job, to);
    if constexpr (Method::hard != Hard::never) {
      using ForHard = HardMethod<Method>;
      trace.begin("hard buckets");
      launch(device_,
             {.blocks = ForHard::blocks * device_.limits().multiprocessors,
              .threads = ForHard::threads,
              .shared = ForHard::shared_bytes,
              .early = device_.limits().overlaps},
             sort_hard_buckets<ForHard>, job, to);
    }
  });
}

template <class Keys>
void HybridPath::sort_many_elements(const Keys& keys, const Task& task, const Memory& memory) const {
  const bool is_counted = task.count != nullptr;
  const bool keys_are_there = Keys::are_made_before && task.sources == nullptr;
  const Chosen shape = possible(shape_for(task.n, is_counted, keys_are_there), task.n);
  const Few few = is_counted ? few_of(task.n, shape.buckets.bits) : Few{};
  if (task.is_plain()) {
    sort_keys<Keys, true>(keys, task, memory, shape, few);
  } else {
    sort_keys<Keys, false>(keys, task, memory, shape, few);
  }
}

bool HybridPath::sort(const Task& task, const Memory& memory) const {
  const bool are_few = task.n <= most_few;
  with_keys(task.source, [&](const auto& keys) {
    if (are_few) return sort_few_elements(keys, task);
    sort_many_elements(keys, task, memory);
  });
  return are_few;
}

}  // namespace farfirst::cuda::farfirst
