#include "sample_window.h"

#include "quantiles.h"

namespace farfirst::app {

void SampleWindow::add(double value) {
  if (value < 0 || capacity_ == 0) return;
  if (values_.size() < capacity_) {
    values_.push_back(value);
    return;
  }
  values_[begin_] = value;
  begin_ = (begin_ + 1) % capacity_;
}

void SampleWindow::clear() {
  values_.clear();
  begin_ = 0;
}

double SampleWindow::operator[](std::size_t i) const { return values_[(begin_ + i) % values_.size()]; }

double SampleWindow::now() const { return empty() ? -1 : (*this)[size() - 1]; }

double SampleWindow::quantile(double q) const { return exact_quantile(values_, q); }

}  // namespace farfirst::app
