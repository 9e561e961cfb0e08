#pragma once
// A layer between the library and the OpenGL driver, found through DeviceOptions::gl_proc. It counts the driver's work
// in calls, reports lower limits than the driver's, hides functions and extensions, and notices commands that exceed
// the reported limits.

#include <glad/gl.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace farfirst::test {

/// One for the process, since gl_proc is a plain function. Devices that were opened through it continue to use it.
struct GlDriver {
  /// The actions of calls, by kind.
  struct Counts {
    int waits = 0;        // glFinish, glClientWaitSync, mappings, read-backs, query results
    int allocations = 0;  // objects made, storage given
    int compilations = 0;
    int questions = 0;    // glGet* and glIs* of state, and glGetError: some drivers wait for a thread of their own
    int draw_states = 0;  // queries of the draw framebuffer and of primitive restart
    std::vector<std::string> names;  // of the functions that were counted, in sequence
  };

  /// A compiled program. Its heading is that of the last of its shaders: defines, then the comment below.
  struct Program {
    std::string heading;
    double milliseconds = 0;  // from the compilation of a shader to the end of linking
  };

  // ---- Simulated limits
  std::map<GLenum, GLint64> limits;  // also of the indexed ones: all indices
  std::string version;               // of GL_VERSION; empty: the driver's
  std::set<std::string> hidden_functions;
  std::set<std::string> hidden_extensions;

  // ---- Observations
  Counts counts;
  std::vector<Program> programs;
  std::vector<std::string> excesses;  // commands beyond the limits, as messages

  static GlDriver& get();
  /// Hides nothing, reports the true limits, and clears the counts.
  void reset() { *this = {}; }
  /// For DeviceOptions::gl_proc.
  static void* (*proc())(const char*);
};

}  // namespace farfirst::test
