#pragma once
// Draws sorted elements on the CPU, by the algorithm of the renderer `tiles`: all cores place and list the elements,
// and blend the tiles, nearest first, until nothing behind could show.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "subject.h"

namespace farfirst::app::cpu {

/// As the kind's file in shaders/elements says: no channel of a colour is larger than this times its alpha.
float brightest(ElementKind kind);

/// What a picture took, milliseconds.
struct DrawingTimes {
  double place = 0, list = 0, sort = 0, blend = 0;
};

class Drawing {
 public:
  /// With so many threads, or one for each that the machine has. By these kernels, for tests.
  explicit Drawing(int threads = 0, const Kernels& which = kernels());
  ~Drawing();
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

  /// Fills `picture` with the subject's viewport: four floats a pixel, premultiplied, in linear light, row by row from
  /// the lowest on. Lists take `memory` bytes at most, or what a few thousand elements
  /// need. Throws std::bad_alloc.
  void draw(Subject subject, std::size_t memory, std::span<float> picture);

  const DrawingTimes& times() const { return times_; }
  std::uint64_t pairs() const { return pairs_; }
  std::size_t bytes() const;

 private:
  struct Chunk;
  struct Worker;
  struct Parts;

  void place(const Subject& subject);
  std::uint32_t list(const Subject& subject, std::uint32_t begin, std::size_t memory);
  void sort_pairs();
  void blend(const Subject& subject, bool is_first, bool is_last, std::span<float> picture);

  const Kernels& kernels_;
  DrawingTimes times_;
  std::uint64_t pairs_ = 0;
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst::app::cpu
