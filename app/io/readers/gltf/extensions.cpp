#include "extensions.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "io/load.h"
#include "io/text.h"

namespace farfirst::app::gltf {
namespace {

constexpr std::string_view read_here[] = {"EXT_mesh_gpu_instancing",
                                          "EXT_meshopt_compression",
                                          "KHR_draco_mesh_compression",
                                          "KHR_gaussian_splatting",
                                          "KHR_gaussian_splatting_compression_spz",
                                          "KHR_gaussian_splatting_compression_spz_2",
                                          "KHR_materials_pbrSpecularGlossiness",
                                          "KHR_mesh_quantization",
                                          "KHR_meshopt_compression",
                                          "KHR_node_visibility",
                                          "KHR_spz_compression",
                                          "KHR_spz_gaussian_splats_compression"};

/// Textures, lights, animations, collisions and notes: nothing that is read here.
constexpr std::string_view without_effect[] = {
    "EXT_lights_ies",           "EXT_lights_image_based", "EXT_mesh_features",     "EXT_structural_metadata",
    "EXT_texture_avif",         "EXT_texture_webp",       "KHR_animation_pointer", "KHR_lights_punctual",
    "KHR_physics_rigid_bodies", "KHR_texture_basisu",     "KHR_texture_transform", "KHR_xmp",
    "KHR_xmp_json_ld",          "MSFT_texture_dds"};

/// How surfaces look; shapes and base colours stay.
constexpr std::string_view looks_prefix = "KHR_materials_";

bool is_one_of(std::span<const std::string_view> list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

bool leaves_picture(std::string_view name) { return is_one_of(read_here, name) || is_one_of(without_effect, name); }

}  // namespace

void refuse_unknown_extensions(const Document& document) {
  for (const std::string& name : document.extensions_required)
    if (!leaves_picture(name) && !name.starts_with(looks_prefix))
      throw FileError({"the file needs the glTF extension {}, which is not read", in_quotes(name)});
}

std::string remark_on_extensions(const Document& document) {
  std::string names;
  for (const std::string& name : document.extensions_used)
    if (!leaves_picture(name)) names += (names.empty() ? "" : ", ") + in_quotes(name);
  if (names.empty()) return {};
  return fmt::format(
      "The picture may differ from that of other programs: the file uses the glTF extensions {}, which are "
      "not read.",
      names);
}

}  // namespace farfirst::app::gltf
