// Shader files: include, defines, logs, reading from disk.

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "object/program.h"
#include "object/shader.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

using gl::map_log;
using gl::ShaderFile;
using gl::ShaderLibrary;

std::string what_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "(nothing was thrown)";
}

TEST(Shaders, IncludesOnceAndKeepsLineNumbers) {
  const ShaderFile files[] = {
      {"a.vert", "#version 450\n#include \"x/b.glsl\"\n#include \"x/c.glsl\"\nvoid main() {}\n"},
      {"x/b.glsl", "#include \"x/c.glsl\"\nint b;"},
      {"x/c.glsl", "int c;\n"},
  };
  const gl::ShaderSource source = ShaderLibrary(files, "").source("a.vert", {{"ONE", "1"}, {"EMPTY", ""}});
  EXPECT_EQ(source.files, (std::vector<std::string>{"a.vert", "x/b.glsl", "x/c.glsl"}));
  EXPECT_EQ(source.text,
            "#version 450\n#define ONE 1\n#define EMPTY \n#line 2 0\n"
            "#line 1 1\n"
            "#line 1 2\nint c;\n\n"
            "#line 2 1\nint b;\n"
            "#line 3 0\n\nvoid main() {}\n");
}

TEST(Shaders, IncludeWhatADefineNames) {
  const ShaderFile files[] = {{"a.vert", "#version 450\n#include KIND\n"}, {"x/b.glsl", "int b;\n"}};
  const gl::ShaderSource source = ShaderLibrary(files, "").source("a.vert", {{"KIND", "\"x/b.glsl\""}, {"ONE", "1"}});
  EXPECT_EQ(source.text, "#version 450\n#define ONE 1\n#line 2 0\n#line 1 1\nint b;\n\n#line 3 0\n");
  EXPECT_EQ(what_of([&] {
              ShaderLibrary(files, "").source("a.vert", {{"KIND", "x"}});
            }),
            "a.vert:2: expected #include \"folder/name.glsl\"");
}

TEST(Shaders, SayWhatIsWrongWithAFile) {
  const ShaderFile files[] = {{"no_version.vert", "void main() {}\n"},
                              {"bad_include.vert", "#version 450\n\n#include <x>\n"},
                              {"missing.vert", "#version 450\n#include \"nowhere.glsl\"\n"},
                              {"empty.vert", ""}};
  const ShaderLibrary library(files, "");
  EXPECT_EQ(what_of([&] { library.source("no_version.vert"); }), "no_version.vert:1: expected #version");
  EXPECT_EQ(what_of([&] { library.source("bad_include.vert"); }),
            "bad_include.vert:3: expected #include \"folder/name.glsl\"");
  EXPECT_EQ(what_of([&] { library.source("missing.vert"); }), "no shader nowhere.glsl is built in");
  EXPECT_EQ(what_of([&] { library.source("other.vert"); }), "no shader other.vert is built in");
  EXPECT_EQ(library.source("empty.vert").text, "");
}

TEST(Shaders, LogsNameFileAndLine) {
  const std::vector<std::string> files{"draw/a.vert", "common/b.glsl"};
  EXPECT_EQ(map_log("1:12(5): error: no x\n0(3) : error C1008: no y\n", files),
            "common/b.glsl:12(5): error: no x\ndraw/a.vert:3 : error C1008: no y\n");
  EXPECT_EQ(map_log("ERROR: 0:7: 'z' : undeclared", files), "ERROR: draw/a.vert:7: 'z' : undeclared");
  EXPECT_EQ(map_log("9:1: unknown file\nplain 1:2\n\n", files), "9:1: unknown file\nplain 1:2\n\n");
  EXPECT_EQ(map_log("", files), "");
}

class ShaderPrograms : public testing::Test {
 protected:
  HeadlessContext context{true};
};

