#pragma once
// Several objects in one order, independent of renderers: their transforms, the places of their arrays in
// those of all, and the elements to sort.

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "elements.h"
#include "look.h"
#include "scene/elements.h"
#include "scene/scene.h"

namespace farfirst::app {

/// An object, and where its arrays begin in those of all.
struct PlacedObject {
  std::shared_ptr<const Model> model;  // null: particles,
  std::uint32_t slots = 0;             // as many slots
  ObjectSetting setting;
  glm::mat4 to_scene{1.0f};
  // For particles, `first_splat` is the place of their motions: each takes half the space of a splat.
  std::size_t first_vertex = 0, first_corner = 0, first_color = 0, first_lit_color = 0, first_splat = 0;

  bool moves() const { return model == nullptr; }
  bool is_mesh() const { return model && model->is_mesh(); }
  bool has_splats() const { return model && model->has_splats(); }
  bool has_own_colors() const;  // that are not in words of its vertices
  bool is_drawn_as_mesh(bool triangles) const { return triangles && is_mesh(); }
  bool is_drawn_as_splats(const Look& look) const { return has_splats() && look.splat_style != SplatStyle::point; }
  /// The number of its elements: triangles, points, splats or particles.
  std::uint32_t count(bool triangles) const;
};

/// The look that particles have by themselves: its light shines into the scene, where they may be turned, and they may
/// be fainter.
Look own_look(const Look& look, const PlacedObject& object);

/// A function that returns, for an object of particles by its number, its elements in host memory now.
using MomentOf = std::function<Elements(std::size_t object)>;

class PlacedObjects {
 public:
  /// Throws Error if there are too many.
  explicit PlacedObjects(const Scene& scene);

  /// The same objects, with other placements or settings. True if their elements have other numbers now.
  bool place(const Scene& scene);
  /// Changes with that, and with particles.
  std::uint64_t version() const;

  const std::vector<PlacedObject>& all() const { return objects_; }
  /// The visible ones. With triangles, if there is a mesh; else all are points. Particles have no
  /// positions.
  Elements elements(Primitive primitive) const;
  /// Likewise, with positions of particles.
  Elements host_elements(Primitive primitive, const MomentOf& moment_of) const;
  /// Are meshes drawn as triangles then?
  bool draws_triangles(Primitive primitive) const { return primitive != Primitive::points && has_meshes_; }
  std::size_t most_elements() const;
  /// At the present moment.
  SceneBounds bounds() const { return shown_.bounds(); }
  bool any_moves() const { return any_moves_; }

  // Sizes of the arrays of all objects.
  std::size_t vertex_count() const { return vertex_count_; }
  std::size_t corner_count() const { return corner_count_; }
  std::size_t color_count() const { return color_count_; }
  std::size_t splat_count() const { return splat_count_; }

 private:
  using Parts = std::shared_ptr<const std::vector<ElementPart>>;
  void add(const Object& object);
  Parts element_parts(bool triangles, const MomentOf& moment_of) const;
  Elements elements_of(bool triangles, const Parts& parts) const;

  Scene shown_;
  std::vector<PlacedObject> objects_;
  std::size_t vertex_count_ = 0, corner_count_ = 0, color_count_ = 0, splat_count_ = 0;
  bool has_meshes_ = false, any_moves_ = false;
  std::uint64_t version_ = 0;  // without particles
  Parts triangles_, points_;
};

}  // namespace farfirst::app
