#pragma once
// What is wanted: an order of a scene's elements. This file answers "what changed?" for all of the module: whether an
// order is still the one that is wanted, and whether what failed before may be tried again.

#include <farfirst/sort.h>

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "choice.h"

namespace farfirst::app {

/// What decides how far splats reach.
struct SplatExtent {
  float opacity = 1, scale = 1, cutoff = 0;
  bool mip = false, ellipsoids = false;
  bool operator==(const SplatExtent&) const = default;
};

/// The picture in which an element can show or not.
struct CullView {
  glm::mat4 view{1.0f};
  glm::mat4 projection{1.0f};
  glm::vec2 pixels{0.0f};
  float point_size = 0;                 // pixels
  float streak = 0;                     // seconds that particles are drawn along their way; 0: they are discs
  std::optional<SplatExtent> splats{};  // none: they are drawn as points

  bool operator==(const CullView&) const = default;
};

/// Buffers of OpenGL's, for sorts on a GPU: the ids of the elements that can show, ascending, and how many there are
/// (one uint32).
struct KeptElements {
  std::uint32_t ids = 0;
  std::uint32_t count = 0;
  explicit operator bool() const { return ids != 0; }
  bool operator==(const KeptElements&) const = default;
};

/// All that an order depends on, and where it is to be made. Two equal ones have the same order, bit for bit; an order
/// of another scene than the present one is dropped.
struct OrderRequest {
  std::uint64_t scene = 0;    // generation
  std::uint64_t version = 0;  // of the elements: particles move
  std::uint32_t n = 0;
  bool are_triangles = false;
  DrawOrder draw_order = DrawOrder::back_to_front;
  std::uint32_t seed = 0;  // shuffled only
  // Below: back to front and front to back only.
  std::string algorithm;
  std::vector<ParameterValue> parameters;
  Metric metric = Metric::radial;
  SortPoint sort_point = SortPoint::centroid;  // triangles only
  Precision precision{};
  bool check = false;            // the order itself is kept beside what is drawn, for the check (order_validator.h)
  bool count = false;            // likewise, to count what is wrong in it later (inversions.h)
  Viewpoint view{};              // the axis only for view depth: turning the camera changes no radial key
  std::optional<CullView> cull;  // only elements that can show here are sorted: turning the camera changes those
  std::vector<int> cuda_devices{0};
  bool interop = true;  // CUDA shares OpenGL's buffers, if it can

  bool is_sorted() const { return sorted(draw_order); }
  bool keeps_order() const { return check || count; }
  /// What is sorted.
  Primitive primitive() const { return are_triangles ? Primitive::triangles : Primitive::points; }
  /// Does it name one entry of the catalogue?
  bool names_entry() const { return algorithm != "auto"; }
  /// The same order?
  bool operator==(const OrderRequest& other) const;
  /// But for where the eye and the elements are?
  bool same_but_for_motion(const OrderRequest& other) const;
  /// By the same entry, with the same memory: what cannot make the one cannot make the other.
  bool same_sorter(const OrderRequest& other) const;
};

/// An entry of the catalogue, and with which parameters.
struct Candidate {
  const Algorithm* algorithm = nullptr;
  std::vector<ParameterValue> parameters;
  bool operator==(const Candidate&) const = default;
};

/// A wanted order, and who makes it: what a sorter gets.
struct Task {
  OrderRequest wanted;
  Elements elements;
  std::uint64_t frame = 0;  // whose camera it is
  Candidate by{};           // nobody, if nothing is sorted
  std::string reason{};     // why it is not who was named
  KeptElements kept{};      // what is sorted of them, if the others are culled
  std::size_t slot = 0;     // which of the sorters that stand side by side makes it (cached_sorter.h)
  bool fresh = false;       // it first forgets what it remembers of earlier calls
};

}  // namespace farfirst::app
