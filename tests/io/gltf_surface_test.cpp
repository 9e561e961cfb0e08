// glTF: the colours of vertices and materials, and their alpha.

#include <gtest/gtest.h>

#include "made_files.h"
#include "made_gltf.h"

namespace farfirst::app::test {
namespace {

using nlohmann::json;

using Colors = std::vector<std::uint32_t>;

Colors colors_of(const GltfFile& file) { return load(file.text(), "a.gltf").colors; }

/// A triangle whose vertices have these colours.
template <class T>
Colors colors_as(std::initializer_list<T> values, int parts, bool normalized) {
  GltfFile file = triangle_gltf();
  file.set("COLOR_0", file.add<T>(values, parts, normalized));
  file.material()["alphaMode"] = "BLEND";
  return colors_of(file);
}

// 0.5 linear is 188 in sRGB, 0.2 is 124.

TEST(GltfColors, OfVerticesHaveThreeOrFourPartsOfEveryType) {
  const Colors opaque = {0xff0000ffu, 0xff00ff00u, 0xffff0000u};
  EXPECT_EQ(colors_as<float>({1, 0, 0, 0, 1, 0, 0, 0, 1}, 3, false), opaque) << "three parts: alpha is 1";
  EXPECT_EQ(colors_as<std::uint8_t>({255, 0, 0, 0, 255, 0, 0, 0, 255}, 3, true), opaque);
  EXPECT_EQ(colors_as<std::uint16_t>({65535, 0, 0, 0, 65535, 0, 0, 0, 65535}, 3, true), opaque);
  EXPECT_EQ(colors_as<std::uint8_t>({255, 0, 0, 0, 255, 0, 0, 0, 255}, 3, false), opaque)
      << "a file that forgets to say so";
  const Colors half = {0x8000bcffu, 0x407c0000u, 0x00000000u};
  EXPECT_EQ(colors_as<float>({1, 0.5f, 0, 0.5f, 0, 0, 0.2f, 0.25f, 0, 0, 0, 0}, 4, false), half);
  EXPECT_EQ(colors_as<std::uint16_t>({65535, 32768, 0, 32768, 0, 0, 13107, 16384, 0, 0, 0, 0}, 4, true), half);
  EXPECT_EQ(colors_as<std::uint8_t>({255, 128, 0, 128, 0, 0, 51, 64, 0, 0, 0, 0}, 4, true), half);
}

TEST(GltfColors, AreMultipliedByTheMaterial) {
  GltfFile file = triangle_gltf();
  file.set("COLOR_0", file.add<float>({1, 1, 1, 1, 0.4f, 1, 1, 1, 0.4f}, 3));
  file.material() = {{"alphaMode", "BLEND"}, {"pbrMetallicRoughness", {{"baseColorFactor", {0, 0.5, 0.5, 0.25}}}}};
  EXPECT_EQ(colors_of(file), (Colors{0x40bcbc00u, 0x40bc7c00u, 0x407cbc00u}));
}

TEST(GltfColors, OfSpecularGlossinessAreDiffuse) {
  GltfFile file = triangle_gltf();
  file.material() = {{"alphaMode", "BLEND"},
                     {"pbrMetallicRoughness", {{"baseColorFactor", {0, 0, 0, 1}}}},
                     {"extensions", {{"KHR_materials_pbrSpecularGlossiness", {{"diffuseFactor", {0.5, 1, 0, 0.5}}}}}}};
  EXPECT_EQ(colors_of(file), Colors(3, 0x8000ffbcu));
}

TEST(GltfColors, OfTheDefaultMaterialAreWhite) {
  GltfFile file = triangle_gltf();
  EXPECT_EQ(colors_of(file), Colors{}) << "so that none are needed";
  file.document["meshes"][0]["primitives"].push_back(file.primitive());
  file.document["materials"] = json::array({{{"pbrMetallicRoughness", {{"baseColorFactor", {0, 0, 0, 1}}}}}});
  file.document["meshes"][0]["primitives"][1]["material"] = 0;
  EXPECT_EQ(colors_of(file), (Colors{~0u, ~0u, ~0u, 0xff000000u, 0xff000000u, 0xff000000u}));
}

/// Two triangles that share an edge; alpha of the vertices 0, 0.4, 0.4, 1.
GltfFile masked() {
  GltfFile file;
  file.set("POSITION", file.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, 3));
  file.set("COLOR_0", file.add<float>({1, 1, 1, 0, 1, 1, 1, 0.4f, 1, 1, 1, 0.4f, 1, 1, 1, 1}, 4));
  file.primitive()["indices"] = file.add<std::uint8_t>({0, 1, 2, 2, 1, 3}, 1);
  file.material();
  return file;
}

TEST(GltfAlpha, IsIgnoredByOpaqueMaterials) {
  GltfFile file = masked();
  EXPECT_EQ(colors_of(file), Colors(4, 0xffffffffu));
  file.material()["alphaMode"] = "OPAQUE";
  file.material()["pbrMetallicRoughness"]["baseColorFactor"] = {1, 1, 1, 0};
  EXPECT_EQ(colors_of(file), Colors(4, 0xffffffffu));
}

TEST(GltfAlpha, IsKeptByBlending) {
  GltfFile file = masked();
  file.material()["alphaMode"] = "BLEND";
  EXPECT_EQ(colors_of(file), (Colors{0x00ffffffu, 0x66ffffffu, 0x66ffffffu, 0xffffffffu}));
}

TEST(GltfAlpha, IsCutByMasks) {
  GltfFile file = masked();
  file.material()["alphaMode"] = "MASK";
  const Model model = load(file.text(), "a.gltf");
  EXPECT_EQ(model.colors, (Colors{0x00ffffffu, 0x00ffffffu, 0x00ffffffu, 0xffffffffu})) << "at 0.5";
  EXPECT_EQ(model.triangles, (Colors{2, 1, 3}));
  EXPECT_EQ(model.remarks,
            std::vector<std::string>{"1 triangle lies below the alpha cut-off of its material and is not drawn."});
  file.material()["alphaCutoff"] = 0.3;
  EXPECT_EQ(colors_of(file), (Colors{0x00ffffffu, ~0u, ~0u, ~0u}));
  file.material()["alphaCutoff"] = 0;
  EXPECT_EQ(colors_of(file), Colors(4, ~0u));
  file.material()["alphaCutoff"] = 2;
  EXPECT_EQ(refusal(file.text(), "a.gltf"),
            "a.gltf: the file shows no triangles, points or splats: 2 triangles lie below the alpha cut-offs of their "
            "materials "
            "and are not drawn.");
  file.material()["alphaMode"] = "GLASS";
  EXPECT_EQ(refusal(file.text(), "a.gltf"),
            "a.gltf: materials[0].alphaMode: expected OPAQUE, MASK or BLEND, found \"GLASS\"");
}

}  // namespace
}  // namespace farfirst::app::test
