#pragma once
// The identity of a sort: all that decides its cost, besides the place of the eye.

#include <farfirst/sort.h>

#include <cstdint>
#include <string>
#include <vector>

#include "order_request.h"

namespace farfirst::app {

/// Times of sorts of one identity may be combined; those of two may not.
struct SortIdentity {
  std::uint64_t scene = 0;  // counts the scenes
  std::uint32_t elements = 0;
  bool are_triangles = false;
  std::string algorithm;                   // empty: not sorted
  std::vector<ParameterValue> parameters;  // all that the entry has
  DrawOrder draw_order = DrawOrder::back_to_front;
  Metric metric = Metric::radial;
  SortPoint sort_point = SortPoint::centroid;
  Precision precision{};
  std::vector<int> cuda_devices{0};  // entries that need CUDA only
  bool interop = true;               // likewise

  bool operator==(const SortIdentity&) const = default;
};

/// The identity of this entry's sort, with the wanted parameters that it has; an empty id: nothing is sorted.
SortIdentity sort_identity(std::uint64_t scene, const OrderRequest& wanted, std::string_view algorithm);

}  // namespace farfirst::app
