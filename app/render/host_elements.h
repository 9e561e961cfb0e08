#pragma once
// The elements of a scene in host memory, as the renderer `cpu` reads them. OpenGL's arrays (elements.h) have
// the same words.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "array.h"
#include "elements.h"
#include "host_particles.h"
#include "host_splats.h"
#include "scene/model.h"
#include "scene/scene.h"

namespace farfirst::app {

/// OpenGL's data of a model: its vertices,
Array<StoredVertex> stored_vertices(const Model& model);
/// whose word is the normal, or the colour where there are no normals: then one load fetches both;
bool has_colors_in_words(const Model& model);
/// its corners, but triangles with a corner that is not finite shrunk to nothing: OpenGL cannot clip those. Empty if
/// there is no such triangle.
std::vector<std::uint32_t> finite_corners(const Model& model);
/// and the arrays that are read, as triangles or as points.
ElementVariant variant_of(const Model& model, bool triangles, const Look& look);
/// For splats that are not drawn as points.
ElementVariant splat_variant(const Look& look);

/// The elements of a model, to sort.
Elements elements_of(const std::shared_ptr<const Model>& model, Primitive primitive);

class HostElements {
 public:
  explicit HostElements(const Content& content);
  explicit HostElements(const Scene& scene);
  ~HostElements();
  HostElements(const HostElements&) = delete;
  HostElements& operator=(const HostElements&) = delete;

  Elements elements(Primitive primitive);
  /// The elements, as triangles or single vertices. Throws OutOfMemory for splats.
  HostArrays drawn(bool triangles, const Look& look);
  std::uint64_t version() const;
  /// One step of the simulation, if there is one.
  void step();
  std::size_t bytes() const;  // besides the scene itself

 private:
  struct Several;

  void set(const Content& content);
  void pack_splats(bool as_points);
  HostParticles& moment();
  HostArrays drawn_particles(const Look& look);

  std::shared_ptr<const Model> model_;
  std::shared_ptr<ParticleSystem> particles_;
  std::shared_ptr<ParticleSequence> sequence_;
  HostParticles moment_;                // of these
  Array<StoredVertex> vertices_;        // of splats as soon as they are drawn as points
  std::vector<std::uint32_t> corners_;  // none: those of the model
  std::optional<PackedSplats> splats_;  // as soon as they are drawn
  std::unique_ptr<Several> several_;    // objects
};

}  // namespace farfirst::app
