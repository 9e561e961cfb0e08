// The seam of kinds and renderers: every renderer draws every kind, and files of kinds serve compute shaders too.

#include "render/renderer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "object/program.h"
#include "render/raster/raster.h"
#include "scenes.h"

namespace farfirst::gl {
std::span<const ShaderFile> viewer_shaders() noexcept;
}

namespace farfirst::app {
namespace {

std::vector<std::string> kinds() {
  std::vector<std::string> result;
  for (const auto& entry : std::filesystem::directory_iterator(FARFIRST_SHADER_SOURCES "/elements"))
    result.push_back(entry.path().stem().string());
  return result;
}

std::vector<gl::Defines> variants() {
  return {{}, {{"NORMALS", ""}}, {{"COLORS", ""}}, {{"NORMALS", ""}, {"COLORS", ""}}};
}

class Renderers : public testing::Test {
 protected:
  HeadlessContext context{true};
  const GladGLContext& gl = context.gl();
  const gl::ShaderLibrary library{gl::viewer_shaders()};
};

TEST_F(Renderers, AreListedByTheirFolders) {
  std::set<std::string> listed, folders;
  for (const RendererAbout* about : renderers()) {
    listed.emplace(about->id);
    EXPECT_EQ(find_renderer(about->id), about);
    EXPECT_FALSE(about->title.empty());
    EXPECT_FALSE(about->meaning.empty());
  }
  const std::filesystem::path room = std::filesystem::path(FARFIRST_SHADER_SOURCES).parent_path() / "app/render";
  for (const auto& entry : std::filesystem::directory_iterator(room)) {
    if (std::filesystem::exists(entry.path() / "about.cpp")) folders.insert(entry.path().filename().string());
  }
  EXPECT_EQ(listed, folders);
  EXPECT_EQ(choose_renderer("auto", gl).id, "raster");
  EXPECT_EQ(find_renderer("crayon"), nullptr);
  EXPECT_THROW(choose_renderer("crayon", gl), Error);
}

/// What a renderer by compute shaders calls of a kind.
constexpr std::string_view by_compute = R"(#version 450
#include ELEMENT
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Result { vec4 result[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  Surface surface;
#ifdef FOOTPRINT_TRIANGLE
  vec4 clip = project(fetch(i, 0u), surface);
  result[i] = clip + color_at(surface, vec3(0.0, 0.0, 1.0));
#endif
#ifdef FOOTPRINT_SPRITE
  float size;
  vec4 clip = project(fetch(i), size, surface);
  result[i] = clip + size * color_at(surface, vec2(0.5));
#endif
}
)";

TEST_F(Renderers, KindsServeComputeShaders) {
  std::vector<gl::ShaderFile> files(gl::viewer_shaders().begin(), gl::viewer_shaders().end());
  files.push_back({"by_compute.comp", by_compute});
  ASSERT_GE(kinds().size(), 3u);
  for (const std::string& kind : kinds()) {
    for (gl::Defines defines : variants()) {
      SCOPED_TRACE(kind + " " + std::to_string(defines.size()));
      defines.emplace_back("ELEMENT", "\"elements/" + kind + ".glsl\"");
      defines.emplace_back("ELEMENTS_IN_STORAGE", "");
      EXPECT_NO_THROW(gl::Program(gl, gl::ShaderLibrary(files, ""), {"by_compute.comp"}, defines));
    }
  }
}

/// Nothing is drawn, but every program is made.
TEST_F(Renderers, DrawEveryKind) {
  ColorTarget picture(gl);
  picture.resize(16, 16);
  const gl::Buffer block(gl, 1024), words(gl, 1024);
  gl.BindBufferBase(GL_UNIFORM_BUFFER, 0, block.name());
  for (const RendererAbout* about : renderers()) {
    if (!about->why_unavailable(gl).empty()) continue;
    for (const std::string& kind : kinds()) {
      for (const gl::Defines& defines : variants()) {
        for (const GLuint corners : {0u, words.name()}) {
          SCOPED_TRACE(std::string(about->id) + ", " + kind + ", defines " + std::to_string(defines.size()));
          if (corners != 0 && kind != "triangle") continue;
          const auto renderer = about->make(gl, library, VertexFetch::automatic);
          picture.clear();
          const DrawnElements elements{.kind = kind,
                                       .footprint = kind == "triangle" ? Footprint::triangle : Footprint::sprite,
                                       .defines = defines,
                                       .arrays = {},
                                       .corners = corners};
          EXPECT_NO_THROW(renderer->draw(elements, {.buffer = words.name(), .words = 0}, picture));
          EXPECT_NO_THROW(renderer->reload(library));
        }
      }
    }
  }
}

}  // namespace
}  // namespace farfirst::app
