// Points in a buffer of OpenGL's, sorted back to front on the GPU. The order stays in a buffer, for an index buffer;
// this program reads it back only to print it.
#define GL_GLEXT_PROTOTYPES  // functions from Linux's libOpenGL; if you use a loader such as glad, include its header
#define GLFW_INCLUDE_GLCOREARB
#include <GLFW/glfw3.h>
#include <farfirst/gl.h>

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

/// A context of OpenGL 4.5, which farfirst::sort needs, in a window that is never shown.
struct Context {
  Context() {
    if (glfwInit() == GLFW_FALSE) throw glfw_error();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    GLFWwindow* window = glfwCreateWindow(64, 64, "farfirst::sort", nullptr, nullptr);
    if (window == nullptr) {
      const std::runtime_error error = glfw_error();
      glfwTerminate();
      throw error;
    }
    glfwMakeContextCurrent(window);
  }
  ~Context() { glfwTerminate(); }
  Context(Context&&) = delete;
  static void* proc(const char* name) { return reinterpret_cast<void*>(glfwGetProcAddress(name)); }
};

int main() {
  try {
    const Context context;  // the first, because everything of farfirst's must be destroyed before it
    const std::vector<float> positions = {0, 0, -1, 0, 0, -5, 0, 0, -3, 0, 0, -2, 0, 0, -4};  // x, y, z of each point
    const auto n = static_cast<std::uint32_t>(positions.size() / 3);
    GLuint position_buffer = 0, order_buffer = 0;
    glCreateBuffers(1, &position_buffer);
    glCreateBuffers(1, &order_buffer);
    glNamedBufferStorage(position_buffer, n * 12, positions.data(), 0);
    glNamedBufferStorage(order_buffer, n * 4, nullptr, 0);

    // Once. Validation reports misuse as an exception; leave it out when your program is finished.
    farfirst::DeviceOptions options = farfirst::gl_options(&Context::proc);
    options.validate = farfirst::Validate::always;
    auto device = farfirst::open(farfirst::Backend::gl, options);
    auto sorter = farfirst::make_distance_sorter(*device, farfirst::choose(*device), n);
    const farfirst::Workspace memory(*device, sorter->requirements());

    // Every frame, with the eye of that frame. This only enqueues commands: it neither waits nor reads anything back.
    const farfirst::Source points{.n = n, .positions = farfirst::gl_buffer(position_buffer, n * 12)};
    farfirst::DistanceJob job{
        .sources = {&points, 1}, .eye = {0, 0, 0}, .order = farfirst::gl_buffer(order_buffer, n * 4)};
    memory.attach(job);
    sorter->sort(job);

    // A shader wrote the order: the barrier names how it is read. GL_ELEMENT_ARRAY_BARRIER_BIT is that of a draw.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    std::vector<std::uint32_t> order(n);
    glGetNamedBufferSubData(order_buffer, 0, n * 4, order.data());
    std::printf("back to front:");
    for (const std::uint32_t index : order) std::printf(" %u", static_cast<unsigned>(index));
    std::printf("\n");
  } catch (const std::exception& error) {  // every message is one sentence for the user
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
