// See context_limits.h.
#include "gl/context_limits.h"

#include <farfirst/sort.h>

#include <algorithm>

#include "object/context.h"

namespace farfirst::gl {
namespace {

unsigned unsigned_of(const GladGLContext& gl, GLenum name) {
  GLint value = 0;
  gl.GetIntegerv(name, &value);
  return static_cast<unsigned>(std::max(value, 0));
}

/// The limit along the x axis.
unsigned first_of(const GladGLContext& gl, GLenum name) {
  GLint value = 0;
  gl.GetIntegeri_v(name, 0, &value);
  return static_cast<unsigned>(std::max(value, 0));
}

/// True if compute shaders have every kind of subgroup operation that the sorts use.
bool has_subgroups(const GladGLContext& gl) {
  if (!has_extension(gl, "GL_KHR_shader_subgroup")) return false;
  constexpr unsigned features = GL_SUBGROUP_FEATURE_BASIC_BIT_KHR | GL_SUBGROUP_FEATURE_VOTE_BIT_KHR |
                                GL_SUBGROUP_FEATURE_ARITHMETIC_BIT_KHR | GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR |
                                GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR;
  return (unsigned_of(gl, GL_SUBGROUP_SUPPORTED_STAGES_KHR) & GL_COMPUTE_SHADER_BIT) != 0 &&
         (unsigned_of(gl, GL_SUBGROUP_SUPPORTED_FEATURES_KHR) & features) == features;
}

std::string renderer_of(const GladGLContext& gl) {
  const auto* text = reinterpret_cast<const char*>(gl.GetString(GL_RENDERER));
  return text == nullptr ? "the driver" : text;
}

void assert_compute(const GladGLContext& gl, const Limits& limits) {
  // The minimum of OpenGL 4.5 (table 23.59 and after). A context below it only claims that version.
  const bool enough = gl.DispatchCompute != nullptr && gl.DispatchComputeIndirect != nullptr &&
                      gl.MemoryBarrier != nullptr && limits.invocations >= 256 && limits.groups >= 65535 &&
                      limits.shared_bytes >= 32 * 1024 - 1 && limits.storage_blocks >= 8 &&
                      limits.storage_bytes >= std::size_t{1} << 24;
  if (enough) return;
  throw Error("OpenGL: the compute shaders of " + renderer_of(gl) + " are below the minimum of OpenGL 4.5: " +
              std::to_string(limits.invocations) + " invocations (256 needed), " + std::to_string(limits.shared_bytes) +
              " bytes of shared memory (32768), " + std::to_string(limits.storage_blocks) + " storage blocks (8) of " +
              std::to_string(limits.storage_bytes) + " bytes (16777216)");
}

}  // namespace

Limits limits_of(const GladGLContext& gl) {
  Limits limits;
  limits.software = is_software(gl);
  limits.invocations =
      std::min(unsigned_of(gl, GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS), first_of(gl, GL_MAX_COMPUTE_WORK_GROUP_SIZE));
  limits.groups = first_of(gl, GL_MAX_COMPUTE_WORK_GROUP_COUNT);
  limits.shared_bytes = unsigned_of(gl, GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
  limits.storage_bytes = largest_block(gl);
  limits.storage_alignment = std::max(unsigned_of(gl, GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT), 4u);
  limits.storage_blocks = std::min(unsigned_of(gl, GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS),
                                   unsigned_of(gl, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS));
  limits.vertex_storage_blocks = unsigned_of(gl, GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS);
  limits.geometry_storage_blocks = unsigned_of(gl, GL_MAX_GEOMETRY_SHADER_STORAGE_BLOCKS);
  limits.streams = unsigned_of(gl, GL_MAX_VERTEX_STREAMS);
  limits.feedback_buffers = unsigned_of(gl, GL_MAX_TRANSFORM_FEEDBACK_BUFFERS);
  limits.geometry_invocations = unsigned_of(gl, GL_MAX_GEOMETRY_SHADER_INVOCATIONS);
  limits.int64 = has_extension(gl, "GL_ARB_gpu_shader_int64");
  if (has_subgroups(gl)) {
    limits.subgroups = true;
    limits.subgroup_size = unsigned_of(gl, GL_SUBGROUP_SIZE_KHR);
    limits.partitioned = has_extension(gl, "GL_NV_shader_subgroup_partitioned");
  }
  assert_compute(gl, limits);
  return limits;
}

}  // namespace farfirst::gl
