// FBX, Collada and 3DS, through assimp.

#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>
#include <fmt/format.h>

#include <assimp/Importer.hpp>
#include <assimp/ProgressHandler.hpp>
#include <functional>
#include <limits>

#include "io/color.h"
#include "io/origin.h"
#include "io/source.h"
#include "scene/finite.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

/// Assimp calls it now and then; not all of its readers obey the result.
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

std::uint32_t pack(aiColor4D color) {
  return color_byte(color.r) | color_byte(color.g) << 8 | color_byte(color.b) << 16 | color_byte(color.a) << 24;
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
  explicit SceneBuilder(const aiScene& scene) : scene_(scene) {}

  Model build(const ProgressScale& progress) {
    survey();
    if (model_.positions.capacity() > 0xfffffffeu) throw FileError("more vertices than can be drawn");
    for_each_mesh(scene_, *scene_.mRootNode, glm::dmat4(1.0), [&](const aiMesh& mesh, const glm::dmat4& transform) {
      add(mesh, transform);
      progress.at(0.95f);
    });
    if (!all_normals_) model_.normals.clear();
    remark_lost_digits();
    if (left_out_ > 0) {
      model_.remarks.push_back(
          fmt::format("{} left out.", counted(left_out_, "line or point was", "lines or points were")));
    }
    return std::move(model_);
  }

 private:
  void survey() {
    std::size_t vertices = 0, triangles = 0;
    OriginSample sample;
    for_each_mesh(scene_, *scene_.mRootNode, glm::dmat4(1.0), [&](const aiMesh& mesh, const glm::dmat4& transform) {
      sample.add(mesh.mNumVertices, [&](std::size_t i) { return position(mesh, static_cast<unsigned>(i), transform); });
      vertices += mesh.mNumVertices;
      triangles += mesh.mNumFaces;
      all_normals_ = all_normals_ && mesh.HasNormals();
      has_colors_ = has_colors_ || mesh.HasVertexColors(0);
    });
    for (unsigned i = 0; i < scene_.mNumMaterials; ++i) {
      has_colors_ = has_colors_ || pack(color_of(*scene_.mMaterials[i])) != 0xffffffffu;
    }
    model_.origin = sample.origin();
    model_.positions.reserve(vertices);
    model_.triangles.reserve(3 * triangles);
    if (all_normals_) model_.normals.reserve(vertices);
    if (has_colors_) model_.colors.reserve(vertices);
  }

  /// Assimp reads floats: far from zero they lose digits of the file.
  void remark_lost_digits() {
    constexpr double fine = 1.0 / 4096;  // of the half size: what is smaller is not seen
    compute_bounds(model_);
    const Bounds& box = model_.bounds.bulk;
    const glm::dvec3 minimum(box.minimum), maximum(box.maximum);
    const glm::dvec3 reach = glm::max(glm::abs(minimum + model_.origin), glm::abs(maximum + model_.origin));
    const glm::dvec3 extent = maximum - minimum;
    const double largest = std::max({reach.x, reach.y, reach.z}), size = std::max({extent.x, extent.y, extent.z});
    const double step = largest * std::numeric_limits<float>::epsilon();
    // A single point may have been a larger model.
    if (box.empty() || step <= 0.5 * fine * size || (size == 0.0 && largest < 1000.0)) return;
    model_.remarks.push_back(fmt::format(
        "Coordinates up to {:.0f} were read as floats, in steps of {:.2g}: finer detail is lost.", largest, step));
  }

  void add(const aiMesh& mesh, const glm::dmat4& transform) {
    const auto base = static_cast<std::uint32_t>(model_.positions.size());
    const glm::dmat3 normal_transform = glm::transpose(glm::inverse(glm::dmat3(transform)));
    const aiColor4D own = color_of(*scene_.mMaterials[mesh.mMaterialIndex]);
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
      model_.positions.emplace_back(position(mesh, i, transform) - model_.origin);
      if (all_normals_) {
        const aiVector3D& file = mesh.mNormals[i];
        model_.normals.emplace_back(unit_or_zero(normal_transform * glm::dvec3(file.x, file.y, file.z)));
      }
      if (has_colors_) model_.colors.push_back(pack(mesh.HasVertexColors(0) ? mesh.mColors[0][i] * own : own));
    }
    for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
      const aiFace& face = mesh.mFaces[i];
      if (face.mNumIndices != 3) {
        ++left_out_;
        continue;
      }
      for (unsigned corner = 0; corner < 3; ++corner) {
        if (face.mIndices[corner] >= mesh.mNumVertices)
          throw FileError({"face {} refers to a vertex that is not there", i});
        model_.triangles.push_back(base + face.mIndices[corner]);
      }
    }
  }

  const aiScene& scene_;
  bool all_normals_ = true, has_colors_ = false;
  std::uint64_t left_out_ = 0;
  Model model_;
};

unsigned steps_for(Assimp::Importer& importer) {
  constexpr int unwanted = aiComponent_TEXCOORDS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_BONEWEIGHTS |
                           aiComponent_ANIMATIONS | aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS;
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, unwanted);
  // Else files without meshes get one of their nodes.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  return aiProcess_RemoveComponent | aiProcess_Triangulate | aiProcess_JoinIdenticalVertices |
         aiProcess_ValidateDataStructure;
}

}  // namespace

std::string_view assimp_version() {
  static const std::string version =
      fmt::format("assimp {}.{}.{}", aiGetVersionMajor(), aiGetVersionMinor(), aiGetVersionPatch());
  return version;
}

Model read_with_assimp(std::string_view bytes, std::string_view format, std::string_view suffix,
                       const ProgressScale& progress) {
  Assimp::Importer importer;
  importer.SetProgressHandler(new Handler(progress));  // the importer deletes it
  const unsigned steps = steps_for(importer);
  const std::string hint(suffix);
  const aiScene* scene = importer.ReadFileFromMemory(bytes.data(), bytes.size(), steps, hint.c_str());
  progress.at(0.9f);
  if (!scene || !scene->mRootNode)
    throw FileError({"{} cannot read this {}: {}", assimp_version(), format, importer.GetErrorString()});
  Model model = SceneBuilder(*scene).build(progress);
  if (model.positions.empty()) throw FileError("the file has no vertices");
  return model;
}

}  // namespace farfirst::app
