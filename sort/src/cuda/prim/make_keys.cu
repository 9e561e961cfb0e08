// See make_keys.h. One source of float32 positions as they are has kernels of its own; any others are read by those of
// source_keys.h.
#include "cuda/prim/make_keys.h"

#include "cuda/launch.h"
#include "cuda/prim/counted.cuh"
#include "cuda/prim/elements.cuh"
#include "cuda/prim/overlap.cuh"
#include "cuda/prim/source_keys.h"

namespace farfirst::cuda {
namespace {

constexpr unsigned threads = 256;

/// What the host knows of a job: everything.
struct Known {
  std::uint32_t n;
  __device__ Elements resolve(const Elements& elements) const { return elements; }
  __device__ std::uint32_t count() const { return n; }
};
/// A job whose eye or count, or both, are known to the device.
struct OnDevice {
  std::uint32_t n;
  Count elements;
  const float* eye;  // null: the host knows it
  __device__ Elements resolve(Elements given) const {
    if (eye != nullptr) given.view = view_at(eye);
    return given;
  }
  __device__ std::uint32_t count() const { return elements.get(); }
};

/// Two to a thread, so that the corners of one are loaded while the thread waits for those of the other. More were
/// slower.
template <class Key, class Job>
__global__ void write_keys(Elements given, std::uint32_t* __restrict__ keys, Job job) {
  let_next_kernel_in();
  const Elements elements = job.resolve(given);
  const std::uint32_t count = job.count();
  const std::size_t i = std::size_t{blockIdx.x} * 2 * threads + threadIdx.x, k = i + threads;
  if (k < count) {
    const std::uint32_t first = Key::of(elements, i), second = Key::of(elements, k);
    keys[i] = first;
    keys[k] = second;
  } else {
    if (i < job.n) keys[i] = i < count ? Key::of(elements, i) : no_key;
    if (k < job.n) keys[k] = no_key;
  }
}

/// For points whose positions can be read for four at a time.
template <class Key, class Job>
__global__ void write_keys_in_fours(Elements given, std::uint32_t* __restrict__ keys, Job job) {
  let_next_kernel_in();
  const Elements elements = job.resolve(given);
  const std::uint32_t count = job.count(), thread = blockIdx.x * threads + threadIdx.x;
  for_keys_in_fours<Key>(
      elements, count, thread,
      [&](std::uint32_t i, const std::uint32_t* made) {
        *reinterpret_cast<uint4*>(keys + i) = make_uint4(made[0], made[1], made[2], made[3]);
      },
      [&](std::uint32_t i, std::uint32_t made) { keys[i] = made; });
  if (count == job.n) return;
  for (std::uint32_t i = max(4 * thread, count); i < min(4 * thread + 4, job.n); ++i) keys[i] = no_key;
}

template <class Job>
void make_keys_of_plain_source(const CudaDevice& device, const DistanceJob& job, const Job& known) {
  const Elements elements = elements_of(job);
  auto* keys = data<std::uint32_t>(job.keys);
  with_key(job.sources[0], job.metric, [&]<class Key>(Key) {
    if constexpr (requires { typename Key::Four; }) {
      if (are_in_fours(elements) && is_aligned(keys)) {
        return launch(device, {.blocks = blocks_for(job.n, 4 * threads), .threads = threads},
                      write_keys_in_fours<Key, Job>, elements, keys, known);
      }
    }
    launch(device, {.blocks = blocks_for(job.n, 2 * threads), .threads = threads}, write_keys<Key, Job>, elements, keys,
           known);
  });
}

}  // namespace

void make_keys(const CudaDevice& device, const DistanceJob& job) {
  if (!core::has_plain_source(job)) return make_keys_of_sources(device, job);
  if (!job.count && !job.eye_on_device) return make_keys_of_plain_source(device, job, Known{job.n});
  make_keys_of_plain_source(device, job,
                            OnDevice{job.n, count_of({job.n, job.count}), data<const float>(job.eye_on_device)});
}

}  // namespace farfirst::cuda
