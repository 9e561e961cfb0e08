#pragma once
// Many shapes of one kind as one model.

#include <span>

#include "io/origin.h"
#include "io/source.h"
#include "scene/model.h"
#include "shapes.h"

namespace farfirst::app::gltf {

class Builder {
 public:
  Builder(const Document& document, Storage& storage, std::span<const Shape> shapes)
      : document_(document), storage_(storage), shapes_(shapes) {}
  virtual ~Builder() = default;
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  /// Reads as much as locates the shapes, and adds that to the sample. Throws FileError.
  virtual void survey(OriginSample& sample, const ProgressScale& progress) = 0;
  /// After survey(). Without positions, but maybe with remarks, if nothing of the shapes can be shown.
  virtual Model build(const glm::dvec3& origin, const ProgressScale& progress) = 0;

 protected:
  const Document& document_;
  Storage& storage_;
  std::span<const Shape> shapes_;
};

}  // namespace farfirst::app::gltf
