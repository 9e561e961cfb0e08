#include "assimp.h"

#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#include <stdexcept>

namespace farfirst::bench {

AssimpCounts read_with_plain_assimp(const std::filesystem::path& path) {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(path.string(), 0);
  if (!scene) throw std::runtime_error(importer.GetErrorString());
  AssimpCounts counts;
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) {
    counts.vertices += scene->mMeshes[i]->mNumVertices;
    counts.faces += scene->mMeshes[i]->mNumFaces;
  }
  return counts;
}

}  // namespace farfirst::bench
