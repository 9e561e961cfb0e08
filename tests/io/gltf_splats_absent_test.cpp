// Without tinygltf, splats in glTF are refused with the sentence that says how to get it.

#include "made_files.h"

namespace farfirst::app::test {
namespace {

TEST(NoGltfSplats, AreRefusedWithTheCure) {
  EXPECT_EQ(
      refusal(R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_gaussian_splatting"]})", "a.gltf"),
      "a.gltf: splats in glTF need tinygltf, and Farfirst was built without it (install libtinygltf-dev and build "
      "again)");
}

}  // namespace
}  // namespace farfirst::app::test
