#pragma once
// What the user can choose: shared by the command line, the settings file, the panels and the frame.

#include <farfirst/sort.h>

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

namespace farfirst::app {

enum class DrawOrder : std::uint8_t { back_to_front, front_to_back, file_order, shuffled };
enum class Resort : std::uint8_t { always, moved };
enum class Shading : std::uint8_t { smooth, flat };
enum class Primitive : std::uint8_t { automatic, triangles, points };  // what is sorted and drawn of a mesh

/// How things are drawn.
struct Look {
  float opacity = 0.5f;  // 0..1, multiplied by the file's alpha
  float fresnel = 0.7f;  // 0..1: how much opacity rises where a surface is seen edge-on (glass)
  Shading shading = Shading::smooth;
  float point_size = 2.0f;               // pixels, before high-DPI scaling
  glm::vec3 color{0.62f, 0.78f, 0.92f};  // sRGB, where the file has no colours
  bool use_file_colors = true;
  bool background = true;  // a gradient; false = transparent black
  glm::vec3 background_top{0.16f, 0.18f, 0.22f};
  glm::vec3 background_bottom{0.05f, 0.05f, 0.07f};

  bool operator==(const Look&) const = default;
};

/// What is sorted, by what, when.
struct SortChoice {
  std::string algorithm = "auto";  // catalogue id or "auto"
  std::vector<ParameterValue> parameters;
  Metric metric = Metric::radial;
  SortPoint sort_point = SortPoint::centroid;
  Primitive primitive = Primitive::automatic;
  DrawOrder draw_order = DrawOrder::back_to_front;
  Resort resort = Resort::moved;
  std::optional<bool> check_order;  // every order; not said: on hardware, where it costs next to nothing
  std::uint32_t seed = 1;           // of the shuffle
  int cuda_device = 0;
  bool interop = true;  // CUDA shares OpenGL's buffers, where it can
};

}  // namespace farfirst::app
