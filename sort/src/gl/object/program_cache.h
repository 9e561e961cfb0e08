#pragma once
// Binaries of linked programs in a folder, for the next start: drivers compile for seconds. A file is named by its key,
// and is whole or not there (written under another name, then renamed), whoever else writes. What is broken, or of
// another driver, is not used; a folder that cannot be read or written costs nothing but time.

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
  /// All files together have at most so many bytes: those go first that were not used for longest.
  ProgramCache(const GladGLContext& gl, std::filesystem::path folder, std::uint64_t most_bytes = 64u << 20);

  /// Hash of vendor, renderer and version, with which the keys of programs begin.
  std::uint64_t driver() const { return driver_; }
  /// False if there is none that the driver takes; then the program is as it was.
  bool load(const GladGLContext& gl, GLuint program, std::uint64_t key) const;
  /// A linked program, made with GL_PROGRAM_BINARY_RETRIEVABLE_HINT.
  void store(const GladGLContext& gl, GLuint program, std::uint64_t key) const;

 private:
  std::filesystem::path file_of(std::uint64_t key) const;
  void make_room() const;

  const std::filesystem::path folder_;
  const std::uint64_t most_bytes_;
  std::uint64_t driver_ = hashed("");
  std::vector<GLint> formats_;  // that the driver reads; none: it has no binaries
};

}  // namespace farfirst::gl
