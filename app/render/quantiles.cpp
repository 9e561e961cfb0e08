#include "quantiles.h"

#include <algorithm>
#include <cmath>

namespace farfirst::app {

namespace {

constexpr double gamma = (1 + Quantiles::relative_error) / (1 - Quantiles::relative_error);
constexpr double smallest = 1e-9, largest = 1e9;

int bucket_of(double value) {
  return static_cast<int>(std::ceil(std::log(std::clamp(value, smallest, largest)) / std::log(gamma)));
}

/// The value with the same relative distance from the bucket's lower and upper end.
double middle_of(int bucket) { return 2 * std::pow(gamma, bucket) / (gamma + 1); }

/// From 1.
std::uint64_t nearest_rank(double q, std::uint64_t size) {
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(size))), 1, size);
}

}  // namespace

double exact_quantile(std::vector<double> values, double q) {
  if (values.empty()) return -1;
  std::ranges::sort(values);
  const std::size_t size = values.size();
  if (q == 0.5 && size % 2 == 0) return 0.5 * (values[size / 2 - 1] + values[size / 2]);
  return values[nearest_rank(q, size) - 1];
}

void Quantiles::add(double value) {
  if (!(value >= 0)) return;
  least_ = empty() ? value : std::min(least_, value);
  most_ = empty() ? value : std::max(most_, value);
  ++size_;
  if (size_ <= exact_capacity) {
    exact_.push_back(value);
    return;
  }
  for (const double before : exact_) count(before);
  exact_ = {};
  count(value);
}

void Quantiles::count(double value) { ++counts_[bucket_of(value)]; }

double Quantiles::quantile(double q) const {
  if (empty()) return -1;
  if (size_ <= exact_capacity) return exact_quantile(exact_, q);
  const std::uint64_t rank = nearest_rank(q, size_);
  if (rank == 1) return least_;
  return rank == size_ ? most_ : std::clamp(sketched(rank), least_, most_);
}

double Quantiles::sketched(std::uint64_t rank) const {
  std::uint64_t so_far = 0;
  for (const auto& [bucket, count] : counts_) {
    so_far += count;
    if (so_far >= rank) return middle_of(bucket);
  }
  return most_;
}

std::size_t Quantiles::bytes() const {
  constexpr std::size_t node = sizeof(std::pair<const int, std::uint64_t>) + 4 * sizeof(void*);
  return sizeof *this + exact_.capacity() * sizeof(double) + counts_.size() * node;
}

}  // namespace farfirst::app
