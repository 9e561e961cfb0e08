#pragma once
// The user's choices for the sort: shared by the command line, the settings file, the panels and the frame.

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
    frames,  // when something moved, but at most every N frames
    angle,   // when the eye moved N degrees round the scene, or its axis turned by N
  };
  When when = When::moved;
  float amount = 0;  // nothing where `when` says it all

  static const Resort always, moved;
  bool is_lazy() const { return when > When::moved; }
  bool operator==(const Resort&) const = default;
};
inline constexpr Resort Resort::always{Resort::When::always};
inline constexpr Resort Resort::moved{Resort::When::moved};

/// The elements to sort, by which entry and key, and when.
struct SortChoice {
  std::string algorithm = "auto";  // catalogue id or "auto"
  std::vector<ParameterValue> parameters;
  std::optional<Metric> metric;  // none: that of the file, else radial
  SortPoint sort_point = SortPoint::centroid;
  Precision precision{};  // of the keys
  Primitive primitive = Primitive::automatic;
  DrawOrder draw_order = DrawOrder::back_to_front;
  Resort resort{};
  std::optional<bool> check_order;   // every order; none: on hardware, where it costs little
  std::optional<bool> cull;          // elements outside the view are not sorted; none: where that pays
  std::uint32_t seed = 1;            // of the shuffle
  std::vector<int> cuda_devices{0};  // the first of them draws
  bool interop = true;               // CUDA shares OpenGL's buffers, if it can

  bool operator==(const SortChoice&) const = default;
};

/// The metric, for splats that ask for one or for none.
constexpr Metric metric_of(const SortChoice& choice, SplatOrder asked = SplatOrder::unspecified) {
  return choice.metric.value_or(asked == SplatOrder::depth ? Metric::view_depth : Metric::radial);
}

/// Does it need a sort? Front to back is the order back to front, read backwards.
constexpr bool sorted(DrawOrder order) {
  return order == DrawOrder::back_to_front || order == DrawOrder::front_to_back;
}

}  // namespace farfirst::app
