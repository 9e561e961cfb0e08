#pragma once
// Several objects in one order, as far as no renderer is asked: where each of them stands, where its arrays begin in
// those of all, and what is sorted of them.

#include <cstddef>
#include <memory>
#include <vector>

#include "elements.h"
#include "look.h"
#include "scene/elements.h"
#include "scene/objects.h"

namespace farfirst::app {

/// An object, and where its arrays begin in those of all.
struct PlacedObject {
  std::shared_ptr<const Model> model;
  ObjectSetting setting;
  glm::mat4 to_scene{1.0f};
  std::size_t first_vertex = 0, first_corner = 0, first_color = 0, first_splat = 0;

  bool has_own_colors() const;  // that are not in words of its vertices
  bool is_drawn_as_mesh(bool triangles) const { return triangles && model->is_mesh(); }
  bool is_drawn_as_splats(const Look& look) const { return model->has_splats() && !look.splats_as_points; }
  /// Of its elements: triangles, points or splats.
  std::uint32_t count(bool triangles) const;
};

class PlacedObjects {
 public:
  /// Throws Error if there are too many.
  explicit PlacedObjects(const Objects& objects);

  /// The same objects, placed or shown in another way. True if their elements have other numbers now.
  bool set(const Objects& objects);
  /// Changes with that.
  std::uint64_t version() const { return version_; }

  const std::vector<PlacedObject>& all() const { return objects_; }
  /// Of those that are seen. With triangles, if there is a mesh; else all are points.
  Elements elements(Primitive primitive) const;
  /// Are meshes drawn as triangles then?
  bool draws_triangles(Primitive primitive) const { return primitive != Primitive::points && has_meshes_; }
  std::size_t most_elements() const;
  const Bounds& bounds() const { return bounds_; }

  // Of the arrays of all.
  std::size_t vertex_count() const { return vertex_count_; }
  std::size_t corner_count() const { return corner_count_; }
  std::size_t color_count() const { return color_count_; }
  std::size_t splat_count() const { return splat_count_; }

 private:
  void add(const std::shared_ptr<const Model>& model);
  std::shared_ptr<const std::vector<ElementPart>> element_parts(bool triangles) const;
  Elements elements_of(bool triangles) const;

  std::vector<PlacedObject> objects_;
  std::size_t vertex_count_ = 0, corner_count_ = 0, color_count_ = 0, splat_count_ = 0;
  bool has_meshes_ = false;
  std::uint64_t version_ = 0;
  Bounds bounds_;
  std::shared_ptr<const std::vector<ElementPart>> triangles_, points_;
};

}  // namespace farfirst::app
