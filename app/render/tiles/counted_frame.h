#pragma once
// The frame that a number of pairs was counted in, and the test for which other frames it holds.

#include "render/renderer.h"

namespace farfirst::app::tiles {

struct CountedFrame {
  /// The elements and the size of the picture, seen from anywhere.
  struct Content {
    std::uint64_t scene = 0;
    ElementVariant variant{};
    std::size_t elements = 0;
    GLuint positions = 0;
    std::uint32_t part = 0, parts = 1;  // of the elements, the nearest first
    int width = 0, height = 0, samples = 1;
    bool operator==(const Content&) const = default;
  };
  Content content{};
  std::uint64_t version = 0;  // of elements that move
  std::uint64_t order = 0;    // which elements a part has
  ViewBlock camera{};
  LookBlock look{};

  /// The numbers are equal: all shader inputs are the same.
  bool operator==(const CountedFrame&) const = default;
  /// One is hardly twice the other: the same content, as large, seen from nearly the same place. Only a guess: a frame
  /// that trusts it is not sure (Renderer::may_be_incomplete).
  bool is_near(const CountedFrame& other) const;
};

}  // namespace farfirst::app::tiles
