#pragma once
// Properties of a context.

#include <glad/gl.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace farfirst::gl {

/// The size in bytes of the largest storage block that shaders read.
std::size_t largest_block(const GladGLContext& gl);

/// Runs the compute shader in use with this many work groups, or a few more: split over x and y if there are too many
/// for x.
void dispatch(const GladGLContext& gl, std::size_t groups);

/// A string of the context, such as GL_RENDERER.
std::string text_of(const GladGLContext& gl, GLenum name);
bool has_extension(const GladGLContext& gl, std::string_view name);

/// Does the CPU draw (llvmpipe and similar)?
bool is_software(const GladGLContext& gl);

/// Can the driver compile in parallel with the caller, and report when it is done?
inline bool compiles_in_parallel(const GladGLContext& gl) {
  return gl.KHR_parallel_shader_compile != 0 || gl.ARB_parallel_shader_compile != 0;
}

}  // namespace farfirst::gl
