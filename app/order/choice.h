#pragma once
// What the user can choose of the sort: shared by the command line, the settings file, the panels and the frame.

#include <farfirst/sort.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "precision.h"
#include "scene/elements.h"

namespace farfirst::app {

enum class DrawOrder : std::uint8_t { back_to_front, front_to_back, file_order, shuffled };

/// When elements are sorted again. Lazy ones keep an order although something moved.
struct Resort {
  enum class When : std::uint8_t {
    always,  // in every frame
    moved,   // when something moved
    frames,  // when something moved, but only every so many frames
    angle,   // when the eye went so many degrees round the scene, or its axis turned so far
  };
  When when = When::moved;
  float amount = 0;  // nothing where `when` says it all

  static const Resort always, moved;
  bool is_lazy() const { return when > When::moved; }
  bool operator==(const Resort&) const = default;
};
inline constexpr Resort Resort::always{Resort::When::always};
inline constexpr Resort Resort::moved{Resort::When::moved};

/// What is sorted, by what, when.
struct SortChoice {
  std::string algorithm = "auto";  // catalogue id or "auto"
  std::vector<ParameterValue> parameters;
  std::optional<Metric> metric;  // not said: what the file asks for, else radial
  SortPoint sort_point = SortPoint::centroid;
  Precision precision{};  // of the keys
  Primitive primitive = Primitive::automatic;
  DrawOrder draw_order = DrawOrder::back_to_front;
  Resort resort{};
  std::optional<bool> check_order;   // every order; not said: on hardware, where it costs next to nothing
  std::optional<bool> cull;          // elements outside the view are not sorted; not said: where that pays
  std::uint32_t seed = 1;            // of the shuffle
  std::vector<int> cuda_devices{0};  // of several the first draws
  bool interop = true;               // CUDA shares OpenGL's buffers, if it can

  bool operator==(const SortChoice&) const = default;
};

/// The metric, of splats that ask for one or for none.
constexpr Metric metric_of(const SortChoice& choice, SplatOrder asked = SplatOrder::unsaid) {
  return choice.metric.value_or(asked == SplatOrder::depth ? Metric::view_depth : Metric::radial);
}

/// Does it take a sort? Front to back is the order back to front, read backwards.
constexpr bool sorted(DrawOrder order) {
  return order == DrawOrder::back_to_front || order == DrawOrder::front_to_back;
}

}  // namespace farfirst::app
