// Without draco, glTF that is only there in compressed form is refused with a sentence that explains how to get it.

#include "made_files.h"
#include "made_gltf.h"

namespace farfirst::app::test {
namespace {

TEST(NoDraco, ItsFilesAreRefusedWithTheCure) {
  GltfFile file = triangle_gltf();
  file.primitive()["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", 0}, {"attributes", {{"POSITION", 0}}}};
  EXPECT_EQ(load(file.text(), "a.gltf").positions, triangle_places) << "they lie uncompressed too";
  file.document["accessors"][0].erase("bufferView");
  EXPECT_EQ(refusal(file.text(), "a.gltf"),
            "a.gltf: primitive 0 of mesh 0: POSITION: its compression (KHR_draco_mesh_compression) needs draco, and "
            "Farfirst was built without it (install libdraco-dev and build again)");
}

}  // namespace
}  // namespace farfirst::app::test
