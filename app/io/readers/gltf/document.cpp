#include "document.h"

#include <fmt/format.h>

#include <algorithm>
#include <glm/gtc/quaternion.hpp>
#include <utility>

#include "io/load.h"
#include "io/text.h"

namespace farfirst::app::gltf {
namespace {

using nlohmann::json;

json parse_json_text(std::string_view text) {
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    const std::size_t at = std::min(std::max<std::size_t>(error.byte, 1) - 1, text.size());
    throw FileError(at == text.size() ? "the JSON of the glTF ends too early"
                                      : fmt::format("byte {} of the JSON of the glTF: {} is unexpected", at,
                                                    in_quotes(text.substr(at, 1))));
  } catch (const json::out_of_range&) {
    throw FileError("the JSON of the glTF has a number that is too large for any type");
  }
}

Component component_of(const Item& item) {
  const std::uint64_t type = item.needed_whole("componentType");
  if ((type < 5120 || type > 5126) && type != 5130)
    item.refuse("componentType", "a type of numbers, 5120 to 5126 or 5130");
  return static_cast<Component>(type);
}

int parts_of(const Item& item) {
  constexpr std::pair<std::string_view, int> types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
                                                        {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};
  const std::string name = item.text("type");
  for (const auto& [type, parts] : types)
    if (name == type) return parts;
  item.refuse("type", "SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4");
}

MeshoptData meshopt_of(const Item& item) {
  return {.buffer = item.needed_index("buffer"),
          .offset = item.whole("byteOffset", 0),
          .length = item.needed_whole("byteLength"),
          .stride = item.needed_whole("byteStride"),
          .count = item.needed_whole("count"),
          .mode = item.text("mode"),
          .filter = item.text("filter")};
}

BufferView view_of(const Item& item) {
  BufferView view;
  view.buffer = item.needed_index("buffer");
  view.offset = item.whole("byteOffset", 0);
  view.length = item.needed_whole("byteLength");
  view.stride = item.whole("byteStride", 0);
  for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"})
    if (const auto data = item.extension(name)) view.meshopt = meshopt_of(*data);
  return view;
}

Sparse sparse_of(const Item& item) {
  Sparse sparse;
  sparse.count = item.needed_whole("count");
  const std::optional<Item> indices = item.object("indices"), values = item.object("values");
  if (!indices) item.refuse("indices", "an object");
  if (!values) item.refuse("values", "an object");
  sparse.indices_view = indices->needed_index("bufferView");
  sparse.indices_offset = indices->whole("byteOffset", 0);
  sparse.indices = component_of(*indices);
  sparse.values_view = values->needed_index("bufferView");
  sparse.values_offset = values->whole("byteOffset", 0);
  return sparse;
}

Accessor accessor_of(const Item& item) {
  Accessor accessor;
  accessor.view = item.index("bufferView");
  accessor.offset = item.whole("byteOffset", 0);
  accessor.count = item.needed_whole("count");
  accessor.component = component_of(item);
  accessor.parts = parts_of(item);
  accessor.normalized = item.toggle("normalized", false);
  if (const auto sparse = item.object("sparse")) accessor.sparse = sparse_of(*sparse);
  return accessor;
}

/// The extensions for SPZ, of several drafts: within that for splats, or instead of it.
constexpr const char* spz_extensions[] = {"KHR_gaussian_splatting_compression_spz_2",
                                          "KHR_gaussian_splatting_compression_spz"};
constexpr const char* early_spz_extensions[] = {"KHR_spz_gaussian_splats_compression", "KHR_spz_compression"};

std::optional<SplatData> splats_of(const Item& item) {
  SplatData data;
  for (const char* name : early_spz_extensions)
    if (const auto spz = item.extension(name)) data.spz_view = spz->needed_index("bufferView");
  const auto splats = item.extension("KHR_gaussian_splatting");
  if (!splats) return data.spz_view >= 0 ? std::optional(data) : std::nullopt;
  data.kernel = splats->text("kernel");
  data.color_space = splats->text("colorSpace");
  data.sorting_method = splats->text("sortingMethod");
  for (const Item* where : {&*splats, &item})
    for (const char* name : spz_extensions)
      if (const auto spz = where->extension(name)) data.spz_view = spz->needed_index("bufferView");
  return data;
}

Primitive primitive_of(const Item& item) {
  Primitive primitive;
  primitive.attributes = item.attributes("attributes");
  item.each("targets", [&](const Item& target) { primitive.targets.push_back(target.attributes()); });
  primitive.indices = item.index("indices");
  primitive.material = item.index("material");
  const std::uint64_t mode = item.whole("mode", 4);
  if (mode > 6) item.refuse("mode", "a mode from 0 to 6");
  primitive.mode = static_cast<Mode>(mode);
  if (const auto draco = item.extension("KHR_draco_mesh_compression"))
    primitive.draco = DracoData{draco->needed_index("bufferView"), draco->attributes("attributes")};
  primitive.splats = splats_of(item);
  return primitive;
}

Mesh mesh_of(const Item& item) {
  Mesh mesh;
  item.each("primitives", [&](const Item& primitive) { mesh.primitives.push_back(primitive_of(primitive)); });
  mesh.weights = item.numbers("weights", 0);
  return mesh;
}

void take_color(const Item& item, std::string_view factor, std::string_view texture, Material& material) {
  const std::vector<double> color = item.numbers(factor, 4);
  for (std::size_t i = 0; i < color.size(); ++i) material.color[static_cast<int>(i)] = color[i];
  material.has_texture = item.object(texture).has_value();
}

Material material_of(const Item& item) {
  Material material;
  if (const auto glossy = item.extension("KHR_materials_pbrSpecularGlossiness")) {
    take_color(*glossy, "diffuseFactor", "diffuseTexture", material);
  } else if (const auto rough = item.object("pbrMetallicRoughness")) {
    take_color(*rough, "baseColorFactor", "baseColorTexture", material);
  }
  const std::string mode = item.text("alphaMode");
  if (mode != "" && mode != "OPAQUE" && mode != "MASK" && mode != "BLEND")
    item.refuse("alphaMode", "OPAQUE, MASK or BLEND");
  material.alpha = mode == "MASK" ? AlphaMode::mask : mode == "BLEND" ? AlphaMode::blend : AlphaMode::opaque;
  material.cutoff = item.number("alphaCutoff", 0.5);
  return material;
}

glm::dmat4 transform_of(const Item& item) {
  glm::dmat4 transform(1.0);
  if (const std::vector<double> matrix = item.numbers("matrix", 16); !matrix.empty()) {
    for (int i = 0; i < 16; ++i) transform[i / 4][i % 4] = matrix[static_cast<std::size_t>(i)];
    return transform;
  }
  if (const std::vector<double> move = item.numbers("translation", 3); !move.empty())
    transform[3] = {move[0], move[1], move[2], 1.0};
  if (const std::vector<double> turn = item.numbers("rotation", 4); !turn.empty())
    transform *= glm::mat4_cast(glm::normalize(glm::dquat(turn[3], turn[0], turn[1], turn[2])));
  if (const std::vector<double> scale = item.numbers("scale", 3); !scale.empty())
    for (int axis = 0; axis < 3; ++axis) transform[axis] *= scale[static_cast<std::size_t>(axis)];
  return transform;
}

Node node_of(const Item& item) {
  Node node;
  node.transform = transform_of(item);
  node.children = item.indices("children");
  node.mesh = item.index("mesh");
  node.skin = item.index("skin");
  node.weights = item.numbers("weights", 0);
  if (const auto instances = item.extension("EXT_mesh_gpu_instancing"))
    node.instances = instances->attributes("attributes");
  if (const auto visibility = item.extension("KHR_node_visibility")) node.visible = visibility->toggle("visible", true);
  return node;
}

Skin skin_of(const Item& item) { return {item.index("inverseBindMatrices"), item.indices("joints")}; }

void check_version(const Item& root) {
  const auto asset = root.object("asset");
  if (!asset) return;
  const std::string version = asset->text("version");
  if (!version.empty() && !version.starts_with("2.")) asset->refuse("version", "version 2 of glTF");
}

template <class T, class Read>
std::vector<T> list_of(const Item& root, std::string_view field, Read read) {
  std::vector<T> list;
  root.each(field, [&](const Item& item) { list.push_back(read(item)); });
  return list;
}

}  // namespace

Document parse_document(std::string_view text) {
  const json value = parse_json_text(text);
  const Item root{value, {}};
  if (!value.is_object()) throw FileError("the JSON of the glTF is no object");
  check_version(root);
  Document document;
  document.buffers = list_of<std::string>(root, "buffers", [](const Item& item) { return item.text("uri"); });
  document.views = list_of<BufferView>(root, "bufferViews", view_of);
  document.accessors = list_of<Accessor>(root, "accessors", accessor_of);
  document.meshes = list_of<Mesh>(root, "meshes", mesh_of);
  document.materials = list_of<Material>(root, "materials", material_of);
  document.nodes = list_of<Node>(root, "nodes", node_of);
  document.skins = list_of<Skin>(root, "skins", skin_of);
  document.scenes = list_of<std::vector<int>>(root, "scenes", [](const Item& item) { return item.indices("nodes"); });
  document.scene = root.index("scene");
  document.extensions_used = root.texts("extensionsUsed");
  document.extensions_required = root.texts("extensionsRequired");
  return document;
}

}  // namespace farfirst::app::gltf
