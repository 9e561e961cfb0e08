#include "sorter_slot.h"

#include <algorithm>
#include <cstring>
#include <tuple>

namespace farfirst::app {

bool same(const std::vector<ParameterValue>& a, const std::vector<ParameterValue>& b) {
  return std::ranges::equal(
      a, b, [](const ParameterValue& x, const ParameterValue& y) { return x.name == y.name && x.value == y.value; });
}

bool OrderSpec::operator==(const OrderSpec& other) const {
  const auto what = [](const OrderSpec& s) {
    return std::tuple(s.scene, s.version, s.n, s.are_triangles, s.draw_order, s.seed);
  };
  if (what(*this) != what(other)) return false;
  if (!is_sorted()) return true;
  return algorithm == other.algorithm && same(parameters, other.parameters) && metric == other.metric &&
         sort_point == other.sort_point && check == other.check && std::memcmp(&view, &other.view, sizeof view) == 0;
}

void SorterSlot::prepare(Device& device, const Algorithm& algorithm, const std::vector<ParameterValue>& parameters,
                         const OrderSpec& spec) {
  const bool fits =
      sorter_ != nullptr && &sorter_->algorithm() == &algorithm && max_n_ == spec.n && same(parameters_, parameters);
  if (!fits) {
    clear();  // before the next one asks for memory
    std::unique_ptr<Sorter> sorter =
        make_sorter(device, algorithm, {.form = Form::distance, .max_n = spec.n, .parameters = parameters});
    workspace_ = Workspace(device, sorter->requirements());
    sorter_ = std::move(sorter);
    max_n_ = spec.n;
    parameters_ = parameters;
  } else if (scene_ != spec.scene) {
    sorter_->reset_state();
  }
  scene_ = spec.scene;
}

void SorterSlot::clear() {
  sorter_.reset();
  workspace_ = {};
  traced_.clear();
}

bool SorterSlot::take_times(OrderTimes& times) {
  if (sorter_ == nullptr) return false;
  bool any = false;
  for (std::vector<Pass> passes; sorter_->take_trace(passes); passes.clear()) {
    set_times(passes, times);
    times.order_of = traced_.front();
    traced_.pop_front();
    any = true;
  }
  return any;
}

DistanceJob distance_job(const OrderSpec& spec, const Elements& elements, float (&bounds)[6]) {
  DistanceJob job;
  job.n = spec.n;
  job.vertex_count = static_cast<std::uint32_t>(elements.positions.size());
  job.sort_point = spec.sort_point;
  job.metric = spec.metric;
  std::ranges::copy(spec.view.eye, job.eye);
  std::ranges::copy(spec.view.axis, job.axis);
  if (const Bounds& box = elements.bounds; !box.empty()) {
    for (int i = 0; i < 3; ++i) {
      bounds[i] = box.minimum[i];
      bounds[3 + i] = box.maximum[i];
    }
    job.bounds = bounds;
  }
  return job;
}

void set_times(const std::vector<Pass>& passes, OrderTimes& times) {
  // Where the entry makes the keys in a pass of its own, that pass is the distance stage.
  times.distance = -1;
  times.sort = 0;
  times.passes.clear();
  for (const Pass& pass : passes) {
    times.passes.emplace_back(pass.name, pass.milliseconds);
    if (pass.name == "keys") {
      times.distance = pass.milliseconds;
    } else {
      times.sort += pass.milliseconds;
    }
  }
}

}  // namespace farfirst::app
