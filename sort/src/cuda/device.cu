// See device.h. Also finds whether CUDA can be used here, and if not, the reason.
#include "cuda/device.h"

#include <cstdlib>
#include <mutex>
#include <set>
#include <utility>

#include "cuda/event_tracer.h"
#include "cuda/launch.h"
#include "cuda/prim/check_order.h"
#include "cuda/prim/counted.cuh"
#include "cuda/prim/make_keys.h"
#include "cuda/stream_order.h"

namespace farfirst::cuda {
namespace {

std::string version_text(int version) {  // 13000 -> "13.0"
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string driver_sentence() {
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  if (driver == 0) return "CUDA: no NVIDIA driver on this machine";
  return "CUDA: the NVIDIA driver is too old: it supports CUDA " + version_text(driver) + ", this program needs " +
         version_text(runtime);
}

std::string find_reason() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  cudaGetLastError();  // clears the error, so that no later call reports it
  if (error == cudaErrorInsufficientDriver) return driver_sentence();
  if (error == cudaErrorNoDevice || (error == cudaSuccess && count == 0)) return "CUDA: no NVIDIA GPU on this machine";
  if (error != cudaSuccess) return std::string("CUDA: ") + cudaGetErrorString(error);
  return {};
}

/// `to` may be `order`.
__global__ void gather_words(const std::uint32_t* __restrict__ from, const std::uint32_t* order, std::uint32_t* to,
                             Count elements) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < elements.get()) to[i] = from[order[i]];
}

/// Checks that the program contains code for this GPU, by asking the run time for one of the kernels.
void assert_code_for(const cudaDeviceProp& properties) {
  cudaFuncAttributes attributes{};
  const cudaError_t error = cudaFuncGetAttributes(&attributes, gather_words);
  if (error == cudaSuccess) return;
  cudaGetLastError();
  throw Error("CUDA: this program was built without code for " + std::string(properties.name) +
              " (compute capability " + std::to_string(properties.major) + "." + std::to_string(properties.minor) +
              "): " + cudaGetErrorString(error));
}

int checked_ordinal(int wanted) {
  int count = 0;
  FARFIRST_CUDA(cudaGetDeviceCount(&count));
  if (wanted >= 0 && wanted < count) return wanted;
  throw Error("CUDA: there is no device " + std::to_string(wanted) + "; this machine has " +
              (count == 1 ? "only device 0" : "devices 0 to " + std::to_string(count - 1)));
}

int first_ordinal(const DeviceOptions& options) {
  return options.cuda_devices.empty() ? options.cuda_device : options.cuda_devices.front();
}

bool set_in_environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

}  // namespace

void check(cudaError_t error, const char* call) {
  if (error == cudaSuccess) return;
  cudaGetLastError();
  if (error == cudaErrorMemoryAllocation) {
    throw OutOfMemory(std::string("CUDA: the GPU's memory is used up (") + call + ")");
  }
  throw Error(std::string("CUDA: ") + cudaGetErrorString(error) + " (" + call + ")");
}

CurrentDevice::CurrentDevice(int ordinal) noexcept : ordinal_(ordinal), error_(cudaGetDevice(&before_)) {
  if (error_ == cudaSuccess && before_ != ordinal_) error_ = cudaSetDevice(ordinal_);
}

CurrentDevice::~CurrentDevice() {
  if (error_ == cudaSuccess && before_ != ordinal_) cudaSetDevice(before_);
}

CudaDevice::CudaDevice(const DeviceOptions& options)
    : DeviceCore(options),
      ordinal_(checked_ordinal(first_ordinal(options))),
      wait_after_launch_(set_in_environment("FARFIRST_CUDA_SYNC")) {
  const CurrentDevice current(ordinal_);
  FARFIRST_CUDA(cudaSetDevice(ordinal_));  // also if it is current, since this call makes CUDA's context
  cudaDeviceProp properties{};
  FARFIRST_CUDA(cudaGetDeviceProperties(&properties, ordinal_));
  assert_code_for(properties);
  limits_ = {static_cast<unsigned>(properties.multiProcessorCount), properties.sharedMemPerBlockOptin,
             static_cast<std::size_t>(properties.l2CacheSize), properties.major >= 9};
  description_ = std::string(properties.name) + ", " + std::to_string(properties.totalGlobalMem >> 20) + " MiB";
  for (std::size_t i = 1; i < options.cuda_devices.size(); ++i) {
    DeviceOptions other;
    other.cuda_device = options.cuda_devices[i];
    others_.push_back(std::make_unique<CudaDevice>(other));
  }
  stream_ = static_cast<cudaStream_t>(options.cuda_stream);
  owns_stream_ = stream_ == nullptr;
  if (owns_stream_) FARFIRST_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  calls_.reserve(4);
}

/// The run time counts a second request as an error, which compute-sanitizer would report.
bool let_access(int from, int to) {
  static std::mutex mutex;
  static std::set<std::pair<int, int>> allowed;
  if (from == to) return true;
  int can = 0;
  FARFIRST_CUDA(cudaDeviceCanAccessPeer(&can, from, to));
  if (can == 0) return false;
  const std::lock_guard lock(mutex);
  if (allowed.contains({from, to})) return true;
  const CurrentDevice current(from);
  const cudaError_t error = cudaDeviceEnablePeerAccess(to, 0);
  if (error == cudaErrorPeerAccessAlreadyEnabled) {  // the caller enabled it
    cudaGetLastError();
  } else {
    check(error, "cudaDeviceEnablePeerAccess");
  }
  allowed.insert({from, to});
  return true;
}

