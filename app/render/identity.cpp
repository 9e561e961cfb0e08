#include "identity.h"

#include <algorithm>
#include <tuple>

namespace farfirst::app {

namespace {

/// In the entry's own order, so that a default that was named equals one that was not.
std::vector<ParameterValue> all_parameters(const Algorithm& entry, const std::vector<ParameterValue>& given) {
  std::vector<ParameterValue> result;
  for (const Parameter& parameter : entry.parameters) {
    const auto found = std::ranges::find(given, parameter.name, &ParameterValue::name);
    result.push_back({std::string(parameter.name), found == given.end() ? parameter.default_value : found->value});
  }
  return result;
}

void identify_sort(FrameIdentity& identity, const FrameReport& report, const SortChoice& choice) {
  const Algorithm* entry = find(report.algorithm);
  identity.algorithm = report.algorithm;
  identity.metric = report.wanted.metric;
  identity.checked = report.wanted.check;
  identity.culled = report.wanted.cull.has_value();
  identity.resort = choice.resort;
  if (report.wanted.are_triangles) identity.sort_point = report.wanted.sort_point;
  if (entry == nullptr) return;
  identity.parameters = all_parameters(*entry, report.wanted.parameters);
  if (!entry->needs.has(Backend::cuda)) return;
  identity.cuda_device = report.wanted.cuda_device;
  identity.interop = report.wanted.interop;
}

}  // namespace

bool FrameIdentity::operator==(const FrameIdentity& other) const {
  const auto sorted = [](const FrameIdentity& i) {
    return std::tie(i.scene, i.elements, i.are_triangles, i.algorithm, i.draw_order, i.metric, i.sort_point, i.checked,
                    i.culled, i.resort, i.cuda_device, i.interop);
  };
  const auto drawn = [](const FrameIdentity& i) {
    return std::tie(i.renderer, i.samples, i.width, i.height, i.shading, i.point_size, i.file_colors);
  };
  return sorted(*this) == sorted(other) && drawn(*this) == drawn(other) && same(parameters, other.parameters);
}

FrameIdentity identity_of(const FrameReport& report, const Look& look, const SortChoice& choice,
                          const Frame::Target& target) {
  FrameIdentity identity;
  identity.scene = report.scene;
  identity.elements = report.elements;
  identity.are_triangles = report.wanted.are_triangles;
  identity.draw_order = report.wanted.draw_order;
  if (!report.algorithm.empty()) identify_sort(identity, report, choice);
  identity.renderer = report.renderer;
  identity.samples = report.samples;
  identity.width = target.width;
  identity.height = target.height;
  if (identity.are_triangles) {
    identity.shading = look.shading;
  } else {
    identity.point_size = look.point_size * target.pixel_scale;
  }
  identity.file_colors = look.use_file_colors;
  return identity;
}

}  // namespace farfirst::app
