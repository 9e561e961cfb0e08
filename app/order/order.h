#pragma once
// An order: its place, its elements, its maker, and its cost.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "order_request.h"

namespace farfirst::app {

/// One pass of a sort.
struct PassTime {
  std::string name;
  double milliseconds = 0;
  unsigned gpu = 0;  // those of several GPUs ran at the same time
};
/// The name of a pass, with the number of its GPU unless that is the first.
inline std::string name_of(const PassTime& pass) {
  return pass.gpu == 0 ? pass.name : "GPU " + std::to_string(pass.gpu) + ": " + pass.name;
}

/// The cost of an order, stage by stage. Milliseconds; negative = not measured, or not known yet.
struct SortTimings {
  double distance = -1;  // positions -> keys; negative also if an entry makes them while it sorts
  double sort = -1;      // keys -> order; negative for file order and shuffled
  double upload = -1;    // order to the memory that the draw reads
  double interop = -1;   // time of the host: giving buffers to CUDA and taking them back
  double handover = -1;  // of the GPU that both share: from OpenGL to CUDA and back, besides what CUDA does
  double staging = -1;   // positions and order through the host's memory, if CUDA and OpenGL share none
  std::vector<PassTime> passes;
  std::uint64_t order_of = 0;  // the frame that first drew the order that these are of
};

/// An order in a buffer of OpenGL's. A reader of what shaders wrote issues the barrier for it.
struct OrderView {
  std::uint32_t buffer = 0;
  std::size_t offset = 0;   // bytes
  std::size_t words = 0;    // all of them or, with `count`, at most
  std::uint32_t count = 0;  // a buffer whose word at `count_offset` says how many elements are in the order, and so
                            // are drawn; shaders wrote it, and what lies beyond is undefined. 0: all there are
  std::size_t count_offset = 0;  // bytes
  std::uint32_t ids = 0;         // a buffer with the elements that were sorted, for the check. 0: all
  std::size_t order_offset = 0;  // bytes, of the order itself; if it was expanded, that is kept only for the check
  bool are_triangles = false;
  bool written_by_shaders = false;
  const std::uint32_t* host = nullptr;  // the words, where the buffer lies in host memory; else null
};

/// The view of an order that is drawn from `offset` bytes into a buffer, and of the order itself after that.
inline OrderView view_of(const Task& task, std::uint32_t buffer, std::size_t offset = 0) {
  const Elements& elements = task.elements;
  return {.buffer = buffer,
          .offset = offset,
          .words = elements.drawn_corners.empty() ? elements.count() : elements.drawn_corners.size(),
          .count = task.kept.count,
          .ids = task.kept.ids,
          .order_offset = offset + elements.drawn_corners.size_bytes(),
          .are_triangles = elements.are_triangles};
}

/// The bytes that are read of a view of wanted elements, from its beginning.
inline std::size_t bytes_read(const OrderView& view, const OrderRequest& wanted) {
  const std::size_t kept = wanted.keeps_order() ? wanted.n * sizeof(std::uint32_t) : 0;
  return std::max(view.words * sizeof(std::uint32_t), view.order_offset - view.offset + kept);
}

struct Order {
  OrderView view;
  OrderRequest wanted;
  std::uint64_t frame = 0;  // of the camera
  std::string algorithm;    // id of the entry that made it; empty if nothing was sorted
  std::string message;      // something that the user should know
  SortTimings timings;
  Elements elements;  // that it orders, for the check, while it is new
};

}  // namespace farfirst::app
