// Replaces the OpenGL back end if it is not built: absence is a value with a sentence.
#include <farfirst/gl.h>
#include <farfirst/gl_order_check.h>
#include <farfirst/gl_state.h>

#include "core/implementation.h"

namespace farfirst::gl {

std::string why_unavailable() { return FARFIRST_WHY_NO_GL; }

std::unique_ptr<Device> open(const DeviceOptions&) { throw Error(why_unavailable()); }

}  // namespace farfirst::gl

// ---- farfirst/gl.h and related headers: no OpenGL device can be passed to these.
namespace farfirst {

struct GlOrderCheck::Parts {};
struct GlState::Parts {};

bool is_compiling(Device&) { throw Error(gl::why_unavailable()); }
bool complete_a_program(Device&) { throw Error(gl::why_unavailable()); }
bool is_software(Device&) { throw Error(gl::why_unavailable()); }

GlOrderCheck::GlOrderCheck() noexcept = default;
GlOrderCheck::GlOrderCheck(Device&, std::uint32_t, std::uint32_t) { throw Error(gl::why_unavailable()); }
GlOrderCheck::GlOrderCheck(GlOrderCheck&&) noexcept = default;
GlOrderCheck& GlOrderCheck::operator=(GlOrderCheck&&) noexcept = default;
GlOrderCheck::~GlOrderCheck() = default;
bool GlOrderCheck::enqueue(const OrderToCheck&) { return false; }
std::optional<OrderCheck> GlOrderCheck::take() { return std::nullopt; }
std::uint32_t GlOrderCheck::max_n() const noexcept { return 0; }
std::uint32_t GlOrderCheck::elements() const noexcept { return 0; }
std::size_t GlOrderCheck::bytes() const noexcept { return 0; }

GlState::GlState(Device&) { throw Error(gl::why_unavailable()); }
GlState::~GlState() = default;

}  // namespace farfirst
