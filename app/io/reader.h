#pragma once
// The catalogue of file formats, and the recognition of a file's format. A format is a file or folder of readers/ that
// defines its entry of the catalogue, about_<name>; CMake writes the catalogue from the names.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "scene/model.h"
#include "source.h"

namespace farfirst::app {

struct ParticleCloud;
struct ParticleReading;

/// How a file begins.
struct FileStart {
  std::string_view bytes;    // the first ones, unpacked from gzip; of a text in UTF-16 as UTF-8
  const ByteSource& source;  // that stands before them
};

/// A reader's confidence in a file's format. The highest wins, of equals the first one of the catalogue.
enum class Match : std::uint8_t { none, possible, likely, certain };

/// A file as its reader gets it.
struct ReadableFile {
  ByteSource& source;                 // at its start, unpacked from gzip; of a text in UTF-16 as UTF-8
  std::string_view bytes;             // all of them, for a reader that needs_all
  const std::filesystem::path& path;  // beside which others may lie
  bool was_utf16 = false;
};

/// An entry of the catalogue. The FileErrors of its functions do not name the file.
struct ReaderAbout {
  std::string_view name;        // "PLY"
  std::string_view extensions;  // ".ply .ply.gz"
  /// The library that reads it: "own", "assimp 5.2.5".
  std::string_view (*library)() = [] { return std::string_view("own"); };
  /// Null: the content does not show it.
  Match (*recognise)(const FileStart& start) = nullptr;
  /// A model of each kind that the file holds. Bounds are not set, normals only where the file has them. Throws
  /// FileError and LoadCancelled. Null with a `why_not`.
  std::vector<Model> (*read)(const ReadableFile& file, const ProgressScale& progress) = nullptr;
  /// At the start of the source. Null: such files hold no particles.
  ParticleCloud (*read_particles)(ByteSource& source, const ParticleReading& reading,
                                  const ProgressScale& progress) = nullptr;
  /// Does this file? Null: all do.
  bool (*holds_particles)(ByteSource& source) = nullptr;
  bool reads_utf16 = false;
  /// Is it read as a whole, and so not from within gzip?
  bool needs_all = false;
  /// "needs ...", where that was not found when this was built.
  std::string_view why_not{};
};

/// All of them.
std::span<const ReaderAbout* const> readers() noexcept;
/// The format of a file name's suffix, in any capitals, "x.ply.gz" too. Null if it has none.
const ReaderAbout* reader_of_name(const std::filesystem::path& file);

/// How a file begins, by which its format is recognised: sniffed_bytes, if there are as many. Throws FileError if it is
/// empty.
constexpr std::size_t sniffed_bytes = 65536;
std::string_view start_of(ByteSource& source);

/// Reads with the reader of the content's format: the first step of load_models(), with its sequence.
std::vector<Model> read_mapped(const MappedFile& file, const std::filesystem::path& path,
                               const ProgressScale& progress);
/// Reads with this reader, whatever the format is.
std::vector<Model> read_by(const ReaderAbout& reader, std::string_view bytes, const std::filesystem::path& path,
                           const ProgressScale& progress);

/// For a format of one kind of models.
std::vector<Model> alone(Model model);

}  // namespace farfirst::app
