#include "depth_order.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include "timing.h"

namespace farfirst::app {

namespace {

bool same(const std::vector<ParameterValue>& a, const std::vector<ParameterValue>& b) {
  return std::ranges::equal(
      a, b, [](const ParameterValue& x, const ParameterValue& y) { return x.name == y.name && x.value == y.value; });
}

/// Entries that `auto` may take, best first.
std::vector<const Algorithm*> automatic_entries() {
  std::vector<const Algorithm*> result;
  for (const Algorithm* entry : algorithms()) {
    if (entry->backend == Backend::cpu && entry->auto_rank > 0 && why_unavailable(*entry).empty()) {
      result.push_back(entry);
    }
  }
  std::ranges::stable_sort(result, std::greater(), &Algorithm::auto_rank);
  return result;
}

/// Those that the entry has: the others were meant for another one.
std::vector<ParameterValue> known(const std::vector<ParameterValue>& parameters, const Algorithm& entry) {
  std::vector<ParameterValue> result;
  std::ranges::copy_if(parameters, std::back_inserter(result), [&](const ParameterValue& value) {
    return std::ranges::find(entry.parameters, value.name, &Parameter::name) != entry.parameters.end();
  });
  return result;
}

DistanceJob distance_job(const OrderRequest& request, std::span<std::uint32_t> order) {
  const Elements& elements = request.elements;
  DistanceJob job;
  job.n = request.spec.n;
  job.positions = host_buffer(elements.positions);
  job.vertex_count = static_cast<std::uint32_t>(elements.positions.size());
  if (elements.are_triangles) job.triangles = host_buffer(elements.triangles);
  job.representative = request.spec.representative;
  job.measure = request.spec.measure;
  std::ranges::copy(request.spec.view.eye, job.eye);
  std::ranges::copy(request.spec.view.axis, job.axis);
  job.order = host_buffer(order);
  job.trace = true;
  return job;
}

}  // namespace

bool OrderSpec::operator==(const OrderSpec& other) const {
  const auto what = [](const OrderSpec& s) {
    return std::tuple(s.scene, s.version, s.n, s.are_triangles, s.draw_order, s.seed);
  };
  if (what(*this) != what(other)) return false;
  if (!is_sorted()) return true;
  return algorithm == other.algorithm && same(parameters, other.parameters) && measure == other.measure &&
         representative == other.representative && check == other.check &&
         std::memcmp(&view, &other.view, sizeof view) == 0;
}

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
  if (request.spec.algorithm == "auto") {
    sort_auto(request, result);
  } else {
    sort_named(request, result);
  }
}

void DepthOrder::sort_auto(const OrderRequest& request, OrderResult& result) {
  std::string sentence = "no sort can run on this machine";
  for (const Algorithm* entry : automatic_entries()) {
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
  prepare(algorithm, parameters, request.spec);
  DistanceJob job = distance_job(request, order_);
  workspace_.attach(job);
  const Bounds& box = request.elements.bounds;
  const float bounds[6] = {box.minimum.x, box.minimum.y, box.minimum.z, box.maximum.x, box.maximum.y, box.maximum.z};
  if (!box.empty()) job.bounds = bounds;
  if (request.spec.check) {
    keys_.resize(request.spec.n);
    job.keys = host_buffer(keys_);
  }

  const Stopwatch stopwatch;
  sorter_->sort(job);
  device_->finish();
  result.sort = stopwatch.milliseconds();

  // Where the entry makes the keys in a pass of its own, that pass is the distance stage.
  std::vector<Pass> passes;
  sorter_->take_trace(passes);
  for (const Pass& pass : passes) {
    result.passes.emplace_back(pass.name, pass.milliseconds);
    if (pass.name != "keys") continue;
    result.distance = pass.milliseconds;
    result.sort -= pass.milliseconds;
  }
  result.algorithm = algorithm.id;

  if (request.spec.check) {
    result.check = device_->check_order(job.keys, job.order, job.n);
    result.checked = true;
    if (!result.check.ok()) result.message = result.algorithm + ": " + result.check.sentence();
  }
}

void DepthOrder::prepare(const Algorithm& algorithm, const std::vector<ParameterValue>& parameters,
                         const OrderSpec& spec) {
  const bool fits =
      sorter_ != nullptr && &sorter_->algorithm() == &algorithm && max_n_ == spec.n && same(parameters_, parameters);
  if (!fits) {
    sorter_.reset();
    workspace_ = {};  // before the next one asks for memory
    sorter_ = make_sorter(*device_, algorithm, {.form = Form::distance, .max_n = spec.n, .parameters = parameters});
    workspace_ = Workspace(*device_, sorter_->requirements());
    max_n_ = spec.n;
    parameters_ = parameters;
  } else if (scene_ != spec.scene) {
    sorter_->reset_state();
  }
  scene_ = spec.scene;
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
  bytes_ = (order_.capacity() + keys_.capacity()) * sizeof(std::uint32_t) + workspace_.bytes();
}

}  // namespace farfirst::app
