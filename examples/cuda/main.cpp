// Points in a GPU's memory, sorted back to front on a CUDA stream of the program's own.
#include <cuda_runtime.h>
#include <farfirst/cuda.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

static void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(error));
}

struct Release {
  void operator()(void* memory) const { cudaFree(memory); }
  void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
};

template <class T>
static std::unique_ptr<T, Release> allocate(std::size_t count) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(T)));
  return std::unique_ptr<T, Release>(static_cast<T*>(memory));
}

static std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Release> make_stream() {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Release>(stream);
}

static void run() {
  const std::vector<float> positions = {0, 0, -1, 0, 0, -5, 0, 0, -3, 0, 0, -2, 0, 0, -4};  // x, y, z of each point
  const auto n = static_cast<std::uint32_t>(positions.size() / 3);
  const auto stream = make_stream();
  const auto points_on_gpu = allocate<float>(3 * n);
  const auto order_on_gpu = allocate<std::uint32_t>(n);
  check(cudaMemcpyAsync(points_on_gpu.get(), positions.data(), n * 12, cudaMemcpyHostToDevice, stream.get()));

  // Once. Validation reports misuse as an exception; leave it out when your program is finished.
  farfirst::DeviceOptions options = farfirst::cuda_options(stream.get());
  options.validate = farfirst::Validate::always;
  auto device = farfirst::open(farfirst::Backend::cuda, options);
  auto sorter = farfirst::make_distance_sorter(*device, farfirst::choose(*device), n);
  const farfirst::Workspace memory(*device, sorter->requirements());

  // Every frame, with the eye of that frame. This only enqueues work on the stream, behind whatever makes the
  // positions.
  const farfirst::Source points{.n = n, .positions = farfirst::cuda_buffer(points_on_gpu.get(), 3 * n)};
  farfirst::DistanceJob job{
      .sources = {&points, 1}, .eye = {0, 0, 0}, .order = farfirst::cuda_buffer(order_on_gpu.get(), n)};
  memory.attach(job);
  sorter->sort(job);

  // A renderer goes on with the order where it is; this program prints it.
  std::vector<std::uint32_t> order(n);
  check(cudaMemcpyAsync(order.data(), order_on_gpu.get(), n * 4, cudaMemcpyDeviceToHost, stream.get()));
  device->finish();  // waits for the stream, and throws if anything on it failed
  std::printf("back to front:");
  for (const std::uint32_t index : order) std::printf(" %u", static_cast<unsigned>(index));
  std::printf("\n");
}

int main() {
  // A machine without an NVIDIA driver is no error: one sentence says what is missing. 77 stands for a skipped test.
  if (const std::string absence = farfirst::why_unavailable(farfirst::Backend::cuda); !absence.empty()) {
    std::fprintf(stderr, "%s\n", absence.c_str());
    return 77;
  }
  try {
    run();
  } catch (const std::exception& error) {  // every message is one sentence for the user
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
