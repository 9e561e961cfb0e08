#pragma once
// Replaces the CUDA toolkit's header of this name, so that g++ compiles the CUDA back end and runs its kernels on the
// CPU: tests without a GPU. It has only the functions in use, as the CUDA programming guide defines them.
//
// A launch runs the blocks one after the other in shuffled order. With FARFIRST_EMULATION_WORKERS=4, four threads of
// the system run them, so that the thread sanitizer sees races between blocks: tests/sort/race_check.sh. The threads of
// a block are fibers: each runs until it reaches a barrier or a warp operation, then another continues at random. So a
// missing barrier shows as a wrong result, the address sanitizer sees every access outside a buffer, and a barrier that
// not all threads reach is an error instead of a hang. FARFIRST_EMULATION_SEED changes the shuffling.
//
// There may be several devices. Enqueued work runs at once, or, on a test's request, when something waits for it: then
// streams take turns at random, as far as events allow, so that a missing event shows as a wrong result. The address
// sanitizer finds a kernel that accesses memory of a device to which its own has no access.
//
// Its limits: blocks cannot wait for blocks with a later ticket. It does not find effects of weak memory order beyond
// the thread sanitizer's, or races between threads of a block, or between overlapping kernels. Static shared memory
// keeps its contents from block to block.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static thread_local
#define __forceinline__ inline
#define __noinline__
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))

// ---------------------------------------------------------------------------------------------- types of the toolkit

// NOLINTBEGIN(readability-identifier-naming): the toolkit's names
struct alignas(8) uint2 {
  unsigned x, y;
};
struct uint3 {
  unsigned x, y, z;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct int2 {
  int x, y;
};
struct alignas(16) int4 {
  int x, y, z, w;
};
struct alignas(8) float2 {
  float x, y;
};
struct float3 {
  float x, y, z;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
struct alignas(16) ulonglong2 {
  unsigned long long x, y;
};
struct alignas(16) ulonglong4 {
  unsigned long long x, y, z, w;
};
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) { return {x, y}; }

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInsufficientDriver = 35,
  cudaErrorInvalidDevice = 101,
  cudaErrorPeerAccessAlreadyEnabled = 704,
  cudaErrorInvalidResourceHandle = 400,
  cudaErrorNoDevice = 100,
  cudaErrorNotReady = 600,
  cudaErrorNoKernelImageForDevice = 209,
  cudaErrorInvalidDeviceFunction = 98,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidGraphicsContext = 219,
  cudaErrorLaunchFailure = 719,
  cudaErrorStreamCaptureUnsupported = 900,
  cudaErrorStreamCaptureInvalidated = 901,
};
struct cudaUUID_t {
  char bytes[16];
};
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  std::size_t totalGlobalMem;
  std::size_t sharedMemPerBlockOptin;
  int multiProcessorCount;
  int l2CacheSize;
  int major;
  int minor;
};
using cudaStream_t = struct CUstream_st*;
using cudaEvent_t = struct CUevent_st*;
using cudaGraph_t = struct CUgraph_st*;
using cudaGraphExec_t = struct CUgraphExec_st*;
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal = 0 };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive };
enum cudaMemcpyKind {
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};
enum cudaMemoryType { cudaMemoryTypeUnregistered = 0, cudaMemoryTypeHost = 1, cudaMemoryTypeDevice = 2 };
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
constexpr int cudaSharedmemCarveoutMaxL1 = 0;
struct cudaFuncAttributes {
  int maxDynamicSharedSizeBytes;
};
enum cudaLaunchAttributeID { cudaLaunchAttributeProgrammaticStreamSerialization = 6 };
union cudaLaunchAttributeValue {
  int programmaticStreamSerializationAllowed;
};
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim;
  dim3 blockDim;
  std::size_t dynamicSmemBytes = 0;
  cudaStream_t stream = nullptr;
  cudaLaunchAttribute* attrs = nullptr;
  unsigned numAttrs = 0;
};
constexpr unsigned cudaStreamNonBlocking = 1;
constexpr unsigned cudaEventDefault = 0;
constexpr unsigned cudaEventDisableTiming = 2;
constexpr unsigned cudaHostAllocPortable = 1;

