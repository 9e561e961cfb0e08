#pragma once
// The request for an order of a scene's elements. This file answers "what changed?" for the module: whether an
// order is still the wanted one, and whether a failed entry may be retried.

#include <farfirst/sort.h>

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "choice.h"

namespace farfirst::app {

/// The parameters that decide the size of splats.
struct SplatExtent {
  float opacity = 1, scale = 1, cutoff = 0;
  bool mip = false, ellipsoids = false;
  bool operator==(const SplatExtent&) const = default;
};

/// The picture that decides whether an element can be visible.
struct CullView {
  glm::mat4 view{1.0f};
  glm::mat4 projection{1.0f};
  glm::vec2 pixels{0.0f};
  float point_size = 0;                 // pixels
  float streak = 0;                     // seconds that particles are drawn along their way; 0: they are discs
  std::optional<SplatExtent> splats{};  // none: they are drawn as points

  bool operator==(const CullView&) const = default;
};

/// Buffers of OpenGL's, for sorts on a GPU: the ids of the elements that can be visible, ascending, and their number
/// (one uint32).
struct KeptElements {
  std::uint32_t ids = 0;
  std::uint32_t count = 0;
  explicit operator bool() const { return ids != 0; }
  bool operator==(const KeptElements&) const = default;
};

/// All that an order depends on, and where it is made. Equal requests have the same order, bit for bit; an order
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
  bool check = false;            // the order itself is kept as well, for the check (order_validator.h)
  bool count = false;            // likewise, to count its inversions later (inversions.h)
  Viewpoint view{};              // the axis only for view depth: turning the camera changes no radial key
  std::optional<CullView> cull;  // only visible elements are sorted: turning the camera changes those
  std::vector<int> cuda_devices{0};
  bool interop = true;  // CUDA shares OpenGL's buffers, if it can

  bool is_sorted() const { return sorted(draw_order); }
  bool keeps_order() const { return check || count; }
  /// The input of the sort.
  Primitive primitive() const { return are_triangles ? Primitive::triangles : Primitive::points; }
  /// Does it name one entry of the catalogue?
  bool names_entry() const { return algorithm != "auto"; }
  /// The same order?
  bool operator==(const OrderRequest& other) const;
  /// The same but for the places of the eye and the elements?
  bool same_but_for_motion(const OrderRequest& other) const;
  /// Made by the same entry, with the same memory: if one fails, so does the other.
  bool same_sorter(const OrderRequest& other) const;
};

/// An entry of the catalogue, and with which parameters.
struct Candidate {
  const Algorithm* algorithm = nullptr;
  std::vector<ParameterValue> parameters;
  bool operator==(const Candidate&) const = default;
};

/// A wanted order and its entry: the input of a sorter.
struct Task {
  OrderRequest wanted;
  Elements elements;
  std::uint64_t frame = 0;  // of the camera
  Candidate by{};           // none, if nothing is sorted
  std::string reason{};     // why it is not the named entry
  KeptElements kept{};      // the culled subset, if there is one
  std::size_t slot = 0;     // which of several sorters makes it (cached_sorter.h)
  bool fresh = false;       // it first forgets what it remembers of earlier calls
};

}  // namespace farfirst::app
