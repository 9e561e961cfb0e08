// glTF with KHR_draco_mesh_compression. Built where draco was found.

#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <gtest/gtest.h>

#include "made_files.h"
#include "made_gltf.h"

namespace farfirst::app::test {
namespace {

using nlohmann::json;

using Places = std::vector<glm::vec3>;

/// Two triangles that share an edge, the second of another colour.
struct Encoded {
  std::string bytes;
  int position = 0, color = 0;  // ids
};

Encoded encoded() {
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(2);
  const int position = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  const int color = builder.AddAttribute(draco::GeometryAttribute::COLOR, 4, draco::DT_UINT8);
  const float places[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const std::uint8_t red[4] = {255, 0, 0, 255}, blue[4] = {0, 0, 255, 128};
  builder.SetAttributeValuesForFace(position, draco::FaceIndex(0), places[0], places[1], places[2]);
  builder.SetAttributeValuesForFace(position, draco::FaceIndex(1), places[2], places[1], places[3]);
  builder.SetAttributeValuesForFace(color, draco::FaceIndex(0), red, red, red);
  builder.SetAttributeValuesForFace(color, draco::FaceIndex(1), blue, blue, blue);
  const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
  draco::EncoderBuffer buffer;
  draco::Encoder encoder;
  EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
  return {{buffer.data(), buffer.size()},
          static_cast<int>(mesh->attribute(position)->unique_id()),
          static_cast<int>(mesh->attribute(color)->unique_id())};
}

/// Accessors without a bufferView, as compressed files have them.
GltfFile draco_gltf(const std::string& bytes, int position, int color) {
  GltfFile file;
  const int view = file.add_view(bytes);
  file.document["accessors"] = json::parse(
      R"([{"componentType": 5126, "count": 6, "type": "VEC3"},
          {"componentType": 5121, "count": 6, "type": "VEC4", "normalized": true},
          {"componentType": 5123, "count": 6, "type": "SCALAR"}])");
  json& primitive = file.primitive();
  primitive["attributes"] = {{"POSITION", 0}, {"COLOR_0", 1}};
  primitive["indices"] = 2;
  primitive["extensions"]["KHR_draco_mesh_compression"] = {
      {"bufferView", view}, {"attributes", {{"POSITION", position}, {"COLOR_0", color}}}};
  file.material()["alphaMode"] = "BLEND";
  file.document["extensionsRequired"] = {"KHR_draco_mesh_compression"};
  return file;
}

TEST(GltfDraco, AttributesAndIndices) {
  const Encoded data = encoded();
  const Model model = load(draco_gltf(data.bytes, data.position, data.color).text(), "a.gltf");
  ASSERT_EQ(model.triangle_count(), 2u);
  int red = 0, blue = 0;
  for (const std::uint32_t corner : model.triangles) {
    red += model.colors[corner] == 0xff0000ffu ? 1 : 0;
    blue += model.colors[corner] == 0x80ff0000u ? 1 : 0;
  }
  EXPECT_EQ(red, 3);
  EXPECT_EQ(blue, 3);
  EXPECT_EQ(model.bounds.minimum, glm::vec3(0));
  EXPECT_EQ(model.bounds.maximum, glm::vec3(1, 1, 0));
}

TEST(GltfDraco, ThatIsBrokenIsRefused) {
  const Encoded data = encoded();
  const auto sentence = [](const GltfFile& file) { return refusal(file.text(), "a.gltf"); };
  const std::string start = "a.gltf: primitive 0 of mesh 0: ";
  EXPECT_TRUE(sentence(draco_gltf(data.bytes.substr(0, 20), 0, 1)).starts_with(start + "POSITION: draco: "));
  EXPECT_TRUE(sentence(draco_gltf("not draco", 0, 1)).starts_with(start + "POSITION: draco: "));
  EXPECT_EQ(sentence(draco_gltf(data.bytes, 99, data.color)), start + "POSITION: draco: it has no attribute 99");
  EXPECT_EQ(sentence(draco_gltf(data.bytes, data.color, data.position)),
            start + "POSITION: expected 3 numbers to an entry");
}

}  // namespace
}  // namespace farfirst::app::test
