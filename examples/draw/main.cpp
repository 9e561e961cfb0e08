// Draws 30,000 translucent points, three spheres within each other. In every frame farfirst::sort writes their order
// from back to front into a buffer, with which they are drawn. Esc ends; --frames=N draws N frames.
#define GL_GLEXT_PROTOTYPES  // functions from Linux's libOpenGL; if you use a loader such as glad, include its header
#define GLFW_INCLUDE_GLCOREARB
#include <GLFW/glfw3.h>
#include <farfirst/gl.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

static std::runtime_error glfw_error() {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return std::runtime_error(std::string("GLFW: ") + (reason == nullptr ? "no reason given" : reason));
}

/// A window with OpenGL 4.5, which farfirst::sort needs. With the context, OpenGL deletes everything in it.
struct Window {
  GLFWwindow* handle = nullptr;
  Window() {
    if (glfwInit() == GLFW_FALSE) throw glfw_error();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    handle = glfwCreateWindow(800, 800, "farfirst::sort", nullptr, nullptr);
    if (handle == nullptr) {
      const std::runtime_error error = glfw_error();
      glfwTerminate();
      throw error;
    }
    glfwMakeContextCurrent(handle);
    glfwSetInputMode(handle, GLFW_STICKY_KEYS, GLFW_TRUE);  // a key that is released between two frames counts too
  }
  ~Window() { glfwTerminate(); }
  Window(Window&&) = delete;
  static void* proc(const char* name) { return reinterpret_cast<void*>(glfwGetProcAddress(name)); }
};

// The camera looks from the eye to the origin. There is no depth buffer, so any z between the planes will do.
const char* const vertex_shader = R"(#version 450
layout(location = 0) in vec3 position;
layout(location = 0) uniform vec3 eye;
layout(location = 1) uniform vec2 size;  // of the window, in pixels
out vec3 color;
void main() {
  vec3 back = normalize(eye), right = normalize(cross(vec3(0, 1, 0), back)), up = cross(back, right);
  vec3 seen = (position - eye) * mat3(right, up, back);
  gl_Position = vec4(2 * seen.xy * size.y / size, 0, -seen.z);
  gl_PointSize = 0.05 * size.y / -seen.z;
  color = 0.6 + 0.4 * cos(6.28 * length(position) + vec3(0, 2, 4));
})";
const char* const fragment_shader = R"(#version 450
in vec3 color;
out vec4 premultiplied;
void main() {
  premultiplied = vec4(color, 1) * 0.2 * (1 - smoothstep(0.6, 1, length(2 * gl_PointCoord - 1)));
})";

static void attach(GLuint program, GLenum stage, const char* text) {
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  char reason[1024] = "";
  glGetShaderInfoLog(shader, sizeof reason, nullptr, reason);
  if (compiled == 0) throw std::runtime_error(reason);
  glAttachShader(program, shader);
}

/// Spirals round three spheres, the outermost first: drawn in this sequence they would look inside out.
static std::vector<float> make_points(std::uint32_t n) {
  std::vector<float> positions;
  for (const float radius : {1.0f, 0.7f, 0.4f}) {
    for (std::uint32_t i = 0; i < n / 3; ++i) {
      const float turn = 2.399963f * static_cast<float>(i);  // by the golden angle, which spreads them evenly
      const float y = 6 * static_cast<float>(i) / static_cast<float>(n) - 1, around = std::sqrt(1 - y * y);
      for (const float p : {around * std::cos(turn), y, around * std::sin(turn)}) positions.push_back(radius * p);
    }
  }
  return positions;
}

static void run(long frames) {
  const Window window;  // the first, because everything of farfirst's must be destroyed before its context
  constexpr std::uint32_t n = 30000;
  GLuint position_buffer = 0, order_buffer = 0;
  glCreateBuffers(1, &position_buffer);
  glCreateBuffers(1, &order_buffer);
  glNamedBufferStorage(position_buffer, n * 12, make_points(n).data(), 0);
  glNamedBufferStorage(order_buffer, n * 4, nullptr, 0);
  const GLuint program = glCreateProgram();
  attach(program, GL_VERTEX_SHADER, vertex_shader);
  attach(program, GL_FRAGMENT_SHADER, fragment_shader);
  glLinkProgram(program);
  GLuint vertex_array = 0;
  glCreateVertexArrays(1, &vertex_array);
  glVertexArrayVertexBuffer(vertex_array, 0, position_buffer, 0, 12);
  glVertexArrayAttribFormat(vertex_array, 0, 3, GL_FLOAT, GL_FALSE, 0);
  glEnableVertexArrayAttrib(vertex_array, 0);
  glVertexArrayElementBuffer(vertex_array, order_buffer);  // the order is the index buffer
  glEnable(GL_PROGRAM_POINT_SIZE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);  // "over", for colours that are multiplied with their opacity

  farfirst::DeviceOptions options = farfirst::gl_options(&Window::proc);
  options.validate = farfirst::Validate::always;  // while developing
  auto device = farfirst::open(farfirst::Backend::gl, options);
  auto sorter = farfirst::make_distance_sorter(*device, farfirst::choose(*device), n);
  const farfirst::Workspace memory(*device, sorter->requirements());
  const farfirst::Source points{.n = n, .positions = farfirst::gl_buffer(position_buffer, n * 12)};
  farfirst::DistanceJob job{.sources = {&points, 1}, .order = farfirst::gl_buffer(order_buffer, n * 4)};
  memory.attach(job);

  for (long frame = 0; frame != frames && !glfwWindowShouldClose(window.handle); ++frame) {
    const float turn = 0.01f * static_cast<float>(frame);
    job.eye[0] = 3 * std::sin(turn), job.eye[1] = 1, job.eye[2] = 3 * std::cos(turn);
    sorter->sort(job);
    glMemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT);  // a shader wrote the order, and the draw reads it as indices
    int width = 0, height = 0;
    glfwGetFramebufferSize(window.handle, &width, &height);
    glViewport(0, 0, width, height);
    glClear(GL_COLOR_BUFFER_BIT);
    glUseProgram(program);  // sort() leaves no program and no vertex array bound
    glBindVertexArray(vertex_array);
    glUniform3fv(0, 1, job.eye);
    glUniform2f(1, static_cast<float>(width), static_cast<float>(height));
    glDrawElements(GL_POINTS, n, GL_UNSIGNED_INT, nullptr);
    glfwSwapBuffers(window.handle);
    glfwPollEvents();
    if (glfwGetKey(window.handle, GLFW_KEY_ESCAPE) == GLFW_PRESS) break;
  }
}

int main(int count, char** arguments) {
  try {
    long frames = -1;  // until the window is closed
    if (count > 1 && std::sscanf(arguments[1], "--frames=%ld", &frames) != 1)
      throw std::runtime_error("usage: draw_example [--frames=N]");
    run(frames);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
