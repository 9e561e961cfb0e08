#pragma once
// What the frame asks for, and what it gets: an order of a scene's elements.

#include <farfirst/sort.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "choice.h"
#include "scene/drawable.h"
#include "times.h"

namespace farfirst::app {

/// All that an order depends on. Two equal specs have the same order, bit for bit; an order whose spec does not match
/// the scene any more is dropped.
struct OrderSpec {
  std::uint64_t scene = 0;    // generation
  std::uint64_t version = 0;  // of the elements: particles move
  std::uint32_t n = 0;
  bool are_triangles = false;
  DrawOrder draw_order = DrawOrder::back_to_front;
  std::uint32_t seed = 0;  // shuffled only
  // Below: far first and near first only.
  std::string algorithm;
  std::vector<ParameterValue> parameters;
  Metric metric = Metric::radial;
  SortPoint sort_point = SortPoint::centroid;  // triangles only
  bool check = false;  // the order itself is kept beside what is drawn, for the check (order_inspector.h)
  Viewpoint view{};    // the axis only for view depth: turning the camera changes no radial key

  bool is_sorted() const { return draw_order == DrawOrder::back_to_front || draw_order == DrawOrder::front_to_back; }
  bool operator==(const OrderSpec& other) const;
};

bool same(const std::vector<ParameterValue>& a, const std::vector<ParameterValue>& b);

/// An entry of the catalogue, and with which parameters.
struct Candidate {
  const Algorithm* algorithm = nullptr;
  std::vector<ParameterValue> parameters;
  bool operator==(const Candidate& other) const {
    return algorithm == other.algorithm && same(parameters, other.parameters);
  }
};

/// What was asked for.
struct OrderRequest {
  OrderSpec spec;
  Elements elements;
  std::function<GpuElements()> gpu_elements;  // the same in OpenGL's memory; on the thread of the context
  std::uint64_t frame = 0;                    // whose camera it is
  bool strict = false;  // a named entry that fails is an exception; else another steps in and `message` says so
  int cuda_device = 0;
  bool interop = true;  // CUDA shares OpenGL's buffers, where it can
  // Filled in on the way (order_router.h):
  Candidate by{};        // who sorts; nobody, where nothing is sorted
  std::string excuse{};  // why it is not who was asked
};

/// How it went.
struct OrderResult : OrderTimes {
  OrderSpec spec;
  std::uint64_t frame = 0;
  std::string algorithm;  // that made it; empty if nothing was sorted
  std::string message;
};

}  // namespace farfirst::app
