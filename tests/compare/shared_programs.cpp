// Views share their programs: none links what another one has linked.

#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "compare/key_lab.h"
#include "compare/picture_error_meter.h"
#include "compare/split.h"
#include "gpu_scenes.h"

namespace farfirst::app {
namespace {

/// The programs that the driver links, from the sources of the shaders.
struct Links {
  GladGLContext driver{};
  std::map<GLuint, std::string> shaders, programs;  // those that are there
  int count = 0;
  std::vector<std::string> again;  // sources that were linked while a program of the same was there

  static Links& get() {
    static Links links;
    return links;
  }
  void link(GLuint name) {
    ++count;
    for (const auto& [other, source] : programs)
      if (other != name && source == programs[name]) again.push_back(source.substr(0, 400));
    driver.LinkProgram(name);
  }
};

void shader_source(GLuint shader, GLsizei count, const GLchar* const* texts, const GLint* lengths) {
  Links::get().shaders[shader] = std::string(texts[0], static_cast<std::size_t>(lengths[0]));
  Links::get().driver.ShaderSource(shader, count, texts, lengths);
}
void attach_shader(GLuint program, GLuint shader) {
  Links::get().programs[program] += Links::get().shaders[shader];
  Links::get().driver.AttachShader(program, shader);
}
void link_program(GLuint program) { Links::get().link(program); }
void delete_program(GLuint program) {
  Links::get().programs.erase(program);
  Links::get().driver.DeleteProgram(program);
}

/// The sort library finds its functions by this.
void* noted_proc(const char* name) {
  if (std::strcmp(name, "glShaderSource") == 0) return reinterpret_cast<void*>(&shader_source);
  if (std::strcmp(name, "glAttachShader") == 0) return reinterpret_cast<void*>(&attach_shader);
  if (std::strcmp(name, "glLinkProgram") == 0) return reinterpret_cast<void*>(&link_program);
  if (std::strcmp(name, "glDeleteProgram") == 0) return reinterpret_cast<void*>(&delete_program);
  return HeadlessContext::proc()(name);
}

GladGLContext noted(const GladGLContext& gl) {
  Links::get() = {};
  Links::get().driver = gl;
  GladGLContext result = gl;
  result.ShaderSource = shader_source;
  result.AttachShader = attach_shader;
  result.LinkProgram = link_program;
  result.DeleteProgram = delete_program;
  return result;
}

class SharedPrograms : public FrameTest {
 protected:
  SharedPrograms() {
    look.renderer = "raster";
    look.samples = 1;
    choice.algorithm = "gl.radix";
    choice.check_order = true;
    frame.set_scene(soup(200));
  }
  FrameStats draw_side(std::size_t side) { return frame.draw_side(side, camera, look, choice, picture.target(), true); }

  const GladGLContext noted_gl = noted(gl);
  SceneRenderer frame{noted_gl, VertexFetch::automatic, noted_proc};
  PictureTarget picture{gl, 64, 64};
};

TEST_F(SharedPrograms, AreLinkedOnce) {
  frame.begin(1);
  ShownPicture shown{.camera = camera,
                     .look = look,
                     .sort = choice,
                     .report = draw_side(0),
                     .width = 64,
                     .height = 64,
                     .texture = picture.target().texture};
  EXPECT_GT(Links::get().count, 5);
  frame.begin(2);
  const int before = Links::get().count;
  draw_side(0);
  EXPECT_TRUE(draw_side(1).sorted);
  EXPECT_EQ(Links::get().count, before) << "the other side does the same";

  SplitPicture split(frame.gpu(), 64, 64);
  split.update(picture);
  PictureErrorMeter meter(frame.gpu());
  meter.begin(shown, /*with_causes=*/true);
  while (!meter.is_done()) meter.step(frame, 1);
  EXPECT_EQ(meter.trouble(), "");
  KeyLab lab(frame.gpu());
  lab.begin(shown);
  while (!lab.is_done()) lab.step(frame);
  EXPECT_EQ(lab.trouble(), "");
  EXPECT_GT(Links::get().count, before) << "the renderer exact was not there";
  EXPECT_TRUE(Links::get().again.empty()) << Links::get().again.size() << " such as\n" << Links::get().again.front();
}

TEST_F(SharedPrograms, GoWithTheLastViewThatHasThem) {
  frame.begin(1);
  draw_side(0);
  const std::size_t before = Links::get().programs.size();
  frame.begin(2);
  draw_side(0);
  look.renderer = "weighted";
  draw_side(1);
  EXPECT_GT(Links::get().programs.size(), before);
  frame.begin(1);
  EXPECT_EQ(Links::get().programs.size(), before);
}

}  // namespace
}  // namespace farfirst::app
