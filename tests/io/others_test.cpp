// What goes through assimp: STL, OFF, glTF. Built where assimp was found.

#include <fmt/format.h>

#include <cstring>

#include "made_files.h"

namespace farfirst::app::test {
namespace {

template <class T>
void append(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

std::string binary_stl(std::uint32_t triangles) {
  std::string bytes(80, ' ');
  append(bytes, triangles);
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const auto x = static_cast<float>(i);
    for (const float value : {0.0f, 0.0f, 1.0f, x, 0.0f, 0.0f, x + 1.0f, 0.0f, 0.0f, x, 1.0f, 0.0f})
      append(bytes, value);
    append(bytes, std::uint16_t{0});
  }
  return bytes;
}

/// One triangle, scaled by 2 and moved by 10 along x, a quarter opaque. The buffer follows in a chunk of its own.
std::string glb() {
  std::string buffer;
  for (const float value : {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f}) append(buffer, value);
  for (const std::uint16_t index : std::initializer_list<std::uint16_t>{0, 1, 2, 0}) append(buffer, index);
  std::string json =
      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],)"
      R"("nodes":[{"mesh":0,"translation":[10,0,0],"scale":[2,2,2]}],)"
      R"("materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.5,0,1,0.25]},"alphaMode":"BLEND"}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"material":0}]}],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},)"
      R"({"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}],)"
      R"("bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],)"
      R"("buffers":[{"byteLength":44}]})";
  json.resize((json.size() + 3) / 4 * 4, ' ');
  std::string bytes = "glTF";
  append(bytes, std::uint32_t{2});
  append(bytes, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + buffer.size()));
  append(bytes, static_cast<std::uint32_t>(json.size()));
  bytes += "JSON" + json;
  append(bytes, static_cast<std::uint32_t>(buffer.size()));
  bytes += std::string("BIN\0", 4) + buffer;
  return bytes;
}

TEST(Assimp, StlCornersAreJoined) {
  const Model binary = load(binary_stl(5), "a.stl");
  EXPECT_EQ(binary.positions.size(), 11u);
  EXPECT_EQ(binary.triangle_count(), 5u);
  EXPECT_TRUE(binary.colors.empty());
  const Model ascii = load(
      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n"
      "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n",
      "a.stl");
  EXPECT_EQ(ascii.positions.size(), 4u);
  EXPECT_EQ(ascii.triangle_count(), 2u);
  EXPECT_EQ(ascii.normals[0], glm::vec3(0, 0, 1));
}

TEST(Assimp, OffWithPolygons) {
  const Model model = load("OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n", "a.off");
  EXPECT_EQ(model.positions.size(), 4u);
  EXPECT_EQ(model.triangle_count(), 2u);
  EXPECT_TRUE(model.colors.empty());
}

TEST(Assimp, GltfNodesAndMaterialsAreUsed) {
  const Model model = load(glb(), "a.glb");
  EXPECT_EQ(model.triangle_count(), 1u);
  EXPECT_EQ(model.bounds.minimum, glm::vec3(10, 0, 0));
  EXPECT_EQ(model.bounds.maximum, glm::vec3(12, 2, 0));
  // 0.5 linear is 188 in sRGB.
  EXPECT_EQ(model.colors, std::vector<std::uint32_t>(3, 0x40ff00bcu));
}

TEST(Assimp, FormatIsRecognisedByContent) {
  EXPECT_EQ(load(binary_stl(3), "a.ply").triangle_count(), 3u);
  EXPECT_EQ(load(glb(), "a.obj").triangle_count(), 1u);
}

TEST(Assimp, WhatItRefusesIsASentence) {
  for (const auto& [name, bytes] : std::vector<std::pair<std::string, std::string>>{
           {"cut.glb", glb().substr(0, 300)},
           {"header-only.glb", "glTF"},
           {"bad.gltf",
            "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":7}}]}]}"},
           {"no-faces.off", "OFF\n"},
           {"empty.dae", "<?xml version=\"1.0\"?>\n<COLLADA></COLLADA>\n"}}) {
    const std::string sentence = refusal(bytes, name);
    EXPECT_TRUE(sentence.starts_with(name + ": assimp ")) << sentence;
    EXPECT_NE(sentence.find(" cannot read this "), std::string::npos) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
  }
}

TEST(Assimp, CancelIsHeeded) {
  const Folder folder;
  LoadProgress progress;
  progress.cancel = true;
  EXPECT_THROW(load_model(folder.write("a.stl", binary_stl(1000)), progress), LoadCancelled);
}

TEST(Assimp, ItsFormatsAreListed) {
  bool stl = false;
  for (const ReaderInfo& reader : readers())
    stl = stl || (reader.name == "STL" && reader.library.starts_with("assimp 5."));
  EXPECT_TRUE(stl);
}

}  // namespace
}  // namespace farfirst::app::test
