#include "made_gltf.h"

namespace farfirst::app::test {
namespace {

using nlohmann::json;

void append_word(std::string& bytes, std::size_t value) {
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> 8 * i & 0xff);
}

const char* type_of(int parts) {
  return parts == 1 ? "SCALAR" : parts == 2 ? "VEC2" : parts == 3 ? "VEC3" : parts == 4 ? "VEC4" : "MAT4";
}

GltfFile skinned() {
  GltfFile file = triangle_gltf();
  file.set("JOINTS_0", file.add<std::uint8_t>({0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, 4));
  file.set("WEIGHTS_0", file.add<std::uint8_t>({255, 0, 0, 0, 128, 127, 0, 0, 255, 0, 0, 0}, 4, true));
  file.document["nodes"] = {{{"mesh", 0}, {"skin", 0}, {"translation", {100, 0, 0}}},
                            {{"translation", {0, 10, 0}}, {"children", {2}}},
                            {{"rotation", {0, 0, 1, 0}}}};
  file.document["scenes"][0]["nodes"] = {0, 1};
  file.document["skins"] = {{{"joints", {1, 2}}}};
  return file;
}

GltfFile morphed() {
  GltfFile file = triangle_gltf();
  file.primitive()["targets"] = {{{"POSITION", file.add<float>({0, 0, 1, 0, 0, 2, 0, 0, 3}, 3)}}};
  file.document["meshes"][0]["weights"] = {0.5};
  file.node()["weights"] = {2};
  return file;
}

GltfFile instanced() {
  GltfFile file = triangle_gltf();
  const int moves = file.add<float>({0, 0, 0, 10, 0, 0}, 3),
            turns = file.add<std::int16_t>({0, 0, 0, 32767, 0, 0, 32767, 0}, 4, true);
  file.node()["extensions"]["EXT_mesh_gpu_instancing"]["attributes"] = {{"TRANSLATION", moves}, {"ROTATION", turns}};
  file.document["extensionsUsed"] = {"EXT_mesh_gpu_instancing"};
  return file;
}

GltfFile colored_strip() {
  GltfFile file;
  file.set("POSITION", file.add<std::int16_t>({0, 0, 0, 32767, 0, 0, 0, 32767, 0, 32767, 32767, 0}, 3, true));
  file.set("NORMAL", file.add<std::int8_t>({0, 0, 127, 0, 0, 127, 0, 0, 127, 0, 0, 127}, 3, true));
  file.set("COLOR_0", file.add<std::uint16_t>({65535, 0, 0, 0, 65535, 0, 0, 0, 65535, 9, 9, 9}, 3, true));
  file.primitive()["indices"] = file.add<std::uint8_t>({0, 1, 2, 3, 255, 1, 2, 3}, 1);
  file.primitive()["mode"] = 5;
  file.material() = {{"alphaMode", "MASK"},
                     {"alphaCutoff", 0.25},
                     {"pbrMetallicRoughness", {{"baseColorFactor", {1, 0.5, 0.25, 0.5}}}}};
  return file;
}

GltfFile sparse() {
  GltfFile file = triangle_gltf();
  const int indices = file.add_view(std::string("\1", 1)), values = file.add_view(std::string(12, '\0'));
  file.document["accessors"][0]["sparse"] = {{"count", 1},
                                             {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
                                             {"values", {{"bufferView", values}}}};
  return file;
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<std::uint8_t>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? letters[bits >> (18 - 6 * k) & 63u] : '=';
  }
  return text;
}

GltfFile::GltfFile() {
  document["asset"]["version"] = "2.0";
  document["scene"] = 0;
  document["scenes"][0]["nodes"][0] = 0;
  document["nodes"][0]["mesh"] = 0;
  document["meshes"][0]["primitives"][0]["attributes"] = json::object();
  document["accessors"] = json::array();
  document["bufferViews"] = json::array();
}

int GltfFile::add_view(std::string_view bytes) {
  buffer_.resize((buffer_.size() + 3) / 4 * 4, '\0');
  json& views = document["bufferViews"];
  views.push_back({{"buffer", 0}, {"byteOffset", buffer_.size()}, {"byteLength", bytes.size()}});
  buffer_ += bytes;
  return static_cast<int>(views.size()) - 1;
}

int GltfFile::add_accessor(int view, int component, std::size_t count, int parts, bool normalized) {
  json& accessors = document["accessors"];
  accessors.push_back({{"bufferView", view}, {"componentType", component}, {"count", count}, {"type", type_of(parts)}});
  if (normalized) accessors.back()["normalized"] = true;
  return static_cast<int>(accessors.size()) - 1;
}

json& GltfFile::material() {
  primitive()["material"] = 0;
  json& first = document["materials"][0];
  if (first.is_null()) first = json::object();
  return first;
}

std::string GltfFile::text() const {
  json whole = document;
  if (!whole.contains("buffers"))
    whole["buffers"] = {
        {{"byteLength", buffer_.size()}, {"uri", "data:application/octet-stream;base64," + base64(buffer_)}}};
  return whole.dump();
}

std::string GltfFile::glb() const {
  json whole = document;
  if (!whole.contains("buffers")) whole["buffers"] = {{{"byteLength", buffer_.size()}}};
  std::string text = whole.dump(), binary = buffer_, bytes = "glTF";
  text.resize((text.size() + 3) / 4 * 4, ' ');
  binary.resize((binary.size() + 3) / 4 * 4, '\0');
  append_word(bytes, 2);
  append_word(bytes, 12 + 8 + text.size() + 8 + binary.size());
  append_word(bytes, text.size());
  bytes += "JSON" + text;
  append_word(bytes, binary.size());
  return bytes + std::string("BIN\0", 4) + binary;
}

GltfFile triangle_gltf() {
  GltfFile file;
  file.set("POSITION", file.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, 3));
  return file;
}

GltfFile mixed_gltf() {
  GltfFile file = triangle_gltf();
  const std::string splats = "KHR_gaussian_splatting";
  json points, splat;
  points["mode"] = splat["mode"] = 0;
  points["attributes"]["POSITION"] = file.add<float>({2, 0, 0, 2, 1, 0}, 3);
  json& attributes = splat["attributes"];
  attributes["POSITION"] = file.add<float>({4, 0, 0}, 3);
  attributes[splats + ":ROTATION"] = file.add<float>({0, 0, 0, 1}, 4);
  attributes[splats + ":SCALE"] = file.add<float>({0.1f, 0.1f, 0.1f}, 3);
  attributes[splats + ":OPACITY"] = file.add<float>({1}, 1);
  attributes[splats + ":SH_DEGREE_0_COEF_0"] = file.add<float>({1.7f, -1.7f, -1.7f}, 3);
  splat["extensions"][splats] = {{"kernel", "ellipse"}, {"colorSpace", "srgb_rec709_display"}};
  json& primitives = file.document["meshes"][0]["primitives"];
  primitives.push_back(points);
  primitives.push_back(splat);
  return file;
}

std::vector<std::string> gltf_seeds() {
  std::vector<std::string> seeds;
  for (const GltfFile& file :
       {triangle_gltf(), skinned(), morphed(), instanced(), colored_strip(), sparse(), mixed_gltf()}) {
    seeds.push_back(file.text());
    seeds.push_back(file.glb());
  }
  return seeds;
}

}  // namespace farfirst::app::test
