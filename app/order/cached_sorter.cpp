#include "cached_sorter.h"

#include <farfirst/gl.h>

#include <algorithm>

namespace farfirst::app {

void CachedSorter::prepare(Device& device, const Task& task) {
  const OrderRequest& wanted = task.wanted;
  const bool fits = sorter_ != nullptr && made_for_ == task.by && max_n_ == wanted.n;
  if (!fits) {
    clear();  // before the next one asks for memory
    std::unique_ptr<DistanceSorter> sorter =
        make_distance_sorter(device, *task.by.algorithm, wanted.n, task.by.parameters);
    workspace_ = Workspace(device, sorter->requirements());
    sorter_ = std::move(sorter);
    made_for_ = task.by;
    max_n_ = wanted.n;
  } else if (scene_ != wanted.scene || task.fresh) {
    sorter_->history().reset();
  }
  scene_ = wanted.scene;
}

void CachedSorter::clear() {
  sorter_.reset();
  workspace_ = {};
  traced_.clear();
}

bool CachedSorter::take_timings(SortTimings& timings) {
  bool any = false;
  while (take_oldest_timings(timings)) any = true;
  return any;
}

bool CachedSorter::take_oldest_timings(SortTimings& timings) {
  std::vector<Pass> passes;
  if (sorter_ == nullptr || !sorter_->take_trace(passes)) return false;
  set_times(passes, timings);
  timings.order_of = traced_.front();
  traced_.pop_front();
  return true;
}

std::size_t CachedSorter::state_bytes() const {
  return sorter_ == nullptr ? 0 : sorter_->requirements().own + sorter_->requirements().history;
}

std::size_t CachedSorters::bytes() const {
  std::size_t sum = 0;
  for (const auto& [number, slot] : slots_) sum += slot.bytes();
  return sum;
}

Direction direction_of(const OrderRequest& wanted) {
  return wanted.draw_order == DrawOrder::front_to_back ? Direction::front_to_back : Direction::back_to_front;
}

namespace {

Source source_of(const OrderRequest& wanted, const Elements& elements) {
  Source source;
  source.n = wanted.n;
  source.sort_point = wanted.sort_point;
  source.vertex_count = wanted.are_triangles ? static_cast<std::uint32_t>(elements.positions.size()) : 0;
  return source;
}

Source source_of(const OrderRequest& wanted, const ElementPart& part) {
  Source source;
  source.n = part.count;
  source.sort_point = wanted.sort_point;
  source.vertex_count = part.triangles.empty() ? 0 : static_cast<std::uint32_t>(part.positions.size());
  source.transform = {part.transform};
  return source;
}

Buffer part_of(const Buffer& all, std::size_t offset, std::size_t bytes) {
  return {all.where, all.handle, all.offset + offset, bytes};
}

}  // namespace

SceneJob::SceneJob(const OrderRequest& wanted, const Elements& elements) : elements_(elements) {
  if (elements.parts)
    for (const ElementPart& part : *elements.parts) sources_.push_back(source_of(wanted, part));
  else
    sources_.push_back(source_of(wanted, elements));
  job.n = wanted.n;
  job.sources = sources_;
  job.metric = wanted.metric;
  job.precision = key_precision(wanted.precision, elements.bounds, wanted.metric, wanted.view);
  job.direction = direction_of(wanted);
  std::ranges::copy(wanted.view.eye, job.eye);
  std::ranges::copy(wanted.view.axis, job.axis);
  job.bounds = box_of(elements.bounds);
}

void SceneJob::read(const Buffer& positions, std::uint32_t stride, const Buffer& triangles) {
  constexpr std::size_t word = sizeof(std::uint32_t);
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    Source& source = sources_[i];
    source.stride = stride;
    source.positions = positions;
    if (!elements_.parts) {
      if (elements_.are_triangles) source.triangles = triangles;
      continue;
    }
    const ElementPart& part = (*elements_.parts)[i];
    source.positions = part_of(positions, part.first_vertex * stride, part.vertex_count() * stride);
    if (!part.triangles.empty())
      source.triangles = part_of(triangles, part.first_corner * word, part.triangles.size_bytes());
  }
}

void SceneJob::read_part(std::size_t part, const Buffer& positions, std::uint32_t stride) {
  sources_[part].positions = positions;
  sources_[part].stride = stride;
}

void SceneJob::read_host() {
  if (!elements_.parts)
    return read(host_buffer(elements_.positions), sizeof(glm::vec3), host_buffer(elements_.triangles));
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const ElementPart& part = (*elements_.parts)[i];
    sources_[i].positions = host_buffer(part.positions);
    if (!part.triangles.empty()) sources_[i].triangles = host_buffer(part.triangles);
  }
}

void SceneJob::read_opengl(const GpuElements& stored) {
  read(gl_buffer(stored.positions, elements_.vertex_count() * stored.stride), stored.stride,
       gl_buffer(stored.triangles, elements_.corner_count() * sizeof(std::uint32_t)));
}

void set_times(const std::vector<Pass>& passes, SortTimings& timings) {
  // If the entry makes the keys in a separate pass, that pass is the distance stage.
  timings.distance = -1;
  timings.sort = 0;
  timings.passes.clear();
  for (const Pass& pass : passes) {
    timings.passes.push_back({std::string(pass.name), pass.milliseconds, pass.gpu});
    if (pass.gpu != 0) continue;  // at the same time as those of the first
    if (pass.name == "keys") {
      timings.distance = pass.milliseconds;
    } else {
      timings.sort += pass.milliseconds;
    }
  }
}

}  // namespace farfirst::app
