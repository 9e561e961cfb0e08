// glTF with EXT_meshopt_compression. Built where meshoptimizer was found.

#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include "made_files.h"
#include "made_gltf.h"

namespace farfirst::app::test {
namespace {

using nlohmann::json;

using Places = std::vector<glm::vec3>;

std::string encoded_attributes(const void* entries, std::size_t count, std::size_t stride) {
  std::vector<unsigned char> bytes(meshopt_encodeVertexBufferBound(count, stride));
  bytes.resize(meshopt_encodeVertexBuffer(bytes.data(), bytes.size(), entries, count, stride));
  return {bytes.begin(), bytes.end()};
}

/// A bufferView that is compressed, in a buffer without data.
int add_compressed(GltfFile& file, const std::string& bytes, std::size_t count, std::size_t stride, const char* mode,
                   const char* filter = nullptr, const char* extension = "EXT_meshopt_compression") {
  const int view = file.add_view(bytes);
  json& whole = file.document["bufferViews"][view];
  json packed = whole;
  packed["count"] = count;
  packed["byteStride"] = stride;
  packed["mode"] = mode;
  if (filter != nullptr) packed["filter"] = filter;
  whole = {{"buffer", 1}, {"byteLength", count * stride}};
  whole["extensions"][extension] = packed;
  return view;
}

GltfFile meshopt_gltf(const std::string& attributes, std::size_t stride, int component, const char* filter = nullptr,
                      const char* extension = "EXT_meshopt_compression") {
  GltfFile file;
  const int view = add_compressed(file, attributes, 3, stride, "ATTRIBUTES", filter, extension);
  file.set("POSITION", file.add_accessor(view, component, 3, 3, component != 5126));
  file.document["extensionsRequired"] = {extension};
  return file;
}

/// With a second buffer that has no data, as files that need the extension have.
Model model_without_fallback(const GltfFile& file) {
  GltfFile whole = file;
  whole.document["buffers"] = {{{"byteLength", file.buffer().size()}}, {{"byteLength", 1000}}};
  return load(whole.glb(), "a.glb");
}

TEST(GltfMeshopt, AttributesOfEveryFilter) {
  const float floats[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const std::string plain = encoded_attributes(floats, 3, 12);
  EXPECT_EQ(model_without_fallback(meshopt_gltf(plain, 12, 5126)).positions, triangle_places);
  EXPECT_EQ(model_without_fallback(meshopt_gltf(plain, 12, 5126, "NONE")).positions, triangle_places);
  EXPECT_EQ(model_without_fallback(meshopt_gltf(plain, 12, 5126, nullptr, "KHR_meshopt_compression")).positions,
            triangle_places);
  std::uint32_t exponential[9];
  meshopt_encodeFilterExp(exponential, 3, 12, 15, floats);
  EXPECT_EQ(
      model_without_fallback(meshopt_gltf(encoded_attributes(exponential, 3, 12), 12, 5126, "EXPONENTIAL")).positions,
      triangle_places);
  const std::uint16_t shorts[] = {0, 0, 0, 0, 65535, 0, 0, 0, 0, 65535, 0, 0};
  EXPECT_EQ(model_without_fallback(meshopt_gltf(encoded_attributes(shorts, 3, 8), 8, 5123)).positions, triangle_places);
}

TEST(GltfMeshopt, NormalsAsOctahedra) {
  const float normals[] = {0, 0, 1, 0, 0, 0.6f, 0.8f, 0, -1, 0, 0, 0};
  std::int8_t octahedral[12];
  meshopt_encodeFilterOct(octahedral, 3, 4, 8, normals);
  GltfFile file = triangle_gltf();
  const int view = add_compressed(file, encoded_attributes(octahedral, 3, 4), 3, 4, "ATTRIBUTES", "OCTAHEDRAL");
  file.set("NORMAL", file.add_accessor(view, 5120, 3, 3, true));
  const Model model = model_without_fallback(file);
  EXPECT_LT(glm::distance(model.normals[0], glm::vec3(0, 0, 1)), 0.02f);
  EXPECT_LT(glm::distance(model.normals[1], glm::vec3(0, 0.6f, 0.8f)), 0.02f);
  EXPECT_LT(glm::distance(model.normals[2], glm::vec3(-1, 0, 0)), 0.02f);
}

TEST(GltfMeshopt, RotationsAsQuaternions) {
  const float rotation[] = {0, 0, 0.70710678f, 0.70710678f};
  std::int16_t packed[4];
  meshopt_encodeFilterQuat(packed, 1, 8, 16, rotation);
  GltfFile file = triangle_gltf();
  const int view = add_compressed(file, encoded_attributes(packed, 1, 8), 1, 8, "ATTRIBUTES", "QUATERNION");
  file.node()["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["ROTATION"] =
      file.add_accessor(view, 5122, 1, 4, true);
  EXPECT_LT(glm::distance(model_without_fallback(file).positions[1], glm::vec3(0, 1, 0)), 1e-3f);
}

TEST(GltfMeshopt, IndicesOfBothModes) {
  const std::uint32_t indices[] = {2, 0, 1};
  for (const bool triangles : {false, true}) {
    std::vector<unsigned char> bytes(triangles ? meshopt_encodeIndexBufferBound(3, 3)
                                               : meshopt_encodeIndexSequenceBound(3, 3));
    bytes.resize(triangles ? meshopt_encodeIndexBuffer(bytes.data(), bytes.size(), indices, 3)
                           : meshopt_encodeIndexSequence(bytes.data(), bytes.size(), indices, 3));
    for (const std::size_t stride : {2u, 4u}) {
      GltfFile file = triangle_gltf();
      const int view =
          add_compressed(file, {bytes.begin(), bytes.end()}, 3, stride, triangles ? "TRIANGLES" : "INDICES");
      file.primitive()["indices"] = file.add_accessor(view, stride == 2 ? 5123 : 5125, 3, 1);
      const Model model = model_without_fallback(file);
      // A triangle may begin with any of its corners.
      const Places corners = corner_places(model.triangles, model.positions);
      ASSERT_EQ(corners.size(), 3u);
      const auto first = std::ranges::find(corners, triangle_places[0]) - corners.begin();
      EXPECT_EQ(corners[static_cast<std::size_t>(first + 1) % 3], triangle_places[1]);
    }
  }
}

TEST(GltfMeshopt, ThatIsBrokenIsRefused) {
  const float floats[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const std::string bytes = encoded_attributes(floats, 3, 12);
  const auto sentence = [&](const std::string& data, const char* field, const json& value) {
    GltfFile file = meshopt_gltf(data, 12, 5126);
    file.document["bufferViews"][0]["extensions"]["EXT_meshopt_compression"][field] = value;
    const std::string text = refusal(file.glb(), "a.glb"),
                      start = "a.glb: primitive 0 of mesh 0: POSITION: bufferView 0: ";
    return text.starts_with(start) ? text.substr(start.size()) : text;
  };
  EXPECT_TRUE(
      sentence(bytes.substr(0, 6), "filter", "NONE").starts_with("meshopt: its 6 bytes are damaged, or of a newer"));
  EXPECT_EQ(sentence(bytes, "filter", "WAVELET"),
            "meshopt: the filter \"WAVELET\" on entries of 12 bytes is not known");
  EXPECT_EQ(sentence(bytes, "filter", "OCTAHEDRAL"),
            "meshopt: the filter \"OCTAHEDRAL\" on entries of 12 bytes is not known");
  EXPECT_EQ(sentence(bytes, "mode", "STRIPS"), "meshopt: \"STRIPS\" with 3 entries of 12 bytes cannot be");
  EXPECT_EQ(sentence(bytes, "byteStride", 300), "meshopt: expected entries of 1 to 256 bytes, found 300");
  EXPECT_TRUE(sentence(bytes, "count", 18446744073709551615u).starts_with("meshopt: it promises 18446744073709551615"));
  EXPECT_TRUE(
      sentence(bytes, "byteLength", 4000).starts_with("it takes 4000 bytes from byte 0 on, but its buffer has"));
}

}  // namespace
}  // namespace farfirst::app::test
