#pragma once
// Keeps the binaries of linked programs in a folder, since drivers take seconds to compile. A file is named by its key:
// 16 hexadecimal digits and ".program"; files of other names are left alone. A file is written under a temporary name
// and renamed, so several processes may share the folder. Broken files and those of another driver are not used. If the
// folder cannot be read or written, programs are compiled from source.

#include <glad/gl.h>

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace farfirst::gl {

/// FNV-1a of the text with a zero behind it, after what was hashed before.
std::uint64_t hashed(std::string_view text, std::uint64_t before = 0xCBF29CE484222325u);

class ProgramCache {
 public:
  /// The files together have at most `most_bytes`; the least recently used ones are removed first.
  ProgramCache(const GladGLContext& gl, std::filesystem::path folder, std::uint64_t most_bytes = 64u << 20);

  /// Hash of vendor, renderer and version, with which the keys of programs begin.
  std::uint64_t driver() const { return driver_; }
  /// False if the cache has no binary that the driver accepts; the program can then be linked from source.
  bool load(const GladGLContext& gl, GLuint program, std::uint64_t key) const;
  /// A linked program, made with GL_PROGRAM_BINARY_RETRIEVABLE_HINT.
  void store(const GladGLContext& gl, GLuint program, std::uint64_t key) const;

 private:
  std::filesystem::path file_of(std::uint64_t key) const;
  void make_room() const;

  const std::filesystem::path folder_;
  const std::uint64_t most_bytes_;
  std::uint64_t driver_ = hashed("");
  std::vector<GLint> formats_;  // that the driver accepts; none: it has no binaries
};

}  // namespace farfirst::gl
