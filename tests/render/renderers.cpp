// The renderer interface: every renderer draws every kind, and files of kinds serve compute shaders too.

#include "render/renderer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <glm/gtc/packing.hpp>
#include <random>
#include <set>

#include "object/buffer.h"
#include "object/program.h"
#include "render/frame_block.h"
#include "render/packed_normal.h"
#include "render/raster/raster.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

/// Every kind, with and without the arrays that it need not have, and blended as encoded values.
std::vector<ElementVariant> variants() {
  std::vector<ElementVariant> result;
  for (const ElementKind kind : {ElementKind::triangle, ElementKind::point, ElementKind::particle}) {
    for (const bool normals : {false, true})
      for (const bool colors : {false, true}) result.push_back({kind, normals, colors});
    result.push_back({.kind = kind, .colors = true, .encoded = true});
  }
  for (const ElementKind kind : {ElementKind::triangle, ElementKind::point})
    result.push_back({kind, false, true, true});
  for (const bool encoded : {false, true}) result.push_back({.kind = ElementKind::streak, .encoded = encoded});
  result.push_back({.kind = ElementKind::splat, .encoded = true});
  for (const bool encoded : {false, true}) result.push_back({.kind = ElementKind::ellipsoid, .encoded = encoded});
  for (const bool encoded : {false, true})
    result.push_back({.kind = ElementKind::particle, .encoded = encoded, .spheres = true});
  result.push_back({.kind = ElementKind::mixed, .encoded = true, .spheres = true});
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
  GpuContext gpu{gl, HeadlessContext::proc()};
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

/// The functions of a kind that a renderer by compute shaders calls.
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
#ifdef FOOTPRINT_ELLIPSE
  Ellipse ellipse = project(fetch(i), surface);
  result[i] = vec4(ellipse.center, half_extent(ellipse)) + color_at(surface, place_at(axes_of(ellipse), vec2(0.5)));
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
    EXPECT_NO_THROW(gl::Program(gl, gl::ShaderLibrary(files, ""), {"by_compute.comp"}, defines).finish());
  }
}

/// For each element the largest channel of its colour somewhere within, and the limit that its kind declares.
constexpr std::string_view by_brightness = R"(#version 450
#include ELEMENT
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Result { vec2 result[]; };  // light, and the most that is promised
layout(location = 0) uniform vec3 place;
void main() {
  uint i = gl_GlobalInvocationID.x;
#ifdef FOOTPRINT_TRIANGLE
  Surface a, b, c;
  project(fetch(i, 0u), a);
  project(fetch(i, 1u), b);
  project(fetch(i, 2u), c);
  vec4 color = color_at(interpolated(a, b, c, place / (place.x + place.y + place.z)), face_normal(a, b, c));
#endif
#ifdef FOOTPRINT_SPRITE
  float size;
  Surface surface;
  project(fetch(i), size, surface);
  vec4 color = color_at(surface, 2.0 * place.xy - 1.0);
#endif
#ifdef FOOTPRINT_ELLIPSE
  Surface surface;
  project(fetch(i), surface);
  vec4 color = color_at(surface, place.xy);
#endif
  result[i] = vec2(max(color.r, max(color.g, color.b)), brightest * color.a);
}
)";

/// Elements of which only the colours matter: as bright as project.comp makes them at most.
std::vector<std::uint32_t> projected_splats(std::uint32_t count, std::mt19937& random) {
  std::uniform_real_distribution<float> unit(0, 1);
  std::vector<std::uint32_t> words;
  for (std::uint32_t i = 0; i < count; ++i) {
    words.insert(words.end(), 4, std::bit_cast<std::uint32_t>(1.0f));
    for (int k = 0; k < 2; ++k) words.push_back(std::bit_cast<std::uint32_t>(2 * unit(random) - 1));  // ellipsoids lean
    words.push_back(glm::packHalf2x16({16 * unit(random), 16 * unit(random)}));
    words.push_back(glm::packHalf2x16({16 * unit(random), unit(random)}));
  }
  return words;
}

/// Elements of the kind `mixed`: a mesh, points and splats, each with a third of the elements, as in their files.
std::vector<std::uint32_t> table_of_three(std::uint32_t count) {
  std::vector<std::uint32_t> words(4 + 20 * most_objects);
  words[0] = 3;
  const std::uint32_t flags[] = {1 | 4 | 8, 4 | 8, 2};
  for (std::uint32_t i = 0; i < 3; ++i) {
    std::uint32_t* const row = words.data() + 4 + 20 * i;
    for (const int diagonal : {0, 5, 10}) row[diagonal] = std::bit_cast<std::uint32_t>(1.0f);
    row[12] = i * (count / 3);
    row[17] = flags[i];
    row[18] = std::bit_cast<std::uint32_t>(1.0f);
  }
  return words;
}

