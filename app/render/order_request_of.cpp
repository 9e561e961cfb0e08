#include "order_request_of.h"

namespace farfirst::app {

namespace {

Viewpoint viewpoint(const Camera& camera, Metric metric) {
  const glm::vec3 eye = camera.eye, axis = metric == Metric::view_depth ? camera.direction() : glm::vec3(0.0f);
  return {{eye.x, eye.y, eye.z}, {axis.x, axis.y, axis.z}};
}

}  // namespace

OrderRequest order_request_of(const Elements& elements, std::uint64_t version, std::uint64_t generation,
                              const Camera& camera, const SortChoice& choice, bool checks) {
  OrderRequest result;
  result.scene = generation;
  result.n = elements.count();
  result.are_triangles = elements.are_triangles;
  result.draw_order = choice.draw_order;
  if (choice.draw_order == DrawOrder::shuffled) result.seed = choice.seed;
  if (!result.is_sorted()) return result;
  result.version = version;
  result.algorithm = choice.algorithm;
  result.parameters = choice.parameters;
  result.metric = metric_of(choice);
  if (elements.are_triangles) result.sort_point = choice.sort_point;
  result.precision = choice.precision;
  result.check = choice.check_order.value_or(checks);
  result.count = choice.resort.is_lazy() && choice.check_order.value_or(true);
  result.view = viewpoint(camera, result.metric);
  result.cuda_devices = choice.cuda_devices;
  result.interop = choice.interop;
  return result;
}

}  // namespace farfirst::app
