// See assimp.h.
#include "assimp.h"

#include <stdexcept>

#ifdef FARFIRST_BENCH_ASSIMP
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#endif

namespace farfirst::bench {

#ifdef FARFIRST_BENCH_ASSIMP
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
#else
AssimpCounts read_with_plain_assimp(const std::filesystem::path&) {
  throw std::runtime_error("this was built without assimp, so there is nothing to compare with");
}
#endif

}  // namespace farfirst::bench