/// Renderers leave out what cannot show behind others, because it is not brighter than that.
TEST_F(Renderers, KindsAreNotBrighterThanTheySay) {
  std::vector<gl::ShaderFile> files(gl::viewer_shaders().begin(), gl::viewer_shaders().end());
  files.push_back({"by_brightness.comp", by_brightness});
  constexpr std::uint32_t count = 64 * 100;  // each group takes much memory in llvmpipe with sanitizers
  std::mt19937 random(6);
  std::uniform_real_distribution<float> unit(0, 1), place(-1, 1);
  std::vector<std::uint32_t> corners(3 * count), colors(count);
  for (std::uint32_t& corner : corners) corner = static_cast<std::uint32_t>(random() % count);
  for (std::uint32_t& color : colors) color = random() % 2 == 0 ? 0xFFFFFFFFu : static_cast<std::uint32_t>(random());
  std::vector<StoredVertex> vertices;
  for (std::uint32_t i = 0; i < count; ++i) {
    const glm::vec3 normal(place(random), place(random), place(random));
    vertices.push_back({{place(random), place(random), place(random) - 1.5f}, packed_normal(glm::normalize(normal))});
  }
  const std::vector<std::uint32_t> splats = projected_splats(count, random);
  const gl::Buffer corner_buffer(gl, corners.size() * 4, corners.data()), color_buffer(gl, count * 4, colors.data()),
      splat_buffer(gl, splats.size() * 4, splats.data()),
      table(gl, table_of_three(count).size() * 4, table_of_three(count).data()),
      vertex_buffer(gl, count * sizeof vertices[0], vertices.data()), found(gl, count * sizeof(glm::vec2));
  FrameBlock block{};
  block.camera.view = glm::mat4(1);
  block.camera.projection = glm::mat4(1);
  block.camera.viewport = {64, 64};
  block.look.base_color = glm::vec4(1);
  block.camera.depth_range = {1, 2};
  block.look.point_size = 4;
  block.look.least_alpha = 1.0f / 255;
  for (const ElementVariant& variant : variants()) {
    SCOPED_TRACE(name_of(variant));
    gl::Defines defines = variant.defines();
    defines.emplace_back("ELEMENTS_IN_STORAGE", "");
    const gl::Program program(gl, gl::ShaderLibrary(files, ""), {"by_brightness.comp"}, defines);
    float brightest = 0;
    for (const float opacity : {0.002f, 0.1f, 0.25f, 0.5f, 1.0f}) {
      block.look.opacity = opacity;
      block.look.fresnel = unit(random) < 0.5f ? 0.0f : unit(random);
      const gl::Buffer uniforms(gl, sizeof block, &block);
      gl.BindBufferBase(GL_UNIFORM_BUFFER, 0, uniforms.name());
      gl.BindBufferBase(GL_UNIFORM_BUFFER, 2, table.name());
      gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, found.name());
      gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, corner_buffer.name());
      gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, vertex_buffer.name());
      gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, color_buffer.name());
      gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 4, splat_buffer.name());
      program.use();
      if (variant.spheres)
        gl.Uniform3f(0, 0.375f, 0.675f, 0.3f);  // there they shine
      else
        gl.Uniform3f(0, unit(random), unit(random), unit(random) + 0.01f);
      gl.DispatchCompute(count / 64, 1, 1);
      gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
      std::vector<glm::vec2> light(count);
      gl.GetNamedBufferSubData(found.name(), 0, static_cast<GLsizeiptr>(found.bytes()), light.data());
      for (const glm::vec2& its : light) {
        ASSERT_LE(its.x, its.y + 1e-6f) << "opacity " << opacity;
        if (its.y > 0) brightest = std::max(brightest, its.x / its.y);
      }
    }
    EXPECT_GT(brightest, 0.7f) << "or much is blended that cannot show";
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