/// "2 GPUs with peer access: NVIDIA H100 80GB HBM3, 81559 MiB; ..."
std::string CudaDevice::description() const {
  if (others_.empty()) return description_;
  bool direct = true;
  std::string list = description_;
  for (const auto& a : others_) {
    list += "; " + a->description_;
    direct = direct && let_access(ordinal_, a->ordinal_) && let_access(a->ordinal_, ordinal_);
    for (const auto& b : others_) direct = direct && let_access(a->ordinal_, b->ordinal_);
  }
  return std::to_string(gpus()) +
         (direct ? " GPUs with peer access: " : " GPUs without peer access, which exchange through host memory: ") +
         list;
}

CudaDevice::~CudaDevice() {
  const CurrentDevice current(ordinal_);
  if (owns_stream_) cudaStreamDestroy(stream_);
}

void CudaDevice::begin_call(void* stream) {
  Running call{0, stream != nullptr ? static_cast<cudaStream_t>(stream) : stream_};
  FARFIRST_CUDA(cudaGetDevice(&call.device_before));
  calls_.push_back(call);
  if (call.device_before == ordinal_) return;
  const cudaError_t error = cudaSetDevice(ordinal_);
  if (error != cudaSuccess) calls_.pop_back();
  check(error, "cudaSetDevice");
}

void CudaDevice::end_call() noexcept {
  const int before = calls_.back().device_before;
  calls_.pop_back();
  if (before != ordinal_) cudaSetDevice(before);
}

bool CudaDevice::is_capturing() const noexcept {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(stream(), &status) == cudaSuccess && status != cudaStreamCaptureStatusNone;
}

void CudaDevice::wait() const { FARFIRST_CUDA(cudaStreamSynchronize(stream())); }

void CudaDevice::finish() {
  {
    const core::CallScope scope(*this);
    wait();
  }
  for (const auto& other : others_) other->finish();
}

Buffer CudaDevice::allocate(std::size_t bytes) {
  const core::CallScope scope(*this);
  void* address = nullptr;
  const cudaError_t error = cudaMalloc(&address, bytes == 0 ? 1 : bytes);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    std::size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    throw OutOfMemory("CUDA: " + std::to_string(bytes >> 20) + " MiB of GPU memory could not be allocated; " +
                      std::to_string(free >> 20) + " of " + std::to_string(total >> 20) + " MiB are free");
  }
  check(error, "cudaMalloc");
  return {Backend::cuda, reinterpret_cast<std::uintptr_t>(address), 0, bytes};
}

void CudaDevice::release(const Buffer& buffer) noexcept {
  const CurrentDevice current(ordinal_);
  cudaFree(reinterpret_cast<void*>(buffer.handle));
}

void CudaDevice::upload(const Buffer& to, const void* from, std::size_t bytes) {
  require(bytes <= to.bytes, "an upload is larger than its buffer");
  const core::CallScope scope(*this);
  send(*this, data<std::byte>(to), from, bytes);
  wait();
}

void CudaDevice::download(void* to, const Buffer& from, std::size_t bytes) {
  require(bytes <= from.bytes, "a download is larger than its buffer");
  const core::CallScope scope(*this);
  read_back(*this, to, data<const std::byte>(from), bytes);
  wait();
}

void CudaDevice::enqueue_keys(const DistanceJob& job) {
  const core::CallScope scope(*this, job.stream);
  cuda::make_keys(*this, job);
}

void CudaDevice::gather(const Buffer& from, const Buffer& order, const Buffer& to, const core::Counted& elements) {
  constexpr unsigned threads = 256;
  launch(*this, {.blocks = blocks_for(elements.n, threads), .threads = threads}, gather_words,
         data<const std::uint32_t>(from), data<const std::uint32_t>(order), data<std::uint32_t>(to),
         count_of(elements));
}

OrderCheck CudaDevice::check_order(const OrderToCheck& order) {
  const core::CallScope scope(*this);
  const OwnedBuffer memory(*this, sizeof(OrderCheckResult));
  const OwnedBuffer places = order.ids ? OwnedBuffer(*this, order.elements * sizeof(std::uint32_t)) : OwnedBuffer();
  enqueue_check_order(*this, order, data<std::uint32_t>(places), data<OrderCheckResult>(memory));
  OrderCheckResult result;
  download(&result, memory, sizeof result);
  if (result.first == OrderCheckResult::none) return {};
  return {static_cast<OrderCheck::Fault>(result.fault), result.first, result.value};
}

std::unique_ptr<core::Tracer> CudaDevice::make_tracer() { return std::make_unique<EventTracer>(*this); }

std::unique_ptr<core::StreamOrder> CudaDevice::make_stream_order() { return std::make_unique<CudaStreamOrder>(*this); }

std::string why_unavailable() {
  static const std::string reason = find_reason();
  return reason;
}

std::unique_ptr<Device> open(const DeviceOptions& options) { return std::make_unique<CudaDevice>(options); }

}  // namespace farfirst::cuda
