#pragma once
// Keys made by shaders/keys/keys.glsl, in any of three shader stages.

#include <farfirst/keys.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

struct GladGLContext;

namespace farfirst::keys_test {

enum class Stage { compute, vertex, fragment };

struct Query {
  std::span<const std::array<std::uint32_t, 3>> positions;  // as bits
  std::span<const std::array<std::uint32_t, 3>> triangles;  // empty: one key per position
  Viewpoint view;
  Metric metric;
  SortPoint sort_point;
};

class GpuKeys {
 public:
  /// `body` of a GLSL function `uint key_at(uint i)`; empty: the functions of keys.glsl.
  GpuKeys(const GladGLContext& gl, Stage stage, const char* body = "");
  ~GpuKeys();
  std::vector<std::uint32_t> operator()(const Query& query);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst::keys_test
