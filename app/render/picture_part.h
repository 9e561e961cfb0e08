#pragma once
// Slow pictures are drawn part by part, so that a window stays responsive.

#include <glad/gl.h>

#include <glm/glm.hpp>

namespace farfirst::app {

/// A rectangle of pixels to draw; the others stay unchanged. Its corners are multiples of `cell`, or lie on the
/// picture's edge.
struct PicturePart {
  static constexpr int cell = 16;
  glm::ivec2 least{0}, end{0};      // `end` not included
  bool begins = true, ends = true;  // it is the first, the last part of the picture

  bool is_whole() const { return begins && ends; }
};

/// Draws into a part alone while it lives, where that is not the whole: clears and blits too.
class PartScissor {
 public:
  PartScissor(const GladGLContext& gl, const PicturePart& part);
  ~PartScissor();
  PartScissor(const PartScissor&) = delete;
  PartScissor& operator=(const PartScissor&) = delete;

 private:
  const GladGLContext& gl_;
};

/// Cuts pictures into parts that take about as long as a frame may. From the middle outwards, where most pictures have
/// less to draw: so the time of a part foretells that of the next one.
class PartPlan {
 public:
  static constexpr double wanted = 25;     // milliseconds of a part
  static constexpr double most_parts = 8;  // approximately, however long they take

  /// Another picture; parts are as large as those of the picture before.
  void begin(const glm::ivec2& size);
  bool is_done() const { return band_ == bands_; }
  PicturePart next();
  /// The time of the part. If all parts have a common cost, they become larger, so that most of the time is theirs.
  void took(double milliseconds);
  /// 0..1 of the picture.
  double share() const;

 private:
  double least_pace() const;
  int row_of(int band) const;
  PicturePart whole_bands(int count);
  PicturePart half_band(int count);
  PicturePart pixels(int left, int bottom, int right, int top) const;

  glm::ivec2 size_{0}, cells_{0};
  int bands_ = 0, band_ = 0;  // of rows of cells: those from the middle up, then those below it
  int half_ = 0, drawn_ = 0;  // of the band: the right half, then the left one; cells of it that are drawn
  int left_ = 0;              // cells of the picture
  int taken_ = 0;             // cells of the part
  double pace_ = 4;           // cells that the next part has
  double least_time_ = -1;    // of a part
};

}  // namespace farfirst::app
