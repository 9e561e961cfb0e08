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

/// What the compiler gets, and whence its lines came: string number i of a #line directive is files[i].
struct ShaderSource {
  std::string text;
  std::vector<std::string> files;
};

/// Of one context.
class ShaderLibrary {
 public:
  /// The embedded files; or, if the environment variable FARFIRST_SHADERS names a folder, the files in there.
  explicit ShaderLibrary(std::span<const ShaderFile> embedded);
  ShaderLibrary(std::span<const ShaderFile> embedded, std::string folder);
  ShaderLibrary(const ShaderLibrary&) = delete;
  ShaderLibrary& operator=(const ShaderLibrary&) = delete;

  /// The file with everything it includes; each included file once. `#include "common/x.glsl"` names a path below
  /// shaders/ and stands on a line of its own; `#include NAME` takes the path from a define whose value is in quotes.
  /// The other defines go after the #version line, which the file begins with. Throws Error.
  ShaderSource source(std::string_view file, const Defines& defines = {}) const;

  /// Programs made of these files that somebody holds, by files and defines; others may have expired. For program.h.
  std::map<std::string, std::weak_ptr<SharedProgram>>& programs() const { return programs_; }
  /// Those that complete_one() has not seen finished.
  std::vector<std::weak_ptr<SharedProgram>>& compiling() const { return compiling_; }

 private:
  std::string read(std::string_view file) const;
  void append(ShaderSource& source, std::string_view file, const Defines& defines) const;

  std::span<const ShaderFile> embedded_;
  std::string folder_;  // empty: embedded
  mutable std::map<std::string, std::weak_ptr<SharedProgram>> programs_;
  mutable std::vector<std::weak_ptr<SharedProgram>> compiling_;
};

/// A compiler's log with "3:17" or "3(17)" at the start of a line replaced by "draw/points.vert:17".
std::string map_log(std::string_view log, const std::vector<std::string>& files);

}  // namespace farfirst::gl
