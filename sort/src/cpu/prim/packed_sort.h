#pragma once
// Builds an argsort from a sort without indices, by sorting (key << 32 | index) words. All words differ, so stability
// does not matter and ties are ordered by index.

#include <algorithm>
#include <cstdint>
#include <memory>

#include "cpu/device.h"

namespace farfirst::cpu {

/// Serves the forms argsort, keys, keys64 and paper_keys. `Sort` is called with (Key*, size_t), Key = uint64_t,
/// uint32_t and float.
template <class Sort>
class PackedSort final : public core::Implementation {
 public:
  explicit PackedSort(const core::MakeOptions& options) : form_(options.form) {
    if (form_ == Form::argsort) requirements_.scratch = {options.max_n * sizeof(std::uint64_t)};
  }

  void sort(const FormJob& job, const core::Call& call) override {
    switch (form_) {
      case Form::keys:
        return sort_copy<std::uint32_t>(job, call);
      case Form::keys64:
        return sort_copy<std::uint64_t>(job, call);
      case Form::paper_keys:
        return sort_copy<float>(job, call);
      default:
        return argsort(job, call);
    }
  }

 private:
  template <class Key>
  void sort_copy(const FormJob& job, const core::Call& call) {
    call.passes.begin("copy");
    Key* keys = data<Key>(job.sorted_keys);
    std::copy_n(data<const Key>(job.keys), job.n, keys);
    call.passes.begin("sort");
    sort_(keys, job.n);
  }

  void argsort(const FormJob& job, const core::Call& call) {
    if (job.n == 0) return;
    const std::uint32_t* keys = data<const std::uint32_t>(job.keys);
    std::uint64_t* words = data<std::uint64_t>(job.scratch[0]);
    call.passes.begin("pack");
    for (std::uint32_t i = 0; i < job.n; ++i) words[i] = std::uint64_t{keys[i]} << 32 | i;
    call.passes.begin("sort");
    sort_(words, job.n);
    call.passes.begin("unpack");
    std::uint32_t* order = data<std::uint32_t>(job.order);
    const auto* ids = data<const std::uint32_t>(call.ids);
    for (std::uint32_t i = 0; i < job.n; ++i) {
      const auto place = static_cast<std::uint32_t>(words[i]);
      order[i] = ids == nullptr ? place : ids[place];
    }
    if (!job.sorted_keys) return;
    std::uint32_t* sorted_keys = data<std::uint32_t>(job.sorted_keys);
    for (std::uint32_t i = 0; i < job.n; ++i) sorted_keys[i] = static_cast<std::uint32_t>(words[i] >> 32);
  }

  Form form_;
  Sort sort_;
};

}  // namespace farfirst::cpu
