#include "precision.h"

namespace farfirst::app {

std::string text_of(const Precision& precision) {
  return std::to_string(precision.bits) + " bits" + (precision.form == KeyForm::linear ? ", linear" : "");
}

Box box_of(const Bounds& bounds) {
  const glm::vec3 &low = bounds.minimum, &high = bounds.maximum;
  return {{low.x, low.y, low.z}, {high.x, high.y, high.z}};
}

KeyPrecision key_precision(const Precision& precision, const Bounds& bounds, Metric metric, const Viewpoint& view) {
  KeyPrecision result{.bits = precision.bits, .form = precision.form};
  if (precision.form == KeyForm::floating) return result;
  result.range = distance_range(box_of(bounds), metric, view);
  return result;
}

}  // namespace farfirst::app
