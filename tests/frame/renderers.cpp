// The seam of kinds and renderers: every renderer draws every kind, and files of kinds serve compute shaders too.

#include "render/renderer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>

#include "object/buffer.h"
#include "object/program.h"
#include "render/packed_normal.h"
#include "render/raster/raster.h"
#include "scenes.h"

namespace farfirst::gl {
std::span<const ShaderFile> viewer_shaders() noexcept;
}

namespace farfirst::app {
namespace {

/// Every kind, with and without the arrays that it need not have.
std::vector<ElementVariant> variants() {
  std::vector<ElementVariant> result;
  for (std::size_t kind = 0; kind < element_kinds.size(); ++kind)
    for (const bool normals : {false, true})
      for (const bool colors : {false, true}) result.push_back({static_cast<ElementKind>(kind), normals, colors});
  return result;
}

std::string name_of(const ElementVariant& variant) {
  std::string name;
  for (const auto& [define, value] : variant.defines()) name += define + value + " ";
  return name;
}

class Renderers : public testing::Test {
 protected:
  HeadlessContext context{true};
  const GladGLContext& gl = context.gl();
  const gl::ShaderLibrary library{gl::viewer_shaders()};
  OpenGlDevice opengl{HeadlessContext::proc()};
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
  EXPECT_FALSE(choose_renderer("auto", gl).id.empty());
  EXPECT_EQ(choose_renderer("raster", gl).id, "raster");
  EXPECT_EQ(find_renderer("crayon"), nullptr);
  EXPECT_THROW(choose_renderer("crayon", gl), RendererUnavailable);
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

TEST_F(Renderers, KindsAreNamedByTheirFiles) {
  std::set<std::string> files, named(element_kinds.begin(), element_kinds.end());
  for (const auto& entry : std::filesystem::directory_iterator(FARFIRST_SHADER_SOURCES "/elements"))
    files.insert(entry.path().stem().string());
  EXPECT_EQ(named, files);
}

TEST_F(Renderers, KindsServeComputeShaders) {
  std::vector<gl::ShaderFile> files(gl::viewer_shaders().begin(), gl::viewer_shaders().end());
  files.push_back({"by_compute.comp", by_compute});
  for (const ElementVariant& variant : variants()) {
    SCOPED_TRACE(name_of(variant));
    gl::Defines defines = variant.defines();
    defines.emplace_back("ELEMENTS_IN_STORAGE", "");
    EXPECT_NO_THROW(gl::Program(gl, gl::ShaderLibrary(files, ""), {"by_compute.comp"}, defines));
  }
}

/// Normals as shaders have them again.
std::vector<glm::vec4> unpacked(const GladGLContext& gl, const std::vector<std::uint32_t>& words) {
  constexpr std::string_view unpack = R"(#version 450
#define NORMALS
#include "common/vertex.glsl"
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Words { uint words[]; };
layout(std430, binding = 1) writeonly buffer Result { vec4 result[]; };
void main() { result[gl_WorkGroupID.x] = vec4(normal_of(words[gl_WorkGroupID.x]), 0.0); }
)";
  std::vector<gl::ShaderFile> files(gl::viewer_shaders().begin(), gl::viewer_shaders().end());
  files.push_back({"unpack.comp", unpack});
  const gl::Program program(gl, gl::ShaderLibrary(files, ""), {"unpack.comp"});
  std::vector<glm::vec4> result(words.size());
  const gl::Buffer given(gl, words.size() * sizeof words[0], words.data());
  const gl::Buffer found(gl, result.size() * sizeof result[0]);
  gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, given.name());
  gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, found.name());
  program.use();
  gl.DispatchCompute(static_cast<GLuint>(words.size()), 1, 1);
  gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  gl.GetNamedBufferSubData(found.name(), 0, static_cast<GLsizeiptr>(found.bytes()), result.data());
  return result;
}

TEST_F(Renderers, NormalsComeOutOfTheirWordsAsTheyWere) {
  std::vector<glm::vec3> normals;
  for (const float x : {-1.0f, -0.0f, 0.0f, 1.0f})
    for (const float y : {-1.0f, -0.0f, 0.0f, 1.0f})
      for (const float z : {-1.0f, -1e-6f, 0.0f, 1e-6f, 1.0f}) {
        if (glm::vec3(x, y, z) != glm::vec3(0.0f)) normals.push_back(glm::normalize(glm::vec3(x, y, z)));
      }
  std::mt19937 random(5);
  std::normal_distribution<float> number;
  for (int i = 0; i < 2000; ++i)
    normals.push_back(glm::normalize(glm::vec3(number(random), number(random), number(random))));
  const std::size_t directions = normals.size();
  for (const glm::vec3& none : {glm::vec3(0.0f), glm::vec3(nan), glm::vec3(infinity, 0, 0)}) normals.push_back(none);

  std::vector<std::uint32_t> words;
  for (const glm::vec3& normal : normals) words.push_back(packed_normal(normal));
  const std::vector<glm::vec4> found = unpacked(gl, words);
  for (std::size_t i = 0; i < normals.size(); ++i) {
    const glm::vec3 expected = i < directions ? normals[i] : glm::vec3(0.0f);
    EXPECT_LT(glm::distance(glm::vec3(found[i]), expected), 7e-5f)
        << normals[i].x << " " << normals[i].y << " " << normals[i].z;
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
    for (const ElementVariant& variant : variants()) {
      const bool triangles = variant.kind == ElementKind::triangle;
      for (const GLuint corners : {0u, words.name()}) {
        SCOPED_TRACE(std::string(about->id) + ", " + name_of(variant));
        const auto fetch = corners == 0 ? VertexFetch::expanded : VertexFetch::pulled;
        const auto renderer = about->make({gl, library, opengl, fetch});
        picture.clear();
        const DrawnElements elements{.variant = variant,
                                     .footprint = triangles ? Footprint::triangle : Footprint::sprite,
                                     .arrays = {},
                                     .corners = triangles ? corners : 0};
        EXPECT_NO_THROW(renderer->draw(elements, {.buffer = words.name(), .words = 0}, picture,
                                       renderer->samples(4, elements.footprint)));
        EXPECT_NO_THROW(renderer->reload(library));
      }
    }
  }
}

}  // namespace
}  // namespace farfirst::app
