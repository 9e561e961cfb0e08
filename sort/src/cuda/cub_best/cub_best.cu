// cuda.cub_best: the toolkit's sort, tuned for Farfirst's job. One kernel makes the keys of a distance job in the form
// that CUB then sorts. The range of the keys, from the job's bounds, decides their number of bits. Everything is
// enqueued, nothing is read back.
#include <algorithm>
#include <bit>

#include "calls.h"
#include "cuda/launch.h"
#include "cuda/prim/elements.cuh"
#include "cuda/prim/indices.h"
#include "cuda/prim/key_bits.h"
#include "cuda/prim/key_range.h"

namespace farfirst::cuda::cub_best {
namespace {

constexpr unsigned threads = 256;

enum class Variant : std::uint8_t { chosen, floats, keys, fewer_bits, words };

/// The distance of a key: descending distances are ascending keys. Without a metric value it is a NaN, which CUB treats
/// as larger than all numbers.
__device__ float distance_of(std::uint32_t key, Metric metric) {
  if (key == 0) return __uint_as_float(0x7FFFFFFFu);
  if (metric == Metric::radial) return __uint_as_float(~key);
  return __uint_as_float(~key ^ ((key >> 31) == 0u ? 0x80000000u : 0xFFFFFFFFu));
}

/// The input of CUB, made from keys.
struct Input {
  Variant variant;
  Metric metric;
  std::uint32_t floor;  // subtracted from keys; those at or below it become 0
  void* to;
  std::uint32_t* keys;  // unchanged, or null

  __device__ std::uint32_t above_floor(std::uint32_t key) const { return (key > floor ? key : floor) - floor; }
  __device__ void put(std::uint32_t key, std::uint32_t i) const {
    if (keys != nullptr) keys[i] = key;
    const std::uint32_t above = above_floor(key);
    if (variant == Variant::floats) {
      static_cast<float*>(to)[i] = distance_of(key, metric);
    } else if (variant == Variant::words) {
      static_cast<Word*>(to)[i] = pack(above, i);
    } else {
      static_cast<std::uint32_t*>(to)[i] = above;
    }
  }
  /// Stores those of four elements, 16 bytes at a time.
  __device__ void put_four(const std::uint32_t* key, std::uint32_t i) const {
    if (keys != nullptr || variant == Variant::words) {
      for (unsigned k = 0; k < 4; ++k) put(key[k], i + k);
    } else if (variant == Variant::floats) {
      *reinterpret_cast<float4*>(static_cast<float*>(to) + i) =
          make_float4(distance_of(key[0], metric), distance_of(key[1], metric), distance_of(key[2], metric),
                      distance_of(key[3], metric));
    } else {
      *reinterpret_cast<uint4*>(static_cast<std::uint32_t*>(to) + i) =
          make_uint4(above_floor(key[0]), above_floor(key[1]), above_floor(key[2]), above_floor(key[3]));
    }
  }
};

template <class Key>
__global__ void make_input_in_fours(Elements elements, Input input, std::uint32_t n) {
  for_keys_in_fours<Key>(
      elements, n, blockIdx.x * threads + threadIdx.x,
      [&](std::uint32_t i, const std::uint32_t* keys) { input.put_four(keys, i); },
      [&](std::uint32_t i, std::uint32_t key) { input.put(key, i); });
}

template <class Key>
__global__ void make_input(Elements elements, Input input, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
  if (i < n) input.put(Key::of(elements, i), i);
}

__global__ void pack_keys(const std::uint32_t* __restrict__ keys, Word* __restrict__ words, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
  if (i < n) words[i] = pack(keys[i], i);
}

__global__ void unpack(const Word* __restrict__ words, std::uint32_t* __restrict__ order,
                       std::uint32_t* __restrict__ sorted_keys, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
  if (i >= n) return;
  order[i] = index_of(words[i]);
  if (sorted_keys != nullptr) sorted_keys[i] = key_of(words[i]);
}

/// Measured: sorting 64-bit words has fewer steps, sorting pairs moves less data.
Variant chosen_variant(const core::MakeOptions& options) {
  const auto wanted = static_cast<Variant>(options["variant"]);
  if (wanted == Variant::chosen) return options.max_n <= 256u << 10 ? Variant::words : Variant::fewer_bits;
  const bool of_distances = wanted == Variant::floats || wanted == Variant::fewer_bits;
  return options.form == Form::argsort && of_distances ? Variant::keys : wanted;
}

class CubBest final : public core::Implementation {
 public:
  CubBest(CudaDevice& device, const core::MakeOptions& options)
      : device_(device), variant_(chosen_variant(options)), bits_(options["bits"]), max_n_(options.max_n) {
    if (max_n_ == 0) return;
    call_cub(nullptr, temporary_bytes_, {}, max_n_, {0, 32});
    array_bytes_ = core::aligned(max_n_ * (variant_ == Variant::words ? sizeof(Word) : sizeof(std::uint32_t)));
    requirements_.scratch = {core::aligned(temporary_bytes_) + 2 * array_bytes_};
    if (variant_ == Variant::words) return;
    indices_ = Indices(device, max_n_);
    requirements_.own = indices_.bytes();
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    Arrays arrays = arrays_for(job);
    if (job.sorted_keys && variant_ != Variant::words) arrays.sorted = data<void>(job.sorted_keys);
    if (variant_ == Variant::words) {
      call.passes.begin("words");
      launch(device_, shape(job.n), pack_keys, data<const std::uint32_t>(job.keys), static_cast<Word*>(arrays.in),
             job.n);
    } else {
      arrays.in = data<void>(job.keys);
    }
    sort(arrays, job.n, sorted_bits(job.key_bits, 32), job.sorted_keys ? data<std::uint32_t>(job.sorted_keys) : nullptr,
         call);
  }

