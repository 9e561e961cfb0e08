#include "precision.h"

namespace farfirst::app {

std::string text_of(const Precision& precision) {
  return std::to_string(precision.bits) + " bits" + (precision.form == KeyForm::linear ? ", linear" : "");
}

KeyPrecision key_precision(const Precision& precision, const Bounds& bounds, Metric metric, const Viewpoint& view) {
  KeyPrecision result{.bits = precision.bits, .form = precision.form};
  if (precision.form == KeyForm::floating || bounds.empty()) return result;
  const glm::vec3 &low = bounds.minimum, &high = bounds.maximum;
  const float box[6] = {low.x, low.y, low.z, high.x, high.y, high.z};
  result.range = distance_range(box, metric, view);
  return result;
}

}  // namespace farfirst::app
