#pragma once
// Many shapes of one kind as one model.

#include "io/origin.h"
#include "io/source.h"
#include "scene/model.h"

namespace farfirst::app::gltf {

class Builder {
 public:
  virtual ~Builder() = default;
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  /// Reads what is needed to know where the shapes are, and adds that to the sample. Throws FileError.
  virtual void survey(OriginSample& sample, const ProgressScale& progress) = 0;
  /// After survey(). Without positions, but maybe with remarks, if nothing of the shapes can be shown.
  virtual Model build(const glm::dvec3& origin, const ProgressScale& progress) = 0;

 protected:
  Builder() = default;
};

}  // namespace farfirst::app::gltf
