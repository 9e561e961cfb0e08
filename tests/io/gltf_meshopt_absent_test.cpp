// Without meshoptimizer, glTF that is only there in compressed form is refused with a sentence that explains how.

#include "made_files.h"
#include "made_gltf.h"

namespace farfirst::app::test {
namespace {

TEST(NoMeshopt, ItsFilesAreRefusedWithTheCure) {
  GltfFile file = triangle_gltf();
  nlohmann::json& view = file.document["bufferViews"][0];
  nlohmann::json packed = view;
  packed.update({{"count", 3}, {"byteStride", 12}, {"mode", "ATTRIBUTES"}});
  view["extensions"]["EXT_meshopt_compression"] = packed;
  EXPECT_EQ(load(file.text(), "a.gltf").positions, triangle_places) << "they lie uncompressed too";
  nlohmann::json compressed_only = nlohmann::json::parse(file.text());
  compressed_only["bufferViews"][0]["buffer"] = 1;
  compressed_only["buffers"].push_back({{"byteLength", 36}});
  EXPECT_EQ(refusal(compressed_only.dump(), "a.gltf"),
            "a.gltf: primitive 0 of mesh 0: POSITION: bufferView 0: its compression (EXT_meshopt_compression) needs "
            "meshoptimizer, and Farfirst was built without it (install libmeshoptimizer-dev and build again)");
}

}  // namespace
}  // namespace farfirst::app::test
