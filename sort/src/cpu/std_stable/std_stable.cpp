// cpu.std_stable, the oracle: std::stable_sort of indices by key. It is written for easy review, not for speed. It is
// stable and compares keys only, so ties keep the order of their indices, and (key, index) ascends.
#include <algorithm>
#include <numeric>

#include "cpu/device.h"

namespace farfirst::cpu::std_stable {
namespace {

template <class Key>
void argsort(const FormJob& job, std::uint32_t* order) {
  const Key* keys = data<const Key>(job.keys);
  std::iota(order, order + job.n, 0u);
  std::stable_sort(order, order + job.n, [keys](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
}

template <class T>
void gather(const Buffer& from, const std::uint32_t* order, const Buffer& to, std::uint32_t n) {
  std::transform(order, order + n, data<T>(to), [source = data<const T>(from)](std::uint32_t i) { return source[i]; });
}

template <class Key>
class Oracle final : public core::Implementation {
 public:
  explicit Oracle(const core::MakeOptions& options) : form_(options.form) {
    if (with_values()) requirements_.scratch = {options.max_n * sizeof(std::uint32_t)};
  }

  void sort(const FormJob& job, const core::Call& call) override {
    call.passes.begin("sort");
    if (form_ == Form::keys || form_ == Form::keys64) {
      Key* sorted = data<Key>(job.sorted_keys);
      std::copy_n(data<const Key>(job.keys), job.n, sorted);
      std::stable_sort(sorted, sorted + job.n);
      return;
    }
    auto* order = data<std::uint32_t>(with_values() ? job.scratch[0] : job.order);
    argsort<Key>(job, order);
    if (job.sorted_keys) gather<Key>(job.keys, order, job.sorted_keys, job.n);
    if (with_values()) gather<std::uint32_t>(job.values, order, job.sorted_values, job.n);
  }

 private:
  bool with_values() const { return form_ == Form::pairs || form_ == Form::pairs64; }
  Form form_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore&, const core::MakeOptions& options) {
  switch (options.form) {
    case Form::argsort64:
    case Form::pairs64:
    case Form::keys64:
      return std::make_unique<Oracle<std::uint64_t>>(options);
    default:
      return std::make_unique<Oracle<std::uint32_t>>(options);
  }
}

}  // namespace farfirst::cpu::std_stable
