#pragma once
// Prepares GLSL for the compiler: files embedded at build time or read from disk while developing, #include, #defines
// from C++, and compiler logs that name the file and line.

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace farfirst::gl {

struct SharedProgram;  // program.cpp

/// `name` is the path below shaders/, "draw/points.vert".
struct ShaderFile {
  std::string_view name;
  std::string_view text;
};

using Defines = std::vector<std::pair<std::string, std::string>>;

/// The compiler's input, with the source of its lines: string number i of a #line directive is files[i].
struct ShaderSource {
  std::string text;
  std::vector<std::string> files;
};

/// The shaders and programs of one context.
class ShaderLibrary {
 public:
  /// Uses the embedded files or, if the environment variable FARFIRST_SHADERS names a folder, the files in that folder.
  explicit ShaderLibrary(std::span<const ShaderFile> embedded);
  ShaderLibrary(std::span<const ShaderFile> embedded, std::string folder);
  ShaderLibrary(const ShaderLibrary&) = delete;
  ShaderLibrary& operator=(const ShaderLibrary&) = delete;

  /// The file with all files that it includes, each once. `#include "common/x.glsl"` has a path relative to shaders/
  /// and a line of its own; `#include NAME` takes the path from a define whose value is in quotes. The other defines
  /// follow the #version line, which is the first of the file. Throws Error.
  ShaderSource source(std::string_view file, const Defines& defines = {}) const;

  /// Live programs of these files, by files and defines; some may have expired. For program.h.
  std::map<std::string, std::weak_ptr<SharedProgram>>& programs() const { return programs_; }
  /// Programs that complete_one() has not completed.
  std::vector<std::weak_ptr<SharedProgram>>& compiling() const { return compiling_; }

 private:
  std::string read(std::string_view file) const;
  void append(ShaderSource& source, std::string_view file, const Defines& defines) const;

  std::span<const ShaderFile> embedded_;
  std::string folder_;  // empty: embedded
  mutable std::map<std::string, std::weak_ptr<SharedProgram>> programs_;
  mutable std::vector<std::weak_ptr<SharedProgram>> compiling_;
};

/// Replaces "3:17" or "3(17)" at the start of a line of a compiler's log by "draw/points.vert:17".
std::string map_log(std::string_view log, const std::vector<std::string>& files);

}  // namespace farfirst::gl