// ------------------------------------------------------------------------------------------------------ host side

const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaGetLastError();
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaMalloc(void** address, std::size_t bytes);
cudaError_t cudaFree(void* address);
cudaError_t cudaMallocHost(void** address, std::size_t bytes);
cudaError_t cudaFreeHost(void* address);
cudaError_t cudaHostAlloc(void** address, std::size_t bytes, unsigned flags);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* address);
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, std::size_t bytes,
                                cudaStream_t stream);
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemsetAsync(void* address, int byte, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* instance, cudaGraph_t graph, unsigned long long flags);
cudaError_t cudaGraphLaunch(cudaGraphExec_t instance, cudaStream_t stream);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t instance);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end);
// Shared OpenGL buffers: gl_interop.cpp.
using cudaGraphicsResource_t = struct cudaGraphicsResource*;
constexpr unsigned cudaGraphicsRegisterFlagsNone = 0;
constexpr unsigned cudaGraphicsRegisterFlagsReadOnly = 1;
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t stream);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t stream);
cudaError_t cudaGraphicsResourceGetMappedPointer(void** address, std::size_t* bytes, cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel*, int, std::size_t) {
  *blocks = 2;
  return cudaSuccess;
}

namespace cuda_emulation {
using AnyKernel = void (*)();
/// Runs a kernel, or adds it to the graph that captures its stream.
cudaError_t run(const cudaLaunchConfig_t& config, const std::function<void()>& thread, AnyKernel kernel = nullptr);
/// Loads a kernel, unless it is loaded; or unloads all kernels.
void load(AnyKernel kernel);
void unload_kernels();
cudaError_t allow_shared(AnyKernel kernel, int bytes);
int allowed_shared(AnyKernel kernel);
/// cudaMalloc refuses a request that would make the sum larger than this.
extern std::size_t memory_limit;
/// Shared memory of a block, as reported by devices opened from now on.
extern std::size_t most_shared;
/// Counts of the host's waits for the device, its allocations, and its loads.
struct Counts {
  int waits = 0, allocations = 0, contexts_refused = 0;
  int loads = 0;  // of kernels, by launches or before
};
/// True if there is memory for CUDA's own context.
extern bool context_fits;
extern Counts counts;
/// After this many launches the device is lost: every call that needs it fails from then on. Negative: never.
extern int launches_until_lost;
/// After this many launches one fails, and the next ones do not. Negative: none.
extern int launches_until_failure;
/// Do launches run their kernels, and is new memory filled? Tests of the host alone set it to false.
extern bool runs_kernels;
/// The number of devices, all alike, and whether they may access each other's memory.
extern int devices;
extern bool has_peer_access;
/// Does enqueued work run when something waits for it, instead of at once?
extern bool defers;
/// The current device, and the device that has an address; -1: none.
int current_device();
int device_of(const void* address);
/// Hides the memory to which a device has no access, and shows it again.
void hide_memory_from(int device);
void show_memory();
[[noreturn]] void fail(const char* what);
/// Runs it now, or adds it to the graph that captures the stream.
using Operation = std::function<cudaError_t()>;
cudaError_t enqueue(cudaStream_t stream, Operation operation);
/// Runs enqueued and deferred work. Returns the first error.
cudaError_t do_what_is_enqueued();
/// Was the stream made on the device that is current?
bool is_on_current_device(cudaStream_t stream);
/// The number of operations enqueued on a stream.
int enqueued_on(cudaStream_t stream);
/// Is a graph being captured? Then the call is forbidden, and the capture fails.
bool breaks_capture();
inline cudaError_t health() { return launches_until_lost == 0 ? cudaErrorLaunchFailure : cudaSuccess; }
/// The current OpenGL context; null: none that CUDA knows.
extern void* (*gl_proc)(const char*);
/// Does the driver report that OpenGL draws with the emulated GPU? Can it register OpenGL's buffers?
extern bool gl_is_same_gpu, gl_can_share;
/// Counts of the calls to the emulated driver.
struct GlCounts {
  int registered = 0, unregistered = 0, maps = 0, unmaps = 0;
};
extern GlCounts gl_counts;
}  // namespace cuda_emulation

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments&&... arguments) {
  // As on a GPU, every thread gets its own copy of the arguments.
  return cuda_emulation::run(
      *config, [=] { kernel(Parameters(arguments)...); }, reinterpret_cast<cuda_emulation::AnyKernel>(kernel));
}
template <class... Parameters>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, void (*kernel)(Parameters...)) {
  cuda_emulation::load(reinterpret_cast<cuda_emulation::AnyKernel>(kernel));
  *attributes = {cuda_emulation::allowed_shared(reinterpret_cast<cuda_emulation::AnyKernel>(kernel))};
  return cudaSuccess;
}
template <class... Parameters>
cudaError_t cudaFuncSetAttribute(void (*kernel)(Parameters...), cudaFuncAttribute attribute, int bytes) {
  cuda_emulation::load(reinterpret_cast<cuda_emulation::AnyKernel>(kernel));
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;  // there is no cache
  return cuda_emulation::allow_shared(reinterpret_cast<cuda_emulation::AnyKernel>(kernel), bytes);
}

