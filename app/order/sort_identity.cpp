#include "sort_identity.h"

#include <algorithm>

namespace farfirst::app {

namespace {

/// In the entry's own order, so that a named default equals an unnamed one.
std::vector<ParameterValue> all_parameters(const Algorithm& entry, const std::vector<ParameterValue>& given) {
  std::vector<ParameterValue> result;
  for (const Parameter& parameter : entry.parameters) {
    const auto found = std::ranges::find(given, parameter.name, &ParameterValue::name);
    result.push_back({std::string(parameter.name), found == given.end() ? parameter.default_value : found->value});
  }
  return result;
}

}  // namespace

SortIdentity sort_identity(std::uint64_t scene, const OrderRequest& wanted, std::string_view algorithm) {
  SortIdentity identity;
  identity.scene = scene;
  identity.elements = wanted.n;
  identity.are_triangles = wanted.are_triangles;
  identity.draw_order = wanted.draw_order;
  if (algorithm.empty()) return identity;
  identity.algorithm = algorithm;
  identity.metric = wanted.metric;
  identity.precision = wanted.precision;
  if (wanted.are_triangles) identity.sort_point = wanted.sort_point;
  const Algorithm* entry = find(algorithm);
  if (entry == nullptr) return identity;
  identity.parameters = all_parameters(*entry, wanted.parameters);
  if (!entry->needs.has(Backend::cuda)) return identity;
  identity.cuda_devices = wanted.cuda_devices;
  identity.interop = wanted.interop;
  return identity;
}

}  // namespace farfirst::app