Footprint footprint_of(ElementKind kind) {
  if (kind == ElementKind::triangle || kind == ElementKind::mixed) return Footprint::triangle;
  const bool is_ellipse = kind == ElementKind::splat || kind == ElementKind::streak || kind == ElementKind::ellipsoid;
  return is_ellipse ? Footprint::ellipse : Footprint::sprite;
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
      const bool triangles = footprint_of(variant.kind) == Footprint::triangle;
      const DrawnKind kind{.splats = variant.kind == ElementKind::splat || variant.kind == ElementKind::ellipsoid,
                           .encoded = variant.encoded,
                           .objects = variant.kind == ElementKind::mixed};
      if (about->why_not != nullptr && !about->why_not(kind).empty()) continue;
      for (const GLuint corners : {0u, words.name()}) {
        if (corners == 0 && variant.kind == ElementKind::mixed) continue;  // it always lies in storage
        SCOPED_TRACE(std::string(about->id) + ", " + name_of(variant));
        const auto fetch = corners == 0 ? VertexFetch::expanded : VertexFetch::pulled;
        const auto renderer = about->make({gpu, fetch});
        const bool reads_corners = renderer->index_layout(1) == IndexLayout::elements;
        if (triangles && corners == 0 && reads_corners) continue;
        picture.clear();
        const DrawnElements elements{.variant = variant,
                                     .footprint = footprint_of(variant.kind),
                                     .arrays = {},
                                     .corners = triangles ? corners : 0};
        // Variants of one sample are in other tests; those of four take long to compile, and differ in blending.
        const int samples = variant.encoded ? renderer->samples(4, elements.footprint) : 1;
        EXPECT_NO_THROW(renderer->draw(
            {.elements = elements, .order = {.buffer = words.name(), .words = 0}, .samples = samples}, picture));
        EXPECT_NO_THROW(gl::reload_programs(gpu.library));
      }
    }
  }
}

/// The resources that linked programs read and write.
struct StorageBlocks {
  GLint most = 0, bindings = 0;  // of one program; one more than the highest
  void note(const GladGLContext& gl, GLuint program) {
    GLint count = 0;
    gl.GetProgramInterfaceiv(program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &count);
    most = std::max(most, count);
    for (GLint i = 0; i < count; ++i) {
      constexpr GLenum property = GL_BUFFER_BINDING;
      GLint binding = 0;
      gl.GetProgramResourceiv(program, GL_SHADER_STORAGE_BLOCK, static_cast<GLuint>(i), 1, &property, 1, nullptr,
                              &binding);
      bindings = std::max(bindings, binding + 1);
    }
  }
};
GladGLContext real_gl;
StorageBlocks storage_blocks;

GladGLContext noting(const GladGLContext& gl) {
  real_gl = gl;
  storage_blocks = {};
  GladGLContext result = gl;
  result.LinkProgram = [](GLuint program) {
    real_gl.LinkProgram(program);
    storage_blocks.note(real_gl, program);
  };
  return result;
}

/// The resource that is limited.
GLenum limited = 0;
GLint its_limit = 0;
GladGLContext with_limit(const GladGLContext& gl, GLenum name, GLint limit) {
  real_gl = gl;
  limited = name;
  its_limit = limit;
  GladGLContext result = gl;
  result.GetIntegerv = [](GLenum asked, GLint* value) {
    if (asked == limited)
      *value = its_limit;
    else
      real_gl.GetIntegerv(asked, value);
  };
  return result;
}

/// Several objects have the most arrays.
TEST_F(Renderers, AskForTheStorageBlocksThatTheyBind) {
  ColorTarget picture(gl);
  picture.resize(16, 16);
  const gl::Buffer words(gl, 1024);
  const DrawnElements elements{.variant = {.kind = ElementKind::mixed, .encoded = true, .spheres = true},
                               .footprint = Footprint::triangle,
                               .arrays = {},
                               .corners = words.name()};
  for (const char* id : {"tiles", "exact", "peeled"}) {
    SCOPED_TRACE(id);
    const RendererAbout& about = *find_renderer(id);
    if (!about.why_unavailable(gl).empty()) continue;
    const GladGLContext noted = noting(gl);
    GpuContext noted_gpu(noted, HeadlessContext::proc());
    about.make({noted_gpu})->draw({.elements = elements, .order = {.buffer = words.name(), .words = 0}}, picture);
    EXPECT_GT(storage_blocks.most, 8);
    for (const auto& [name, used] : {std::pair(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, storage_blocks.most),
                                     std::pair(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, storage_blocks.bindings)})
      EXPECT_NE(about.why_unavailable(with_limit(gl, static_cast<GLenum>(name), used - 1)), "") << used;
  }
}

}  // namespace
}  // namespace farfirst::app