// ---------------------------------------------------------------------------------------------------- device side

extern thread_local uint3 threadIdx;
extern thread_local uint3 blockIdx;
extern dim3 blockDim;
extern dim3 gridDim;
constexpr int warpSize = 32;

namespace cuda_emulation {
enum class WarpOperation { wait, exchange, vote, match };
/// Waits for the lanes of `mask`; returns the operation's result for this lane.
std::uint64_t warp(unsigned mask, WarpOperation operation, std::uint64_t value = 0, unsigned source = 0);
/// Waits for the block; returns the number of threads with `count` true.
int block(bool count);
void* dynamic_shared();
unsigned lane();

template <class T>
T exchange(unsigned mask, T value, unsigned source) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof value);
  word = warp(mask, WarpOperation::exchange, word, source);
  std::memcpy(&value, &word, sizeof value);
  return value;
}
}  // namespace cuda_emulation

inline void __syncthreads() { cuda_emulation::block(false); }
inline int __syncthreads_count(int predicate) { return cuda_emulation::block(predicate != 0); }
inline int __syncthreads_or(int predicate) { return cuda_emulation::block(predicate != 0) != 0 ? 1 : 0; }
inline int __syncthreads_and(int predicate) { return cuda_emulation::block(predicate == 0) == 0 ? 1 : 0; }
inline void __syncwarp(unsigned mask = 0xFFFFFFFFu) { cuda_emulation::warp(mask, cuda_emulation::WarpOperation::wait); }

template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
  const unsigned lane = cuda_emulation::lane(), w = static_cast<unsigned>(width);
  return cuda_emulation::exchange(mask, value, (lane & ~(w - 1)) + (static_cast<unsigned>(source) & (w - 1)));
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const unsigned lane = cuda_emulation::lane(), w = static_cast<unsigned>(width);
  return cuda_emulation::exchange(mask, value, (lane & (w - 1)) < delta ? lane : lane - delta);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const unsigned lane = cuda_emulation::lane(), w = static_cast<unsigned>(width);
  return cuda_emulation::exchange(mask, value, (lane & (w - 1)) + delta >= w ? lane : lane + delta);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32) {
  const unsigned lane = cuda_emulation::lane(), w = static_cast<unsigned>(width);
  const unsigned source = lane ^ static_cast<unsigned>(lane_mask);
  return cuda_emulation::exchange(mask, value, (source & ~(w - 1)) > lane ? lane : source);
}
inline unsigned __ballot_sync(unsigned mask, int predicate) {
  return static_cast<unsigned>(cuda_emulation::warp(mask, cuda_emulation::WarpOperation::vote, predicate != 0));
}
inline int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0 ? 1 : 0; }
inline int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate == 0) == 0 ? 1 : 0; }
template <class T>
unsigned __match_any_sync(unsigned mask, T value) {
  static_assert(sizeof(T) <= 8);
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof value);
  return static_cast<unsigned>(cuda_emulation::warp(mask, cuda_emulation::WarpOperation::match, word));
}
inline void __threadfence() {}
inline void __threadfence_block() {}

