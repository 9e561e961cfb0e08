#pragma once
// Splats in glTF (KHR_gaussian_splatting), of many shapes as one model.

#include <string>
#include <string_view>
#include <vector>

#include "builder.h"

namespace farfirst::app::gltf {

class SplatBuilder final : public Builder {
 public:
  using Builder::Builder;

  /// Reads all of them, in their own coordinates.
  void survey(OriginSample& sample, const ProgressScale& progress) override;
  Model build(const glm::dvec3& origin, const ProgressScale& progress) override;

 private:
  void refuse_other_kernels() const;
  void append(Model part);
  void take_sorting_method();
  /// The file's deviations from the expected form; empty if there are none.
  std::string differing(std::string SplatData::*field, std::string_view expected) const;

  std::vector<std::size_t> ends_;  // of each shape, among the splats
  Model model_;
};

}  // namespace farfirst::app::gltf
