#include "depth_order.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "timing.h"

namespace farfirst::app {

OrderResult DepthOrder::make(const OrderRequest& request) {
  OrderResult result;
  result.spec = request.spec;
  result.frame = request.frame;
  order_.resize(request.spec.n);
  switch (request.spec.draw_order) {
    case DrawOrder::far_first:
      sort(request, result);
      break;
    case DrawOrder::near_first:
      sort(request, result);
      std::ranges::reverse(order_);
      break;
    case DrawOrder::file_order:
      std::iota(order_.begin(), order_.end(), 0u);
      break;
    case DrawOrder::shuffled:
      shuffle(request.spec.seed);
      break;
  }
  count_bytes();
  return result;
}

void DepthOrder::sort(const OrderRequest& request, OrderResult& result) {
  if (request.spec.n == 0) return;
  if (device_ == nullptr) device_ = open(Backend::cpu);
  if (!request.failed.empty()) {
    sort_auto(request, result);
    result.message = request.failed + "; sorted by " + result.algorithm + " instead";
  } else if (request.spec.algorithm == "auto") {
    sort_auto(request, result);
  } else {
    sort_named(request, result);
  }
}

void DepthOrder::sort_auto(const OrderRequest& request, OrderResult& result) {
  std::string sentence = "no sort can run on this machine";
  for (const Algorithm* entry : automatic_entries(Backend::cpu)) {
    try {
      return sort_with(*entry, known(request.spec.parameters, *entry), request, result);
    } catch (const OutOfMemory& error) {  // another one may need less
      sentence = error.what();
    }
  }
  throw OutOfMemory(sentence);
}

void DepthOrder::sort_named(const OrderRequest& request, OrderResult& result) {
  const OrderSpec& spec = request.spec;
  const bool known_to_fail = failure_ && failure_->algorithm == spec.algorithm && failure_->n == spec.n &&
                             same(failure_->parameters, spec.parameters);
  if (!known_to_fail || request.strict) {
    failure_.reset();
    try {
      const Algorithm* entry = find(spec.algorithm);
      if (entry == nullptr) throw Error("there is no sort named " + spec.algorithm);
      return sort_with(*entry, spec.parameters, request, result);
    } catch (const Error& error) {
      if (request.strict) throw;
      failure_ = Failure{spec.algorithm, spec.parameters, spec.n, error.what()};
    }
  }
  sort_auto(request, result);
  result.message = failure_->sentence + "; sorted by " + result.algorithm + " instead";
}

void DepthOrder::sort_with(const Algorithm& algorithm, const std::vector<ParameterValue>& parameters,
                           const OrderRequest& request, OrderResult& result) {
  slot_.prepare(*device_, algorithm, parameters, request.spec);
  const Elements& elements = request.elements;
  float bounds[6];
  DistanceJob job = distance_job(request, bounds);
  job.positions = host_buffer(elements.positions);
  if (elements.are_triangles) job.triangles = host_buffer(elements.triangles);
  job.order = host_buffer(order_);
  slot_.workspace().attach(job);
  if (request.spec.check) {
    keys_.resize(request.spec.n);
    job.keys = host_buffer(keys_);
  }

  const Stopwatch stopwatch;
  slot_.sorter()->sort(job);
  device_->finish();
  const double total = stopwatch.milliseconds();
  std::vector<Pass> passes;
  slot_.sorter()->take_trace(passes);
  set_times(passes, result);
  result.sort = total - std::max(result.distance, 0.0);
  result.algorithm = algorithm.id;

  if (request.spec.check) {
    result.check = device_->check_order(job.keys, job.order, job.n);
    result.checked = true;
    if (!result.check.ok()) result.message = result.algorithm + ": " + result.check.sentence();
  }
}

/// The same for the same seed and n, with every C++ library: std::shuffle is not.
void DepthOrder::shuffle(std::uint32_t seed) {
  std::iota(order_.begin(), order_.end(), 0u);
  std::mt19937_64 random(seed);
  for (std::size_t i = order_.size(); i > 1; --i) {
    // High bits of a product instead of a remainder (Lemire); the bias is far below 2^-32.
    const auto j = static_cast<std::size_t>(((random() >> 32) * i) >> 32);
    std::swap(order_[i - 1], order_[j]);
  }
}

void DepthOrder::count_bytes() {
  bytes_ = (order_.capacity() + keys_.capacity()) * sizeof(std::uint32_t) + slot_.workspace().bytes();
}

}  // namespace farfirst::app
