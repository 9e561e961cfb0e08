#pragma once
// The limits and extensions of a context that the sorts use.

#include <glad/gl.h>

#include <cstddef>
#include <string>

namespace farfirst::gl {

struct Limits {
  bool software = false;
  unsigned invocations = 0;       // of one work group, and along its x axis
  unsigned groups = 0;            // along the x axis of a dispatch
  std::size_t shared_bytes = 0;   // of one work group
  std::size_t storage_bytes = 0;  // of one storage block
  unsigned storage_alignment = 0;
  unsigned storage_blocks = 0;         // of a compute shader
  unsigned vertex_storage_blocks = 0;  // of a vertex shader; may be none
  unsigned geometry_storage_blocks = 0;
  unsigned streams = 0;  // of a geometry shader
  unsigned feedback_buffers = 0;
  unsigned geometry_invocations = 0;
  bool subgroups = false;  // GL_KHR_shader_subgroup in compute shaders: basic, vote, arithmetic, ballot, shuffle
  unsigned subgroup_size = 0;
  bool partitioned = false;  // GL_NV_shader_subgroup_partitioned as well
  bool int64 = false;        // GL_ARB_gpu_shader_int64
};

/// Queries the context. Throws Error if it has less than all sorts need: OpenGL 4.5 with compute shaders.
Limits limits_of(const GladGLContext& gl);

}  // namespace farfirst::gl
