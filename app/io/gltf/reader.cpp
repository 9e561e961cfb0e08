// glTF of either form: its meshes, points and splats, each where its nodes place it.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "container.h"
#include "extensions.h"
#include "io/readers.h"
#include "mesh_builder.h"
#include "scene/units.h"
#include "shapes.h"
#include "splat_builder.h"

namespace farfirst::app {
namespace gltf {
namespace {

struct Sorted {
  std::vector<Shape> meshes, points, lines, splats;
};

Sorted sorted(std::vector<Shape> shapes) {
  Sorted result;
  const auto kind_of = [&](const Primitive& primitive) -> std::vector<Shape>& {
    if (primitive.splats) return result.splats;
    if (primitive.draco) return result.meshes;
    if (primitive.mode == Mode::points) return result.points;
    return primitive.mode >= Mode::triangles ? result.meshes : result.lines;
  };
  for (Shape& shape : shapes) kind_of(*shape.primitive).push_back(std::move(shape));
  return result;
}

/// Triangles, else points; and the lines, to be counted.
std::vector<Shape> surfaces_of(const Sorted& shapes) {
  std::vector<Shape> surfaces = shapes.meshes.empty() ? shapes.points : shapes.meshes;
  surfaces.insert(surfaces.end(), shapes.lines.begin(), shapes.lines.end());
  return surfaces;
}

bool has_texture(const Document& document, const std::vector<Shape>& shapes) {
  return std::ranges::any_of(shapes, [&](const Shape& shape) {
    const auto material = static_cast<std::size_t>(shape.primitive->material);
    return shape.primitive->material >= 0 && material < document.materials.size() &&
           document.materials[material].has_texture;
  });
}

template <class Builder>
Model built(Builder builder, const ProgressScale& progress) {
  WideBounds box;
  builder.survey(box, progress.part(0.1f, 0.5f));
  return builder.build(choose_origin(box), progress.part(0.5f, 1.0f));
}

/// A model is of one kind.
void remark_other_kinds(const Sorted& shapes, Model& model) {
  const std::size_t meshes = model.has_splats() ? shapes.meshes.size() : 0;
  const std::size_t clouds = model.has_splats() || model.is_mesh() ? shapes.points.size() : 0;
  const auto remark = [&](std::size_t count, const char* one, const char* several) {
    if (count > 0)
      model.remarks.push_back(fmt::format("{} beside the {} {} not read.", counted(count, one, several),
                                          model.has_splats() ? "splats" : "mesh", count == 1 ? "is" : "are"));
  };
  remark(meshes, "mesh", "meshes");
  remark(clouds, "point cloud", "point clouds");
}

Model read_document(const Document& document, Storage& storage, const ProgressScale& progress) {
  const Sorted shapes = sorted(shapes_of(document, storage));
  const std::vector<Shape> surfaces = surfaces_of(shapes);
  Model model = shapes.splats.empty() ? built(MeshBuilder(document, storage, surfaces), progress)
                                      : built(SplatBuilder(document, storage, shapes.splats), progress);
  remark_other_kinds(shapes, model);
  if (model.is_mesh() && has_texture(document, surfaces)) model.remarks.push_back("Textures are not read.");
  return model;
}

}  // namespace
}  // namespace gltf

Model read_gltf(std::string_view bytes, const std::filesystem::path& folder, const ProgressScale& progress) {
  const gltf::Container container = gltf::open_container(bytes);
  const gltf::Document document = gltf::parse_document(container.json);
  gltf::refuse_unknown_extensions(document);
  gltf::Storage storage(document, container.binary, folder);
  progress.at(0.1f);
  Model model = gltf::read_document(document, storage, progress);
  storage.check_whole();
  if (model.positions.empty()) throw FileError("the file shows no triangles, points or splats");
  if (std::string remark = gltf::remark_on_extensions(document); !remark.empty())
    model.remarks.push_back(std::move(remark));
  return model;
}

}  // namespace farfirst::app
