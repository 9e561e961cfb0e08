// glTF: its two forms, places of buffers, accessors of every kind, topologies, and refusals.

#include <gtest/gtest.h>

#include "io/reader.h"
#include "io/readers/gltf/compression.h"
#include "made_files.h"
#include "made_gltf.h"

namespace farfirst::app::test {
namespace {

using nlohmann::json;

using Places = std::vector<glm::vec3>;
using Corners = std::vector<std::uint32_t>;

Places places_of(const GltfFile& file) { return load(file.text(), "a.gltf").positions; }

// ---- The file

TEST(Gltf, IsReadAsTextAndBinary) {
  const GltfFile file = triangle_gltf();
  const std::string mark = "\xef\xbb\xbf", text = file.text();
  for (const std::string& bytes : {text, mark + text, text + "\n \t\n", file.glb(), file.glb() + "tail"}) {
    const Model model = load(bytes, "a.obj");
    EXPECT_EQ(model.positions, triangle_places);
    EXPECT_EQ(model.triangles, (Corners{0, 1, 2}));
    EXPECT_TRUE(model.colors.empty());
    EXPECT_TRUE(model.remarks.empty());
  }
}

TEST(Gltf, IsReadInUtf16) {
  GltfFile file = triangle_gltf();
  for (const bool big_endian : {false, true})
    for (const bool mark : {false, true})
      EXPECT_EQ(load(utf16(file.text(), big_endian, mark), "a.gltf").positions, triangle_places);
}

TEST(Gltf, IsKnownByAnyOfItsLists) {
  GltfFile file = triangle_gltf();
  json& asset = file.document["asset"];
  asset["extras"] = std::string(100000, 'x');
  EXPECT_EQ(places_of(file), triangle_places) << "accessors come first";
  file.document.erase("asset");
  EXPECT_EQ(places_of(file), triangle_places);
}

TEST(Gltf, ThatIsNestedWithoutEndIsRefused) {
  GltfFile file = triangle_gltf();
  file.document["extras"] = "here";
  for (const std::string& list : {std::string("["), std::string("{\"a\":")}) {
    std::string text = file.text(), nested;
    for (int i = 0; i < 20000; ++i) nested += list;
    text.replace(text.find("\"here\""), 6, nested);
    EXPECT_NE(refusal(text, "a.gltf").find("lists and objects are nested more than 256 deep"), std::string::npos);
  }
  file.document["extras"] = std::string(20000, '[') + "\\\"";
  EXPECT_EQ(places_of(file), triangle_places) << "a text that only looks so";
}

TEST(Gltf, ThatIsCutIsRefused) {
  const std::string glb = triangle_gltf().glb(), text = triangle_gltf().text();
  EXPECT_EQ(refusal(glb.substr(0, glb.size() - 1), "a.glb"),
            "a.glb: byte " + std::to_string(glb.size() - 44) + ": the chunk promises 36 bytes, but only 35 follow");
  EXPECT_NE(refusal(glb.substr(0, 200), "a.glb").find("byte 12: the chunk promises"), std::string::npos);
  EXPECT_EQ(refusal("glTF", "a.glb"), "a.glb: the file ends inside the GLB header of 20 bytes");
  EXPECT_EQ(refusal(text.substr(0, text.size() - 1), "a.gltf"), "a.gltf: the JSON of the glTF ends too early");
  std::string first = glb;
  first[4] = 1;
  EXPECT_EQ(refusal(first, "a.glb"), "a.glb: byte 4: expected version 2 of glTF, found 1");
}

// ---- Buffers

TEST(GltfBuffers, LieInDataUris) {
  GltfFile file = triangle_gltf();
  json& buffer = file.document["buffers"][0];
  buffer["byteLength"] = file.buffer().size();
  const std::string packed = base64(file.buffer());
  for (const std::string& uri :
       {"data:application/gltf-buffer;base64," + packed, "data:;base64," + packed,
        "data:text/plain;charset=utf-8;base64," + packed.substr(0, 8) + "\n " + packed.substr(8)}) {
    buffer["uri"] = uri;
    EXPECT_EQ(places_of(file), triangle_places) << uri;
  }
  std::string escaped = "data:application/octet-stream,";
  for (const char c : file.buffer()) {
    constexpr std::string_view digits = "0123456789aBcDeF";
    const auto byte = static_cast<unsigned char>(c);
    escaped += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  buffer["uri"] = escaped;
  EXPECT_EQ(places_of(file), triangle_places);
  buffer["uri"] = "data:;base64,AAA!";
  EXPECT_NE(refusal(file.text(), "a.gltf").find("buffer 0: character 3 of its base64 data is \"!\""),
            std::string::npos);
}

TEST(GltfBuffers, LieBesideTheFile) {
  GltfFile file = triangle_gltf();
  json& buffer = file.document["buffers"][0];
  buffer["byteLength"] = file.buffer().size();
  const Folder folder;
  std::filesystem::create_directory(folder.path() / "d");
  folder.write("a b.bin", file.buffer());
  folder.write("per%20cent.bin", file.buffer());
  folder.write("d/c.bin", file.buffer());
  LoadProgress progress;
  for (const char* uri :
       {"a%20b.bin", "a b.bin", "./a%20b.bin", "d/../a%20b.bin", "per%20cent.bin", "d/c.bin", "d\\c.bin"}) {
    buffer["uri"] = uri;
    EXPECT_EQ(load_model(folder.write("a.gltf", file.text()), progress).positions, triangle_places) << uri;
    EXPECT_EQ(load_model(folder.write("a.glb", file.glb()), progress).positions, triangle_places) << uri;
  }
}

TEST(GltfBuffers, ThatAreNotThereAreNamed) {
  GltfFile file = triangle_gltf();
  json& buffer = file.document["buffers"][0];
  const auto sentence = [&](const char* uri) {
    buffer["uri"] = uri;
    const std::string text = refusal(file.text(), "a.gltf");
    const std::string start = "a.gltf: primitive 0 of mesh 0: POSITION: bufferView 0: buffer 0: ";
    return text.starts_with(start) ? text.substr(start.size()) : text;
  };
  EXPECT_EQ(sentence("missing.bin"), "the file \"missing.bin\" was not found");
  EXPECT_EQ(sentence("../a.bin"), "\"../a.bin\" lies outside the folder of this file");
  EXPECT_EQ(sentence("%2e%2e/a.bin"), "\"%2e%2e/a.bin\" lies outside the folder of this file");
  EXPECT_EQ(sentence("/etc/hostname"), "\"/etc/hostname\" lies outside the folder of this file");
  EXPECT_EQ(sentence("https://example.org/a.bin"),
            "\"https://example.org/a.bin\" is no file beside this one, and no other is read");
  buffer.erase("uri");
  EXPECT_NE(refusal(file.text(), "a.gltf").find("buffer 0: it has no uri, and no data in this file"),
            std::string::npos);
}

TEST(GltfBuffers, OfTexturesAreNotLookedFor) {
  GltfFile file = triangle_gltf();
  file.document["images"] = {{{"uri", "missing.png"}}, {{"bufferView", 99}, {"mimeType", "image/png"}}};
  file.document["textures"] = {{{"source", 0}}, {{"source", 1}}};
  file.material()["pbrMetallicRoughness"]["baseColorTexture"]["index"] = 0;
  const Model model = load(file.text(), "a.gltf");
  EXPECT_EQ(model.positions, triangle_places);
  EXPECT_EQ(model.remarks, std::vector<std::string>{"Textures are not read."});
}

// ---- Accessors

template <class T>
Places places_as(std::initializer_list<T> values, bool normalized) {
  GltfFile file;
  file.set("POSITION", file.add<T>(values, 3, normalized));
  return places_of(file);
}

TEST(GltfAccessors, OfEveryType) {
  EXPECT_EQ(places_as<std::int8_t>({-128, -127, 0, 127, 1, 2, 3, 4, 5}, false),
            (Places{{-128, -127, 0}, {127, 1, 2}, {3, 4, 5}}));
  EXPECT_EQ(places_as<std::int8_t>({-128, -127, 0, 127, 0, 0, 0, 127, 0}, true),
            (Places{{-1, -1, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(places_as<std::uint8_t>({255, 0, 1, 2, 3, 4, 5, 6, 7}, false), (Places{{255, 0, 1}, {2, 3, 4}, {5, 6, 7}}));
  EXPECT_EQ(places_as<std::uint8_t>({255, 51, 0, 0, 0, 0, 0, 255, 0}, true),
            (Places{{1, 0.2f, 0}, {0, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(places_as<std::int16_t>({-32768, -2, 0, 1, 2, 3, 4, 5, 6}, false),
            (Places{{-32768, -2, 0}, {1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(places_as<std::int16_t>({-32768, 32767, 0, 0, 0, 0, 0, 1, 0}, true),
            (Places{{-1, 1, 0}, {0, 0, 0}, {0, 1 / 32767.0f, 0}}));
  EXPECT_EQ(places_as<std::uint16_t>({65535, 1, 0, 0, 0, 0, 0, 1, 0}, false),
            (Places{{65535, 1, 0}, {0, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(places_as<std::uint16_t>({65535, 13107, 0, 0, 0, 0, 0, 65535, 0}, true),
            (Places{{1, 0.2f, 0}, {0, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(places_as<std::uint32_t>({70000, 1, 0, 0, 0, 0, 0, 1, 0}, false),
            (Places{{70000, 1, 0}, {0, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(places_as<double>({0.5, 1, 0, 0, 0, 0, 0, 1, 0}, false), (Places{{0.5f, 1, 0}, {0, 0, 0}, {0, 1, 0}}));
}

TEST(GltfAccessors, InterleavedWithOffsets) {
  GltfFile file;
  const std::vector<float> rows = {9, 0, 0, 0, 7, 9, 1, 0, 0, 7, 9, 0, 1, 0, 7};
  const int view = file.add_view({reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(float)});
  file.document["bufferViews"][view]["byteStride"] = 20;
  file.set("POSITION", file.add_accessor(view, 5126, 3, 3));
  file.document["accessors"][0]["byteOffset"] = 4;
  EXPECT_EQ(places_of(file), triangle_places);
  file.document["accessors"][0]["byteOffset"] = 4.0;
  EXPECT_EQ(places_of(file), triangle_places) << "as some programs write it";
}

TEST(GltfAccessors, Sparse) {
  GltfFile file = triangle_gltf();
  const std::uint16_t indices[] = {0, 2};
  const float values[] = {5, 5, 5, 6, 6, 6};
  json& sparse = file.document["accessors"][0]["sparse"];
  sparse["count"] = 2;
  sparse["indices"] = {{"bufferView", file.add_view({reinterpret_cast<const char*>(indices), sizeof indices})},
                       {"componentType", 5123}};
  sparse["values"]["bufferView"] = file.add_view({reinterpret_cast<const char*>(values), sizeof values});
  EXPECT_EQ(places_of(file), (Places{{5, 5, 5}, {1, 0, 0}, {6, 6, 6}}));
  file.document["accessors"][0].erase("bufferView");
  EXPECT_EQ(places_of(file), (Places{{5, 5, 5}, {0, 0, 0}, {6, 6, 6}})) << "zeros without a bufferView";
  sparse["count"] = 1;
  sparse["indices"]["byteOffset"] = 2;
  sparse["values"]["byteOffset"] = 12;
  EXPECT_EQ(places_of(file), (Places{{0, 0, 0}, {0, 0, 0}, {6, 6, 6}}));
}

// ---- Topology

/// Six vertices in a row, used by this mode.
Corners corners_of(int mode, const json& indices = nullptr) {
  GltfFile file;
  std::vector<float> places;
  for (const float i : {0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f}) places.insert(places.end(), {i, i * i, 0});
  file.set("POSITION", file.add(places, 3));
  file.primitive()["mode"] = mode;
  if (!indices.is_null()) file.primitive()["indices"] = file.add(indices.get<std::vector<std::uint8_t>>(), 1);
  const Model model = load(file.text(), "a.gltf");
  Corners corners;
  for (const std::uint32_t corner : model.triangles)
    corners.push_back(static_cast<std::uint32_t>(model.positions[corner].x));
  return corners;
}

TEST(GltfTopology, TrianglesStripsAndFans) {
  EXPECT_EQ(corners_of(4), (Corners{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(corners_of(4, {2, 1, 0, 5, 4, 3}), (Corners{2, 1, 0, 5, 4, 3}));
  EXPECT_EQ(corners_of(5), (Corners{0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5}));
  EXPECT_EQ(corners_of(6), (Corners{1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0}));
  EXPECT_EQ(corners_of(5, {0, 1, 2, 2, 3, 3, 4, 5}), (Corners{0, 1, 2, 4, 3, 5}))
      << "joined by triangles without an area";
  EXPECT_EQ(corners_of(5, {0, 1, 2, 2, 2, 3, 3, 4, 5}), (Corners{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(corners_of(5, {0, 1, 2, 255, 3, 4, 5}), (Corners{0, 1, 2, 3, 4, 5})) << "begun again";
  EXPECT_EQ(corners_of(6, {0, 1, 2, 255, 3, 4, 5}), (Corners{1, 2, 0, 4, 5, 3}));
}

TEST(GltfTopology, IndicesOfEveryType) {
  for (const int size : {1, 2, 4}) {
    GltfFile file = triangle_gltf();
    file.primitive()["indices"] = size == 1   ? file.add<std::uint8_t>({2, 1, 0}, 1)
                                  : size == 2 ? file.add<std::uint16_t>({2, 1, 0}, 1)
                                              : file.add<std::uint32_t>({2, 1, 0}, 1);
    EXPECT_EQ(load(file.glb(), "a.glb").triangles, (Corners{2, 1, 0})) << size;
  }
}

TEST(GltfTopology, VerticesThatOthersUseAreNotTaken) {
  GltfFile file;
  std::vector<float> places(3000, 1e6f);
  const float triangle[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  std::copy(std::begin(triangle), std::end(triangle), places.begin() + 300);
  file.set("POSITION", file.add(places, 3));
  file.primitive()["indices"] = file.add<std::uint16_t>({102, 100, 101}, 1);
  const Model model = load(file.text(), "a.gltf");
  EXPECT_EQ(model.positions, triangle_places);
  EXPECT_EQ(model.triangles, (Corners{2, 0, 1}));
}

TEST(GltfTopology, WhatIsLeftOutIsCounted) {
  GltfFile file = triangle_gltf();
  file.primitive()["indices"] = file.add<std::uint8_t>({0, 1, 2, 0}, 1);
  json lines = file.primitive();
  for (const int mode : {1, 2, 3}) {
    lines["mode"] = mode;
    file.document["meshes"][0]["primitives"].push_back(lines);
  }
  EXPECT_EQ(
      load(file.text(), "a.gltf").remarks,
      (std::vector<std::string>{"9 lines were left out.", "1 triangle has less than three corners and was left out."}));
}

TEST(GltfTopology, Points) {
  GltfFile file = triangle_gltf();
  file.primitive()["mode"] = 0;
  EXPECT_EQ(load(file.text(), "a.gltf").positions, triangle_places);
  EXPECT_FALSE(load(file.text(), "a.gltf").is_mesh());
  file.primitive()["indices"] = file.add<std::uint8_t>({2, 0}, 1);
  EXPECT_EQ(places_of(file), (Places{{0, 1, 0}, {0, 0, 0}}));
}

// ---- What is refused

struct BrokenDocument {
  const char* at;  // JSON pointer
  json value;
  std::string sentence;
};

TEST(Gltf, ThatIsBrokenIsRefusedWithItsSentence) {
  const std::string here = "primitive 0 of mesh 0: ", position = here + "POSITION: ";
  const BrokenDocument cases[] = {
      {"/asset/version", "1.0", "asset.version: expected version 2 of glTF, found \"1.0\""},
      {"/meshes", 5, "meshes: expected a list of objects, found \"5\""},
      {"/meshes/0", json::array(), "meshes[0]: expected an object, found a list"},
      {"/nodes/0/mesh", "a", "nodes[0].mesh: expected an index, found \"a\""},
      {"/nodes/0/mesh", -1, "nodes[0].mesh: expected an index, found \"-1\""},
      {"/nodes/0/mesh", 0.5, "nodes[0].mesh: expected an index, found \"0.5\""},
      {"/nodes/0/mesh", 3, "there is no mesh 3, which node 0 names"},
      {"/nodes/0/matrix", {1, 2}, "nodes[0].matrix: expected a list of 16 numbers, found a list"},
      {"/nodes/0/children", {"a"}, "nodes[0].children: expected a list of indices, found a list"},
      {"/nodes/0/children", {0}, "node 0 is among its own parents"},
      {"/scene", 9, "there is no scene 9"},
      {"/scenes/0/nodes", {7}, "there is no node 7, which a scene or a node names"},
      {"/scenes/0/nodes", {0, 0}, "node 0 is in the scene twice"},
      {"/scenes/0/nodes", json::array(), "the file shows no triangles, points or splats"},
      {"/meshes/0/primitives/0/mode", 7, "meshes[0].primitives[0].mode: expected a mode from 0 to 6, found \"7\""},
      {"/meshes/0/primitives/0/material", 2, here + "there is no material 2"},
      {"/meshes/0/primitives/0/attributes", json::object(), "primitive 0 of mesh 0 has no attribute POSITION"},
      {"/meshes/0/primitives/0/attributes/POSITION", 9, position + "there is no accessor 9"},
      {"/meshes/0/primitives/0/attributes/NORMAL", 1, here + "NORMAL: expected 3 numbers to an entry"},
      {"/meshes/0/primitives/0/indices", 0, here + "indices: expected unsigned integers"},
      {"/accessors/0/componentType", 5127,
       "accessors[0].componentType: expected a type of numbers, 5120 to 5126 or 5130, found \"5127\""},
      {"/accessors/0/type", "VEC5",
       "accessors[0].type: expected SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4, found \"VEC5\""},
      {"/accessors/0/count", 0, position + "it has no entries"},
      {"/accessors/0/count", 4, position + "it promises 4 entries, but its bufferView has room for 3"},
      {"/accessors/0/count", 18446744073709551615u,
       position + "it promises 18446744073709551615 entries, but its bufferView has room for 3"},
      {"/accessors/0/byteOffset", 37, position + "it begins behind the 36 bytes of its bufferView"},
      {"/accessors/0/byteOffset", 18446744073709551615u, position + "it begins behind the 36 bytes of its bufferView"},
      {"/accessors/0/bufferView", 9, position + "there is no bufferView 9"},
      {"/bufferViews/0/buffer", 4, position + "bufferView 0: there is no buffer 4"},
      {"/bufferViews/0/byteLength", 2000,
       position + "bufferView 0: it takes 2000 bytes from byte 0 on, but its buffer has 44"},
      {"/bufferViews/0/byteOffset", 18446744073709551615u,
       position + "bufferView 0: it takes 36 bytes from byte 18446744073709551615 on, but its buffer has 44"},
      {"/bufferViews/0/byteStride", 8, position + "its entries of 12 bytes lie 8 bytes apart"},
      {"/bufferViews/0/byteStride", 18446744073709551615u,
       position + "it promises 3 entries, but its bufferView has room for 1"},
      {"/extensionsRequired", {"FOO_bar"}, "the file needs the glTF extension \"FOO_bar\", which is not read"},
  };
  for (const BrokenDocument& broken : cases) {
    GltfFile file = triangle_gltf();
    file.add<float>({1, 2}, 1);
    file.document[json::json_pointer(broken.at)] = broken.value;
    EXPECT_EQ(refusal(file.text(), "a.gltf"), "a.gltf: " + broken.sentence) << broken.at;
  }
}

TEST(Gltf, WithIndicesOfNoVertexIsRefused) {
  GltfFile file = triangle_gltf();
  file.primitive()["indices"] = file.add<std::uint16_t>({0, 1, 3}, 1);
  EXPECT_EQ(refusal(file.text(), "a.gltf"),
            "a.gltf: primitive 0 of mesh 0: index 2 refers to vertex 3, but there are 3");
}

TEST(Gltf, WithoutBytesForItsPromisesIsRefused) {
  GltfFile file = triangle_gltf();
  file.document["accessors"][0].erase("bufferView");
  file.document["accessors"][0]["count"] = 4000000000u;
  EXPECT_EQ(refusal(file.text(), "a.gltf"),
            "a.gltf: primitive 0 of mesh 0: POSITION: it promises 4000000000 entries without a bufferView");
}

TEST(GltfExtensions, ThatAreNotReadAreReportedOnce) {
  GltfFile file = triangle_gltf();
  file.document["extensionsUsed"] = {"KHR_texture_transform", "KHR_materials_transmission", "KHR_mesh_quantization",
                                     "FOO_bar"};
  file.document["extensionsRequired"] = {"KHR_texture_transform", "KHR_materials_transmission",
                                         "KHR_mesh_quantization"};
  EXPECT_EQ(
      load(file.text(), "a.gltf").remarks,
      std::vector<std::string>{"The picture may differ from that of other programs: the file uses the glTF extensions "
                               "\"KHR_materials_transmission\", \"FOO_bar\", which are not read."});
}

/// With the same data compressed and not.
GltfFile twice_gltf() {
  GltfFile file = triangle_gltf();
  nlohmann::json packed = file.document["bufferViews"][0];
  packed.update({{"count", 3}, {"byteStride", 12}, {"mode", "ATTRIBUTES"}});
  file.document["bufferViews"][0]["extensions"]["EXT_meshopt_compression"] = packed;
  file.primitive()["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", 0}, {"attributes", {{"POSITION", 0}}}};
  return file;
}

TEST(GltfCompression, IsNotNeededWhereTheDataLieUncompressedToo) {
  const auto left_compressed = [](const std::string& json, bool has_binary, const gltf::Unpackers& unpackers) {
    gltf::Document document = gltf::parse_document(json);
    gltf::prefer_uncompressed(document, has_binary, unpackers);
    return std::pair(document.views[0].meshopt.has_value(), document.meshes[0].primitives[0].draco.has_value());
  };
  GltfFile file = twice_gltf();
  EXPECT_EQ(left_compressed(file.text(), false, {.meshopt = true, .draco = true}), std::pair(true, true));
  EXPECT_EQ(left_compressed(file.text(), false, {.meshopt = true, .draco = false}), std::pair(true, false));
  EXPECT_EQ(left_compressed(file.text(), false, {.meshopt = false, .draco = true}), std::pair(false, true));
  nlohmann::json without_data = file.document;
  without_data["buffers"] = {{{"byteLength", 36}}};
  EXPECT_EQ(left_compressed(without_data.dump(), true, {}), std::pair(false, false)) << "in the chunk of a GLB file";
  EXPECT_EQ(left_compressed(without_data.dump(), false, {}), std::pair(true, false));
  file.document["accessors"][0].erase("bufferView");
  EXPECT_EQ(left_compressed(file.text(), false, {}), std::pair(false, true)) << "the accessor has no data";
}

TEST(Gltf, IsListedAmongTheReaders) { EXPECT_NE(reader_of_name("a.gltf"), nullptr); }

}  // namespace
}  // namespace farfirst::app::test
