// glTF of either form: its meshes, points and splats, placed by its nodes.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>

#include "builder.h"
#include "compression.h"
#include "container.h"
#include "extensions.h"
#include "io/reader.h"
#include "io/text.h"
#include "mesh_builder.h"
#include "shapes.h"
#include "splat_builder.h"

namespace farfirst::app {
namespace gltf {
namespace {

struct Sorted {
  std::vector<Shape> meshes, points, splats;  // lines are among the meshes, which count them
};

Sorted sorted(std::vector<Shape> shapes) {
  Sorted result;
  const auto kind_of = [&](const Primitive& primitive) -> std::vector<Shape>& {
    if (primitive.splats) return result.splats;
    return primitive.mode == Mode::points && !primitive.draco ? result.points : result.meshes;
  };
  for (Shape& shape : shapes) kind_of(*shape.primitive).push_back(std::move(shape));
  return result;
}

bool has_texture(const Document& document, const std::vector<Shape>& shapes) {
  return std::ranges::any_of(shapes, [&](const Shape& shape) {
    const auto material = static_cast<std::size_t>(shape.primitive->material);
    return shape.primitive->material >= 0 && material < document.materials.size() &&
           document.materials[material].has_texture;
  });
}

/// A model of each builder, all with one origin.
std::vector<Model> built(std::span<const std::unique_ptr<Builder>> builders, const ProgressScale& progress) {
  const auto share = [&](std::size_t i) { return static_cast<float>(i) / static_cast<float>(builders.size()); };
  const ProgressScale surveying = progress.part(0.1f, 0.5f), building = progress.part(0.5f, 1.0f);
  OriginSample sample;
  for (std::size_t i = 0; i < builders.size(); ++i) builders[i]->survey(sample, surveying.part(share(i), share(i + 1)));
  const glm::dvec3 origin = sample.origin();
  std::vector<Model> models;
  for (std::size_t i = 0; i < builders.size(); ++i)
    models.push_back(builders[i]->build(origin, building.part(share(i), share(i + 1))));
  return models;
}

/// Remarks of models that show nothing move to the others.
void leave_out_empty(std::vector<Model>& models) {
  std::vector<std::string> remarks;
  std::erase_if(models, [&](const Model& model) {
    if (!model.positions.empty()) return false;
    remarks.insert(remarks.end(), model.remarks.begin(), model.remarks.end());
    return true;
  });
  if (models.empty())
    throw FileError(
        {"the file shows no triangles, points or splats{}{}", remarks.empty() ? "" : ": ", fmt::join(remarks, " ")});
  for (Model& model : models) model.remarks.insert(model.remarks.end(), remarks.begin(), remarks.end());
}

std::vector<Model> read_document(const Document& document, Storage& storage, const ProgressScale& progress) {
  const Sorted shapes = sorted(shapes_of(document, storage));
  std::vector<std::unique_ptr<Builder>> builders;
  for (const std::vector<Shape>* surfaces : {&shapes.meshes, &shapes.points})
    if (!surfaces->empty()) builders.push_back(std::make_unique<MeshBuilder>(document, storage, *surfaces));
  if (!shapes.splats.empty()) builders.push_back(std::make_unique<SplatBuilder>(document, storage, shapes.splats));
  std::vector<Model> models = built(builders, progress);
  if (!models.empty() && models.front().is_mesh() && has_texture(document, shapes.meshes))
    models.front().remarks.push_back("Textures are not read.");
  leave_out_empty(models);
  return models;
}

/// Reads either form. The list of what the JSON has may begin with anything.
Match recognise(const FileStart& start) {
  if (start.bytes.starts_with("glTF")) return Match::likely;
  std::string_view rest = without_mark(start.bytes);
  const auto names = [&](std::string_view name) { return start.bytes.find(name) != std::string_view::npos; };
  const bool is_json = next_word(rest).starts_with("{");
  return is_json && (names("\"asset\"") || names("\"accessors\"") || names("\"bufferViews\"") || names("\"buffers\""))
             ? Match::likely
             : Match::none;
}

std::vector<Model> read(const ReadableFile& file, const ProgressScale& progress) {
  const Container container = open_container(file.bytes);
  Document document = parse_document(container.json);
  refuse_unknown_extensions(document);
  prefer_uncompressed(document, container.binary.has_value(), {has_meshopt(), has_draco()});
  Storage storage(document, container.binary, file.path.parent_path());
  progress.at(0.1f);
  std::vector<Model> models = read_document(document, storage, progress);
  storage.check_whole();
  if (const std::string remark = remark_on_extensions(document); !remark.empty())
    for (Model& model : models) model.remarks.push_back(remark);
  return models;
}

}  // namespace
}  // namespace gltf

extern const ReaderAbout about_gltf;
const ReaderAbout about_gltf{.name = "glTF",
                             .extensions = ".gltf .glb",
                             .recognise = gltf::recognise,
                             .read = gltf::read,
                             .reads_utf16 = true,
                             .needs_all = true};

}  // namespace farfirst::app
