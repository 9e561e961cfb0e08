#pragma once
// One function per reader. All throw FileError with a sentence that does not name the file, and LoadCancelled.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/model.h"
#include "source.h"

namespace farfirst::app {

/// By the reader of the file's format, which its content tells: what load_models() begins with, and in its sequence.
std::vector<Model> read_mapped(const MappedFile& file, const std::filesystem::path& path,
                               const ProgressScale& progress);

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

/// The text of the material file that is written so in an OBJ file; nothing if there is none. An empty name asks for
/// the one that has the model's own name.
using ReadMaterials = std::function<std::optional<std::string>(const std::string& name)>;
/// Looks in the folder of the model.
ReadMaterials materials_beside(const std::filesystem::path& model);
/// OBJ, at the start of the source. Bounds are not set, normals only where every face has them.
Model read_obj(ByteSource& source, const ReadMaterials& read, const ProgressScale& progress);

/// STL, binary or text, at the start of the source. Corners at the same position share a vertex.
bool looks_like_stl(std::string_view start, const ByteSource& source);
Model read_stl(ByteSource& source, const ProgressScale& progress);

/// OFF, at the start of the source.
bool looks_like_off(std::string_view start);
Model read_off(ByteSource& source, const ProgressScale& progress);

/// glTF of either form, with the buffers that lie beside it in its folder: a mesh, points and splats, of these what
/// there is.
std::vector<Model> read_gltf(std::string_view bytes, const std::filesystem::path& folder,
                             const ProgressScale& progress);

/// What assimp reads, where it was found when this was built; else a sentence that says how to get it.
Model read_with_assimp(std::string_view bytes, std::string_view format, const ProgressScale& progress);
/// "assimp 5.2.5"; empty without it.
std::string_view assimp_version();

}  // namespace farfirst::app
