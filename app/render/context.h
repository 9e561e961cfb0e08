#pragma once
// What the context can do.

#include <glad/gl.h>

#include <string>
#include <vector>

namespace farfirst::app {

/// The largest point sprite, as a GLSL constant.
std::string max_point_size(const GladGLContext& gl);

/// Numbers of samples that a framebuffer may have with the format of a ColorTarget, ascending; 1 is the first.
std::vector<int> sample_counts(const GladGLContext& gl);

/// Why compute shaders that read and write so many storage blocks, at bindings below this one, do not run here, as a
/// sentence; empty if they do.
std::string why_too_few_blocks(const GladGLContext& gl, int blocks, int bindings);

/// Throws Error: shaders read nothing that is larger than a storage block of the context, which has `most` bytes.
void require_block(std::size_t bytes, std::size_t most, const std::string& renderer);
/// Lets the driver compile with as many threads as it has.
void compile_by_all_threads(const GladGLContext& gl);

/// What makes a software renderer faster; nothing on others. Once per process is enough.
void tune_memory(const GladGLContext& gl);

}  // namespace farfirst::app
