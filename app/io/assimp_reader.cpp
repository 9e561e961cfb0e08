// Everything that is neither PLY nor OBJ, through assimp. It is called only for content that looks like a format it
// knows.

#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>
#include <fmt/format.h>

#include <assimp/Importer.hpp>
#include <assimp/ProgressHandler.hpp>
#include <cmath>
#include <functional>

#include "color.h"
#include "origin.h"
#include "readers.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

/// Assimp calls it now and then; not every one of its readers heeds the answer.
class Handler final : public Assimp::ProgressHandler {
 public:
  explicit Handler(const ProgressScale& progress) : progress_(progress) {}
  bool Update(float part) override {
    try {
      progress_.at(part < 0.0f ? 0.0f : 0.9f * std::min(part, 1.0f));
    } catch (const LoadCancelled&) {
      return false;
    }
    return true;
  }

 private:
  const ProgressScale& progress_;
};

glm::dmat4 matrix_of(const aiMatrix4x4& m) {
  return {{m.a1, m.b1, m.c1, m.d1}, {m.a2, m.b2, m.c2, m.d2}, {m.a3, m.b3, m.c3, m.d3}, {m.a4, m.b4, m.c4, m.d4}};
}

using Visit = std::function<void(const aiMesh&, const glm::dmat4&)>;

/// Every mesh with the transform of every node that shows it.
void for_each_mesh(const aiScene& scene, const aiNode& node, const glm::dmat4& above, const Visit& visit) {
  const glm::dmat4 here = above * matrix_of(node.mTransformation);
  for (unsigned i = 0; i < node.mNumMeshes; ++i) visit(*scene.mMeshes[node.mMeshes[i]], here);
  for (unsigned i = 0; i < node.mNumChildren; ++i) for_each_mesh(scene, *node.mChildren[i], here, visit);
}

glm::dvec3 position(const aiMesh& mesh, unsigned i, const glm::dmat4& transform) {
  const aiVector3D& p = mesh.mVertices[i];
  return glm::dvec3(transform * glm::dvec4(p.x, p.y, p.z, 1.0));
}

/// IEC 61966-2-1. glTF keeps its factors and vertex colours linear.
float to_srgb(float linear) {
  return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1.0f / 2.4f) - 0.055f;
}

std::uint32_t pack(aiColor4D color, bool is_linear) {
  const auto channel = [&](float v) { return color_byte(is_linear && v > 0.0f ? to_srgb(v) : v); };
  return channel(color.r) | channel(color.g) << 8 | channel(color.b) << 16 | color_byte(color.a) << 24;
}

/// Assimp's readers give meshes that have no material a grey one.
bool is_made_up(const aiMaterial& material) {
  if (material.GetName() == aiString(AI_DEFAULT_MATERIAL_NAME)) return true;
  aiColor4D color;
  return material.GetName().length == 0 && material.Get(AI_MATKEY_COLOR_DIFFUSE, color) == aiReturn_SUCCESS &&
         color == aiColor4D(0.6f, 0.6f, 0.6f, 1.0f);
}

aiColor4D color_of(const aiMaterial& material) {
  aiColor4D color(1.0f, 1.0f, 1.0f, 1.0f);
  if (is_made_up(material)) return color;
  if (material.Get(AI_MATKEY_BASE_COLOR, color) != aiReturn_SUCCESS) material.Get(AI_MATKEY_COLOR_DIFFUSE, color);
  float opacity = 1.0f;
  // The alpha of a base colour is the opacity already.
  if (material.Get(AI_MATKEY_OPACITY, opacity) == aiReturn_SUCCESS && color.a == 1.0f) color.a = opacity;
  return color;
}

class SceneBuilder {
 public:
  SceneBuilder(const aiScene& scene, bool is_linear) : scene_(scene), is_linear_(is_linear) {}

  Model build(const ProgressScale& progress) {
    survey();
    if (model_.positions.capacity() > 0xfffffffeu) throw FileError("more vertices than can be drawn");
    for_each_mesh(scene_, *scene_.mRootNode, glm::dmat4(1.0), [&](const aiMesh& mesh, const glm::dmat4& transform) {
      add(mesh, transform);
      progress.at(0.95f);
    });
    if (!all_normals_) model_.normals.clear();
    if (left_out_ > 0) {
      model_.remarks.push_back(
          fmt::format("{} left out.", counted(left_out_, "line or point was", "lines or points were")));
    }
    return std::move(model_);
  }

