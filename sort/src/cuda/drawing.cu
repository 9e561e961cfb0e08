// Copies and conversions that the core needs of every device. Each thread moves one element; all kernels are limited by
// memory.
#include "cuda/launch.h"
#include "cuda/prim/counted.cuh"
#include "cuda/prim/make_keys.h"

namespace farfirst::cuda {
namespace {

template <class Word>
__global__ void reverse_words(Word* words, Count elements) {
  const std::uint32_t i = blockIdx.x * pass_threads + threadIdx.x, n = elements.get();
  if (i >= n / 2) return;
  const std::uint32_t other = n - 1 - i;
  const Word word = words[i];
  words[i] = words[other];
  words[other] = word;
}

template <class Word>
__global__ void pad_words(const Word* __restrict__ from, Word* __restrict__ to, Word padding, Count elements) {
  const std::size_t i = std::size_t{blockIdx.x} * pass_threads + threadIdx.x;
  if (i < elements.n) to[i] = i < elements.get() ? from[i] : padding;
}

/// A thread per corner: neighbours write neighbouring words.
__global__ void expand_corners(const std::uint32_t* __restrict__ order, const std::uint32_t* __restrict__ corners,
                               std::uint32_t* __restrict__ elements, Count triangles) {
  const std::size_t i = std::size_t{blockIdx.x} * pass_threads + threadIdx.x;
  if (i < std::size_t{3} * triangles.get()) elements[i] = corners[std::size_t{order[i / 3]} * 3 + i % 3];
}

}  // namespace

/// gather() was loaded when the device was opened.
void CudaDevice::prepare(Form form, const Algorithm&) {
  load(reverse_words<std::uint32_t>);
  load(reverse_words<std::uint64_t>);
  load(pad_words<std::uint32_t>);
  load(pad_words<std::uint64_t>);
  if (form == Form::distance) load_key_kernels();
}

void CudaDevice::reverse(const Buffer& words, std::size_t word_bytes, const core::Counted& elements) {
  const Shape shape{.blocks = blocks_for(elements.n / 2, pass_threads), .threads = pass_threads};
  if (word_bytes == 8) {
    launch(*this, shape, reverse_words<std::uint64_t>, data<std::uint64_t>(words), count_of(elements));
  } else {
    launch(*this, shape, reverse_words<std::uint32_t>, data<std::uint32_t>(words), count_of(elements));
  }
}

void CudaDevice::pad(const Buffer& from, const Buffer& to, std::size_t word_bytes, std::uint32_t padding,
                     const core::Counted& elements) {
  const Shape shape{.blocks = blocks_for(elements.n, pass_threads), .threads = pass_threads};
  if (word_bytes == 8) {
    launch(*this, shape, pad_words<std::uint64_t>, data<const std::uint64_t>(from), data<std::uint64_t>(to),
           ~std::uint64_t{0}, count_of(elements));
  } else {
    launch(*this, shape, pad_words<std::uint32_t>, data<const std::uint32_t>(from), data<std::uint32_t>(to), padding,
           count_of(elements));
  }
}

void CudaDevice::expand(const Buffer& order, const Buffer& corners, const Buffer& elements,
                        const core::Counted& triangles) {
  launch(*this, {.blocks = blocks_for(std::size_t{3} * triangles.n, pass_threads), .threads = pass_threads},
         expand_corners, data<const std::uint32_t>(order), data<const std::uint32_t>(corners),
         data<std::uint32_t>(elements), count_of(triangles));
}

}  // namespace farfirst::cuda