TEST_F(ShaderPrograms, CompileErrorsPointIntoIncludedFiles) {
  const ShaderFile files[] = {{"a.vert", "#version 450\n#include \"b.glsl\"\nvoid main() { gl_Position = f(); }\n"},
                              {"b.glsl", "\n\nvec4 f() { return missing; }\n"}};
  const std::string sentence =
      what_of([&] { gl::Program(context.gl(), ShaderLibrary(files, ""), {"a.vert"}).finish(); });
  EXPECT_NE(sentence.find("the shader a.vert does not compile:\n"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("b.glsl:3"), std::string::npos) << sentence;
}

TEST_F(ShaderPrograms, LinkErrorsNameTheFiles) {
  const ShaderFile files[] = {
      {"a.vert",
       "#version 450\nout vec3 shared_value;\nvoid main() { shared_value = vec3(0); gl_Position = vec4(0); }\n"},
      {"a.frag", "#version 450\nin vec2 shared_value;\nout vec4 c;\nvoid main() { c = shared_value.xyxy; }\n"},
      {"a.glsl", "#version 450\n"}};
  const std::string sentence = what_of([&] {
    gl::Program(context.gl(), ShaderLibrary(files, ""), {"a.vert", "a.frag"}).finish();
  });
  EXPECT_NE(sentence.find("the shaders a.vert + a.frag do not link"), std::string::npos) << sentence;
  EXPECT_NE(what_of([&] { gl::Program(context.gl(), ShaderLibrary(files, ""), {"a.glsl"}); }).find("must end in"),
            std::string::npos);
}

TEST_F(ShaderPrograms, DefinesReachTheCompiler) {
  const ShaderFile files[] = {{"a.comp", "#version 450\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n"}};
  const gl::Program program(context.gl(), ShaderLibrary(files, ""), {"a.comp"}, {{"SIZE", "37"}});
  GLint size[3] = {};
  context.gl().GetProgramiv(program.name(), GL_COMPUTE_WORK_GROUP_SIZE, size);
  EXPECT_EQ(size[0], 37);
}

/// A copy of shaders/ that FARFIRST_SHADERS points at.
class ReloadTest : public FrameTest {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(FARFIRST_SHADER_SOURCES)) GTEST_SKIP() << "the sources are not on this machine";
    folder = std::filesystem::temp_directory_path() /
             ("farfirst_shaders_" + std::to_string(testing::UnitTest::GetInstance()->random_seed()) + "_" +
              std::to_string(reinterpret_cast<std::uintptr_t>(this)));
    std::filesystem::copy(FARFIRST_SHADER_SOURCES, folder, std::filesystem::copy_options::recursive);
    setenv("FARFIRST_SHADERS", folder.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("FARFIRST_SHADERS");
    if (!folder.empty()) std::filesystem::remove_all(folder);
  }
  void write(const std::string& file, const std::string& text) { std::ofstream(folder / file) << text; }

  std::filesystem::path folder;
};

TEST_F(ReloadTest, KeepsTheOldProgramsIfTheNewDoNotCompile) {
  Model model;
  add_square(model, {0, 0, -1}, 2.0f, rgba(200, 100, 50));
  SceneRenderer frame(gl);
  frame.set_scene(std::make_shared<const Model>(model));
  const Pixel before = draw_middle(frame);
  EXPECT_EQ(frame.reload_shaders(), "");
  EXPECT_EQ(draw_middle(frame), before);

  write("render/raster/raster.frag", "#version 450\nout vec4 c;\nvoid main() {\n  c = missing;\n}\n");
  const std::string log = frame.reload_shaders();
  EXPECT_NE(log.find("render/raster/raster.frag:4"), std::string::npos) << log;
  EXPECT_EQ(draw_middle(frame), before);

  write("render/raster/raster.frag",
        "#version 450\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(0, 1, 0, 1); }\n");
  EXPECT_EQ(frame.reload_shaders(), "");
  EXPECT_EQ(draw_middle(frame), (Pixel{0, 255, 0, 255}));

  std::filesystem::remove(folder / "render/resolve.frag");
  EXPECT_NE(frame.reload_shaders().find("cannot read the shader"), std::string::npos);
  EXPECT_EQ(draw_middle(frame), (Pixel{0, 255, 0, 255}));
}

}  // namespace
}  // namespace farfirst::app
