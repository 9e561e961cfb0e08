#include "inversion_stats.h"

#include <farfirst/keys.h>

namespace farfirst::app {

double InversionStats::depth() const {
  const double all = static_cast<double>(neighbours) * (1u << DepthSteps::bits);
  return neighbours == 0 ? 0 : static_cast<double>(steps) / all;
}

DepthSteps::DepthSteps(const OrderRequest& wanted, const Bounds& bounds)
    : metric_(wanted.metric),
      linear_(wanted.precision.form == KeyForm::linear),
      shift_((linear_ ? bits : 32) - wanted.precision.bits),
      steps_(keys::prepared(key_precision({bits, KeyForm::linear}, bounds, wanted.metric, wanted.view))) {}

std::uint32_t DepthSteps::of(std::uint32_t key) const {
  const std::uint32_t word = shift_ < 0 ? key >> -shift_ : key << shift_;
  if (linear_) return word;
  return metric_ == Metric::radial ? keys::with_fewer_bits<Metric::radial>(word, steps_)
                                   : keys::with_fewer_bits<Metric::view_depth>(word, steps_);
}

}  // namespace farfirst::app
