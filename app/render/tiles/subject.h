#pragma once
// What a number of pairs was counted of, and so for which other frames it says something.

#include "render/renderer.h"

namespace farfirst::app::tiles {

struct Subject {
  ElementKind kind{};
  std::size_t elements = 0;
  GLuint positions = 0;
  std::uint32_t part = 0, parts = 1;  // of the elements, the nearest first
  int width = 0, height = 0, samples = 1;
  DrawnView view{};

  /// The numbers are equal.
  bool operator==(const Subject& other) const;
  /// The same elements in a picture of the same size, seen from anywhere.
  bool is_of_the_same(const Subject& other) const;
  /// One is hardly twice the other: the same scene, seen from nearly the same place.
  bool is_near(const Subject& other) const;
};

}  // namespace farfirst::app::tiles
