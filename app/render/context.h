#pragma once
// Capabilities of the context.

#include <glad/gl.h>

#include <string>
#include <vector>

namespace farfirst::app {

/// The largest point sprite, as a GLSL constant.
std::string max_point_size(const GladGLContext& gl);

/// Numbers of samples that a framebuffer may have with the format of a ColorTarget, ascending; 1 is the first.
std::vector<int> sample_counts(const GladGLContext& gl);

/// The reason why compute shaders with N storage blocks, at bindings below this one, do not run here, as a
/// sentence; empty if they do.
std::string why_too_few_blocks(const GladGLContext& gl, int blocks, int bindings);

/// Throws Error if a storage block of this size exceeds `most`, the bytes that shaders of the context can read.
void require_block(std::size_t bytes, std::size_t most, const std::string& renderer);
/// Lets the driver compile with all its threads.
void compile_by_all_threads(const GladGLContext& gl);

/// Speeds up a software renderer; no effect on others. Once per process is enough.
void tune_memory(const GladGLContext& gl);

}  // namespace farfirst::app