  void sort(const DistanceJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    const Arrays arrays = arrays_for(job);
    const bool compresses = variant_ == Variant::words || variant_ == Variant::fewer_bits;
    const KeyRange range = compresses && !job.bounds.is_empty() ? key_range_of(job) : KeyRange{};
    const std::uint32_t floor = range.smallest - 1;
    const bool is_known = bits_ != 0 && !job.bounds.is_empty();
    const unsigned bits = is_known && compresses
                              ? static_cast<unsigned>(bits_)
                              : std::max(1u, static_cast<unsigned>(std::bit_width(range.largest - floor)));
    call.passes.begin("keys");
    const Input input{variant_, job.metric, floor, arrays.in, job.keys ? data<std::uint32_t>(job.keys) : nullptr};
    const Elements elements = elements_of(job);
    with_key(job.sources[0], job.metric, [&]<class Key>(Key) {
      if constexpr (requires { typename Key::Four; }) {
        if (are_in_fours(elements)) {
          return launch(device_, shape((job.n + 3) / 4), make_input_in_fours<Key>, elements, input, job.n);
        }
      }
      launch(device_, shape(job.n), make_input<Key>, elements, input, job.n);
    });
    sort(arrays, job.n, {0, bits}, nullptr, call);
  }
  bool takes(const DistanceJob&) const override { return true; }

 private:
  /// The arrays for CUB.
  struct Arrays {
    std::byte* temporary = nullptr;
    void *in = nullptr, *sorted = nullptr;
    const std::uint32_t* indices = nullptr;
    std::uint32_t* order = nullptr;
  };

  static Shape shape(std::uint32_t n) { return {.blocks = blocks_for(n, threads), .threads = threads}; }

  template <class Job>
  Arrays arrays_for(const Job& job) const {
    auto* scratch = data<std::byte>(job.scratch[0]);
    std::byte* arrays = scratch + core::aligned(temporary_bytes_);
    return {scratch, arrays, arrays + array_bytes_, indices_.data(), data<std::uint32_t>(job.order)};
  }

  void sort(const Arrays& arrays, std::uint32_t n, SortedBits bits, std::uint32_t* sorted_keys,
            const core::Call& call) const {
    call.passes.begin("radix sort");
    std::size_t bytes = temporary_bytes_;
    call_cub(arrays.temporary, bytes, arrays, n, bits);
    device_.after_launch();
    if (variant_ != Variant::words) return;
    call.passes.begin("indices");
    launch(device_, shape(n), unpack, static_cast<const Word*>(arrays.sorted), arrays.order, sorted_keys, n);
  }

  void call_cub(void* temporary, std::size_t& bytes, const Arrays& arrays, std::uint32_t n, SortedBits bits) const {
    const auto pairs = [&]<class Key>(Key) {
      return Pairs<Key>{static_cast<const Key*>(arrays.in), static_cast<Key*>(arrays.sorted), arrays.indices,
                        arrays.order};
    };
    switch (variant_) {
      case Variant::floats:
        FARFIRST_CUDA(sort_floats(temporary, bytes, pairs(0.0f), n, device_.stream()));
        break;
      case Variant::words:
        FARFIRST_CUDA(sort_words(temporary, bytes, static_cast<const Word*>(arrays.in),
                                 static_cast<Word*>(arrays.sorted), n, bits, device_.stream()));
        break;
      default:
        FARFIRST_CUDA(sort_keys(temporary, bytes, pairs(std::uint32_t{}), n, bits, device_.stream()));
        break;
    }
  }

  CudaDevice& device_;
  const Variant variant_;
  const std::int64_t bits_;
  const std::uint32_t max_n_;
  std::size_t temporary_bytes_ = 0, array_bytes_ = 0;
  Indices indices_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<CubBest>(cuda_device(device), options);
}

}  // namespace farfirst::cuda::cub_best