inline int __popc(unsigned word) { return __builtin_popcount(word); }
inline int __popcll(unsigned long long word) { return __builtin_popcountll(word); }
inline int __clz(int word) { return word == 0 ? 32 : __builtin_clz(static_cast<unsigned>(word)); }
inline int __clz(unsigned word) { return word == 0 ? 32 : __builtin_clz(word); }
inline int __clzll(long long word) { return word == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(word)); }
inline int __clzll(unsigned long long word) { return word == 0 ? 64 : __builtin_clzll(word); }
inline int __clzll(unsigned long word) { return word == 0 ? 64 : __builtin_clzll(word); }
inline int __ffs(int word) { return __builtin_ffs(word); }
inline int __ffs(unsigned word) { return __builtin_ffs(static_cast<int>(word)); }
inline int __ffsll(long long word) { return __builtin_ffsll(word); }
inline unsigned __brev(unsigned word) {
  unsigned result = 0;
  for (int i = 0; i < 32; ++i) result |= ((word >> i) & 1u) << (31 - i);
  return result;
}
inline unsigned __float_as_uint(float number) {
  unsigned word;
  std::memcpy(&word, &number, sizeof word);
  return word;
}
inline float __uint_as_float(unsigned word) {
  float number;
  std::memcpy(&number, &word, sizeof number);
  return number;
}
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<std::uint64_t>(a) * b >> 32);
}
template <class T>
T __ldg(const T* address) {
  return *address;
}
template <class T>
T __ldcg(const T* address) {
  return *address;
}
template <class T>
T __ldcs(const T* address) {
  return *address;
}
template <class T>
void __stcs(T* address, T value) {
  *address = value;
}

namespace cuda_emulation {
/// Replaces a word by the result of `next`, in one step without memory order. Returns the old word.
template <class T, class Next>
T replace(T* address, Next next) {
  std::atomic_ref<T> word(*address);
  T before = word.load(std::memory_order_relaxed);
  while (!word.compare_exchange_weak(before, next(before), std::memory_order_relaxed)) {}
  return before;
}
}  // namespace cuda_emulation
template <class T>
T atomicExch(T* address, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*address).exchange(value, std::memory_order_relaxed);
}
template <class T>
T atomicAdd(T* address, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*address).fetch_add(value, std::memory_order_relaxed);
}
template <class T>
T atomicSub(T* address, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*address).fetch_sub(value, std::memory_order_relaxed);
}
template <class T>
T atomicMin(T* address, std::type_identity_t<T> value) {
  return cuda_emulation::replace(address, [=](T before) { return value < before ? value : before; });
}
template <class T>
T atomicMax(T* address, std::type_identity_t<T> value) {
  return cuda_emulation::replace(address, [=](T before) { return before < value ? value : before; });
}
template <class T>
T atomicAnd(T* address, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*address).fetch_and(value, std::memory_order_relaxed);
}
template <class T>
T atomicOr(T* address, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*address).fetch_or(value, std::memory_order_relaxed);
}
template <class T>
T atomicCAS(T* address, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  return cuda_emulation::replace(address, [=](T before) { return before == expected ? value : before; });
}
inline unsigned atomicInc(unsigned* address, unsigned limit) {
  return cuda_emulation::replace(address, [=](unsigned before) { return before >= limit ? 0 : before + 1; });
}

template <class T>
constexpr T min(T a, T b) {
  return b < a ? b : a;
}
template <class T>
constexpr T max(T a, T b) {
  return a < b ? b : a;
}
// NOLINTEND(readability-identifier-naming)
