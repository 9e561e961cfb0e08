// See make_keys.h. One source of unchanged float32 positions has kernels of its own; those of source_keys.h read any
// others.
#include "cuda/prim/make_keys.h"

#include <farfirst/keys.h>

#include "cuda/launch.h"
#include "cuda/prim/counted.cuh"
#include "cuda/prim/elements.cuh"
#include "cuda/prim/overlap.cuh"
#include "cuda/prim/source_keys.h"

namespace farfirst::cuda {
namespace {

/// A job of which the host knows everything.
struct Known {
  std::uint32_t n;
  __device__ const Elements& resolve(const Elements& elements) const { return elements; }
  __device__ std::uint32_t count() const { return n; }
  template <class Key>
  __device__ std::uint32_t finish(std::uint32_t key) const {
    return key;
  }
  __device__ std::uint32_t beyond() const { return no_key; }
};
/// A job whose eye or count, or both, only the device knows.
struct OnDevice {
  std::uint32_t n;
  Count elements;
  __device__ Elements resolve(const Elements& given) const { return with_view(given); }
  __device__ std::uint32_t count() const { return elements.get(); }
  template <class Key>
  __device__ std::uint32_t finish(std::uint32_t key) const {
    return key;
  }
  __device__ std::uint32_t beyond() const { return no_key; }
};
/// The same with keys of fewer bits. It has kernels of its own, so that the others need no register for that.
struct WithFewerBits : OnDevice {
  keys::Steps steps;
  template <class Key>
  __device__ std::uint32_t finish(std::uint32_t key) const {
    return keys::with_fewer_bits<Key::metric>(key, steps);
  }
  __device__ std::uint32_t beyond() const { return no_key >> steps.shift; }
};

/// Two elements per thread, so that the corners of one are loaded while the thread waits for those of the other. More
/// were slower.
template <class Key, class Job>
__global__ void write_keys(Elements given, std::uint32_t* __restrict__ keys, Job job) {
  let_next_kernel_in();
  const Elements elements = job.resolve(given);
  const std::uint32_t count = job.count();
  const std::size_t i = std::size_t{blockIdx.x} * 2 * pass_threads + threadIdx.x, k = i + pass_threads;
  if (k < count) {
    const std::uint32_t first = Key::of(elements, i), second = Key::of(elements, k);
    keys[i] = job.template finish<Key>(first);
    keys[k] = job.template finish<Key>(second);
  } else {
    if (i < job.n) keys[i] = i < count ? job.template finish<Key>(Key::of(elements, i)) : job.beyond();
    if (k < job.n) keys[k] = job.beyond();
  }
}

/// For points whose positions can be read for four at a time.
template <class Key, class Job>
__global__ void write_keys_in_fours(Elements given, std::uint32_t* __restrict__ keys, Job job) {
  let_next_kernel_in();
  const Elements elements = job.resolve(given);
  const std::uint32_t count = job.count(), thread = blockIdx.x * pass_threads + threadIdx.x;
  for_keys_in_fours<Key>(
      elements, count, thread,
      [&](std::uint32_t i, const std::uint32_t* made) {
        *reinterpret_cast<uint4*>(keys + i) =
            make_uint4(job.template finish<Key>(made[0]), job.template finish<Key>(made[1]),
                       job.template finish<Key>(made[2]), job.template finish<Key>(made[3]));
      },
      [&](std::uint32_t i, std::uint32_t made) { keys[i] = job.template finish<Key>(made); });
  if (count == job.n) return;
  for (std::uint32_t i = max(4 * thread, count); i < min(4 * thread + 4, job.n); ++i) keys[i] = job.beyond();
}

template <class Job>
void make_keys_of_plain_source(const CudaDevice& device, const DistanceJob& job, const Job& known) {
  const Elements elements = elements_of(job);
  auto* keys = data<std::uint32_t>(job.keys);
  with_key(job.sources[0], job.metric, [&]<class Key>(Key) {
    if constexpr (requires { typename Key::Four; }) {
      if (are_in_fours(elements) && is_aligned(keys)) {
        return launch(device, {.blocks = blocks_for(job.n, 4 * pass_threads), .threads = pass_threads},
                      write_keys_in_fours<Key, Job>, elements, keys, known);
      }
    }
    launch(device, {.blocks = blocks_for(job.n, 2 * pass_threads), .threads = pass_threads}, write_keys<Key, Job>,
           elements, keys, known);
  });
}

template <class Key, class... Jobs>
void load_kernels() {
  (load(write_keys<Key, Jobs>), ...);
  if constexpr (requires { typename Key::Four; }) (load(write_keys_in_fours<Key, Jobs>), ...);
}

}  // namespace

void load_key_kernels() {
  load_source_key_kernels();
  for_each_key([]<class Key>(Key) { load_kernels<Key, Known, OnDevice, WithFewerBits>(); });
}

void make_keys(const CudaDevice& device, const DistanceJob& job) {
  if (!core::has_plain_source(job)) return make_keys_of_sources(device, job);
  if (core::is_plain(job) && !job.count) return make_keys_of_plain_source(device, job, Known{job.n});
  const OnDevice known{job.n, count_of({job.n, job.count})};
  if (job.precision.is_full()) return make_keys_of_plain_source(device, job, known);
  make_keys_of_plain_source(device, job, WithFewerBits{known, keys::prepared(job.precision)});
}

}  // namespace farfirst::cuda
