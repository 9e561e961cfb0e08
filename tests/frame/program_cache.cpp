// Binaries of programs in a folder: they are taken, and nothing that is broken is.

#include "object/program_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>

#include "headless/context.h"
#include "object/buffer.h"
#include "object/program.h"

namespace farfirst::app {
namespace {

namespace fs = std::filesystem;

/// That were compiled.
int compilations = 0;
GladGLContext counted_gl;

class ProgramCaches : public testing::Test {
 protected:
  void SetUp() override {
    GLint formats = 0;
    gl.GetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
    if (formats == 0) GTEST_SKIP() << "this driver has no binaries of programs";
    counted_gl = gl;
    gl.CompileShader = [](GLuint shader) {
      ++compilations;
      counted_gl.CompileShader(shader);
    };
    fs::remove_all(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  /// Number that a program writes which is made with the cache.
  int answer(int number = 42, std::uint64_t most_bytes = 64u << 20) {
    const gl::ShaderFile file{"a.comp",
                              "#version 450\n"
                              "layout(local_size_x = 1) in;\n"
                              "layout(std430, binding = 0) buffer Result { int result; };\n"
                              "void main() { result = NUMBER; }\n"};
    gl::ShaderLibrary library({&file, 1}, "");
    library.set_cache(std::make_shared<const gl::ProgramCache>(gl, folder, most_bytes));
    const gl::Program program(gl, library, {"a.comp"}, {{"NUMBER", std::to_string(number)}});
    const gl::Buffer result(gl, sizeof(int));
    program.use();
    gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, result.name());
    gl.DispatchCompute(1, 1, 1);
    gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    int value = 0;
    gl.GetNamedBufferSubData(result.name(), 0, sizeof value, &value);
    gl.UseProgram(0);
    return value;
  }
  int compiled_for(const std::function<void()>& call) {
    compilations = 0;
    call();
    return compilations;
  }
  void expect_compiled(int times, const char* when) {
    EXPECT_EQ(compiled_for([&] { EXPECT_EQ(answer(), 42) << when; }), times) << when;
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> result;
    for (const auto& entry : fs::directory_iterator(folder)) result.push_back(entry.path());
    std::ranges::sort(result);
    return result;
  }
  static std::string content(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  static void write(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

  const fs::path folder = fs::temp_directory_path() /
                          ("farfirst_programs_" + std::to_string(testing::UnitTest::GetInstance()->random_seed()) +
                           "_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
  HeadlessContext context{true};
  GladGLContext gl = context.gl();
};

TEST_F(ProgramCaches, TakeWhatWasCompiledBefore) {
  expect_compiled(1, "the first time");
  ASSERT_EQ(files().size(), 1u);
  expect_compiled(0, "the second time");
  EXPECT_EQ(compiled_for([&] { EXPECT_EQ(answer(43), 43); }), 1) << "another define";
  EXPECT_EQ(files().size(), 2u);
}

TEST_F(ProgramCaches, TakeNothingThatIsBroken) {
  answer();
  const fs::path file = files().at(0);
  const std::string good = content(file);
  std::string flipped = good, other_magic = good, other_key = good;
  flipped[good.size() / 2] ^= 1;
  other_magic[0] ^= 1;
  other_key[8] ^= 1;
  for (const auto& [what, text] : {std::pair("empty", std::string()), std::pair("half a header", good.substr(0, 20)),
                                   std::pair("cut short", good.substr(0, good.size() - 1)),
                                   std::pair("too long", good + "x"), std::pair("a flipped bit", flipped),
                                   std::pair("no such file", other_magic), std::pair("another program", other_key)}) {
    write(file, text);
    expect_compiled(1, what);
    EXPECT_TRUE(content(file) != text) << what << " is replaced";
    expect_compiled(0, what);
  }
}

/// Whole as a file, but not what the driver reads: its own word decides.
TEST_F(ProgramCaches, GoOnWhereTheDriverRefuses) {
  answer();
  gl.ProgramBinary = [](GLuint program, GLenum format, const void* binary, GLsizei bytes) {
    std::vector<char> broken(static_cast<std::size_t>(bytes));
    std::memcpy(broken.data(), binary, broken.size());
    std::ranges::fill(broken, '\x5A');
    counted_gl.ProgramBinary(program, format, broken.data(), bytes);
  };
  expect_compiled(1, "another driver's");
}

TEST_F(ProgramCaches, AreOfOneDriver) {
  answer();
  gl.GetString = [](GLenum name) {
    return name == GL_VERSION ? reinterpret_cast<const GLubyte*>("4.5.0 of another driver")
                              : counted_gl.GetString(name);
  };
  expect_compiled(1, "after an update of the driver");
  gl.GetIntegerv = [](GLenum name, GLint* value) {
    counted_gl.GetIntegerv(name, value);
    if (name == GL_NUM_PROGRAM_BINARY_FORMATS) *value = 0;
  };
  expect_compiled(1, "by a driver without binaries");
  EXPECT_EQ(files().size(), 2u);
}

TEST_F(ProgramCaches, KeepWhatWasUsedLast) {
  using namespace std::chrono_literals;
  answer(0);
  const std::uint64_t size = fs::file_size(files().at(0));
  for (int number = 1; number < 4; ++number) answer(number);
  const std::vector<fs::path> of_the_user{folder / "notes.txt", folder / "letter.program",
                                          folder / "0123456789abcdeg.program"};
  for (const fs::path& file : of_the_user) write(file, std::string(size * 3, 'x'));
  fs::file_time_type time = fs::file_time_type::clock::now() - 1h;
  for (const fs::path& file : files()) fs::last_write_time(file, time += 1min);
  EXPECT_EQ(compiled_for([&] { answer(2); }), 0);  // used again
  EXPECT_EQ(compiled_for([&] { answer(4, size * 5 / 2); }), 1);
  EXPECT_EQ(files().size(), 2 + of_the_user.size()) << "two of five, and files of other names";
  for (const fs::path& file : of_the_user) EXPECT_TRUE(fs::exists(file)) << file;
  EXPECT_EQ(compiled_for([&] {
              answer(2);
              answer(4);
            }),
            0);
}

TEST_F(ProgramCaches, DoWithoutAFolder) {
  write(folder, "a file where the folder would be");
  expect_compiled(1, "the first time");
  expect_compiled(1, "the second time");
}

}  // namespace
}  // namespace farfirst::app