 private:
  void survey() {
    WideBounds box;
    std::size_t vertices = 0, triangles = 0;
    for_each_mesh(scene_, *scene_.mRootNode, glm::dmat4(1.0), [&](const aiMesh& mesh, const glm::dmat4& transform) {
      for (unsigned i = 0; i < mesh.mNumVertices; ++i) box.add(position(mesh, i, transform));
      vertices += mesh.mNumVertices;
      triangles += mesh.mNumFaces;
      all_normals_ = all_normals_ && mesh.HasNormals();
      has_colors_ = has_colors_ || mesh.HasVertexColors(0);
    });
    for (unsigned i = 0; i < scene_.mNumMaterials; ++i) {
      has_colors_ = has_colors_ || pack(color_of(*scene_.mMaterials[i]), is_linear_) != 0xffffffffu;
    }
    model_.origin = choose_origin(box);
    model_.positions.reserve(vertices);
    model_.triangles.reserve(3 * triangles);
    if (all_normals_) model_.normals.reserve(vertices);
    if (has_colors_) model_.colors.reserve(vertices);
  }

  void add(const aiMesh& mesh, const glm::dmat4& transform) {
    const auto base = static_cast<std::uint32_t>(model_.positions.size());
    const glm::dmat3 normal_transform = glm::transpose(glm::inverse(glm::dmat3(transform)));
    const aiColor4D own = color_of(*scene_.mMaterials[mesh.mMaterialIndex]);
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
      model_.positions.emplace_back(position(mesh, i, transform) - model_.origin);
      if (all_normals_) {
        const aiVector3D& file = mesh.mNormals[i];
        const glm::dvec3 n = normal_transform * glm::dvec3(file.x, file.y, file.z);
        const double length = glm::length(n);
        model_.normals.push_back(length > 0.0 && std::isfinite(length) ? glm::vec3(n / length) : glm::vec3(0.0f));
      }
      if (has_colors_)
        model_.colors.push_back(pack(mesh.HasVertexColors(0) ? mesh.mColors[0][i] * own : own, is_linear_));
    }
    for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
      const aiFace& face = mesh.mFaces[i];
      if (face.mNumIndices != 3) {
        ++left_out_;
        continue;
      }
      for (unsigned corner = 0; corner < 3; ++corner) {
        if (face.mIndices[corner] >= mesh.mNumVertices)
          throw FileError(fmt::format("face {} refers to a vertex that is not there", i));
        model_.triangles.push_back(base + face.mIndices[corner]);
      }
    }
  }

  const aiScene& scene_;
  bool is_linear_;
  bool all_normals_ = true, has_colors_ = false;
  std::uint64_t left_out_ = 0;
  Model model_;
};

std::string_view suffix_of(std::string_view format) {
  struct Suffix {
    std::string_view format, suffix;
  };
  static constexpr Suffix table[] = {{"binary glTF", "glb"}, {"glTF", "gltf"}, {"binary STL", "stl"},
                                     {"ascii STL", "stl"},   {"OFF", "off"},   {"FBX", "fbx"},
                                     {"Collada", "dae"},     {"3DS", "3ds"}};
  for (const Suffix& entry : table) {
    if (entry.format == format) return entry.suffix;
  }
  return {};
}

unsigned steps_for(bool is_stl, Assimp::Importer& importer) {
  int unwanted = aiComponent_TEXCOORDS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_BONEWEIGHTS |
                 aiComponent_ANIMATIONS | aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS;
  // An STL file repeats each vertex in all its triangles, with the normal of the triangle: without the normals they
  // join.
  if (is_stl) unwanted |= aiComponent_NORMALS;
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, unwanted);
  return aiProcess_RemoveComponent | aiProcess_Triangulate | aiProcess_JoinIdenticalVertices |
         aiProcess_ValidateDataStructure;
}

}  // namespace

std::string_view assimp_version() {
  static const std::string version =
      fmt::format("assimp {}.{}.{}", aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch());
  return version;
}

Model read_with_assimp(std::string_view bytes, const std::filesystem::path& path, std::string_view format,
                       const ProgressScale& progress) {
  Assimp::Importer importer;
  importer.SetProgressHandler(new Handler(progress));  // the importer deletes it
  const unsigned steps = steps_for(format.ends_with("STL"), importer);
  const std::string suffix(suffix_of(format));
  // A glTF file may keep its buffers in other files, so assimp must know where it lies; the others are whole.
  const aiScene* scene = format == "glTF" && path.extension() == ".gltf"
                             ? importer.ReadFile(path.string(), steps)
                             : importer.ReadFileFromMemory(bytes.data(), bytes.size(), steps, suffix.c_str());
  progress.at(0.9f);
  if (!scene || !scene->mRootNode) {
    throw FileError(fmt::format("{} cannot read this {}: {}", assimp_version(), format, importer.GetErrorString()));
  }
  Model model = SceneBuilder(*scene, format.ends_with("glTF")).build(progress);
  if (model.positions.empty()) throw FileError("the file has no vertices");
  return model;
}

}  // namespace farfirst::app
