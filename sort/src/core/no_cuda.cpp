// Replaces the CUDA back end if it is not built: absence is a value with a sentence.
#include <farfirst/cuda.h>
#include <farfirst/cuda_timer.h>
#include <farfirst/parts.h>

#include "core/implementation.h"

namespace farfirst::cuda {

std::string why_unavailable() { return FARFIRST_WHY_NO_CUDA; }

std::unique_ptr<Device> open(const DeviceOptions&) { throw Error(why_unavailable()); }

}  // namespace farfirst::cuda

// ---- farfirst/cuda.h and related headers: no CUDA device can be passed to these.
namespace farfirst {

struct CudaTimer::Parts {};
struct GlShare::Parts {};

void* cuda_stream(Device&) { throw Error(cuda::why_unavailable()); }
std::size_t gpu_count(Device&) noexcept { return 0; }
Buffer allocate_on(Device&, std::size_t, std::size_t) { throw Error(cuda::why_unavailable()); }
CudaTimer::CudaTimer(Device&) { throw Error(cuda::why_unavailable()); }
CudaTimer::CudaTimer(CudaTimer&&) noexcept = default;
CudaTimer& CudaTimer::operator=(CudaTimer&&) noexcept = default;
CudaTimer::~CudaTimer() = default;
void CudaTimer::begin() {}
void CudaTimer::end() {}
bool CudaTimer::take(double&) { return false; }

std::string GlMatch::sentence() const { return same ? std::string() : cuda::why_unavailable(); }
GlMatch match_gl(Device&, void* (*)(const char*)) { throw Error(cuda::why_unavailable()); }

GlShare::GlShare(Device&, std::span<const GlBuffer>) { throw Error(cuda::why_unavailable()); }
GlShare::GlShare() noexcept = default;
GlShare::GlShare(GlShare&&) noexcept = default;
GlShare& GlShare::operator=(GlShare&&) noexcept = default;
GlShare::~GlShare() = default;
std::size_t GlShare::size() const noexcept { return 0; }
GlShare::Mapping GlShare::map() { throw Error(cuda::why_unavailable()); }
GlShare::Mapping::~Mapping() = default;
const Buffer& GlShare::Mapping::operator[](std::size_t) const noexcept {
  static constexpr Buffer nothing;
  return nothing;
}
void GlShare::Mapping::end() {}

}  // namespace farfirst
