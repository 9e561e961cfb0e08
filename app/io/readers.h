#pragma once
// One function per reader. All throw FileError with a sentence that does not name the file, and LoadCancelled.

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "scene/model.h"
#include "source.h"

namespace farfirst::app {

/// By the reader of the file's format, which its content tells: what load_model() begins with.
Model read_mapped(const MappedFile& file, const std::filesystem::path& path, const ProgressScale& progress);

/// PLY, at the start of the source. Bounds are not set, normals only where the file has them.
Model read_ply(ByteSource& source, const ProgressScale& progress);

/// .splat, which has no header: is this the beginning of one?
bool looks_like_splat(std::string_view start);
Model read_splat(ByteSource& source, const ProgressScale& progress);

/// .ksplat.
bool looks_like_ksplat(std::string_view start);
Model read_ksplat(ByteSource& source, const ProgressScale& progress);

/// .sog, a zip archive or the meta.json of a folder, where libwebp and libzip were found when this was built; else a
/// sentence that says how to get them.
Model read_sog_archive(std::string_view bytes, const ProgressScale& progress);
Model read_sog_folder(std::string_view meta, const std::filesystem::path& folder, const ProgressScale& progress);
/// Their names; empty without them.
std::string_view sog_libraries();

/// .spz, unpacked from gzip if it was in it.
bool looks_like_spz(std::string_view start);
Model read_spz(ByteSource& source, const ProgressScale& progress);

/// Opens the material file of this name; null if there is none.
using OpenMaterials = std::function<std::unique_ptr<std::istream>(const std::string&)>;
/// Regular files in this folder.
OpenMaterials materials_in(std::filesystem::path folder);
/// OBJ, at the start of the source. Bounds are not set, normals only where every face has them.
Model read_obj(ByteSource& source, const OpenMaterials& open_materials, const ProgressScale& progress);

/// glTF of either form, whose text names KHR_gaussian_splatting: the splats of it, where tinygltf was found when this
/// was built; else a sentence that says how to get it.
bool holds_gltf_splats(std::string_view bytes);
Model read_gltf_splats(std::string_view bytes, const std::filesystem::path& folder, const ProgressScale& progress);
/// Its name; empty without it.
std::string_view gltf_splats_library();

/// What assimp reads, where it was found when this was built; else a sentence that says how to get it.
Model read_with_assimp(std::string_view bytes, const std::filesystem::path& path, std::string_view format,
                       const ProgressScale& progress);
/// "assimp 5.2.5"; empty without it.
std::string_view assimp_version();

}  // namespace farfirst::app
