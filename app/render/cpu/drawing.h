#pragma once
// Draws sorted elements on the CPU, by the algorithm of the renderer `tiles`: all cores place and list the elements,
// and blend the tiles, nearest first, until nothing behind could show.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "draw_input.h"
#include "render/host_elements.h"
#include "render/picture_part.h"
#include "render/step_times.h"

namespace farfirst::app::cpu {

/// The limit in the kind's file in shaders/elements: no channel of a colour is larger than this times its alpha.
float brightest(const ElementVariant& variant);

/// Draws these arrays, in this order, which has the nearest element last; each pixel has the samples at these
/// places. Throws OutOfMemory if there is more than can be drawn.
DrawInput draw_input_of(const HostArrays& arrays, std::span<const std::uint32_t> order, const FrameBlock& view,
                        int samples, std::span<const glm::ivec2> positions);

/// The times of a picture, milliseconds.
struct DrawingTimes {
  double place = 0, list = 0, sort = 0, blend = 0;
};

class Drawing {
 public:
  /// With N threads, or one for each that the machine has. With these kernels, for tests.
  explicit Drawing(int threads = 0, const Kernels& which = kernels());
  ~Drawing();
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

  /// Fills `picture` with the input's viewport: four floats a pixel, premultiplied, in the numbers that are
  /// blended, row by row from the lowest on. Lists take `memory` bytes at most, or as much as a few thousand elements
  /// need. A part fills only the pixels of tiles that it touches. Throws OutOfMemory.
  void draw(const DrawInput& input, std::size_t memory, std::span<float> picture, const PicturePart& part = {}) {
    draw(input, memory, Pictures{picture, {}}, part);
  }
  /// The same as displayed, a word a pixel: RGBA8 over the background, encoded, premultiplied after that.
  void draw_shown(const DrawInput& input, std::size_t memory, std::span<std::uint32_t> picture,
                  const PicturePart& part = {}) {
    draw(input, memory, Pictures{{}, picture}, part);
  }
  /// Pixels of draw() as displayed.
  void show(const FrameBlock& view, std::span<const float> blended, std::span<std::uint32_t> shown);

  /// Setting this, from any thread, cancels pictures: draw() returns soon, and its result is
  /// undefined.
  void give_up_with(const std::atomic<bool>* flag) { gives_up_ = flag; }
  /// Time and size of the newest picture (Renderer).
  Steps steps() const;
  std::string remark() const;
  std::size_t bytes() const;

 private:
  /// One of them is there.
  struct Pictures {
    std::span<float> blended;
    std::span<std::uint32_t> shown;
  };
  struct Chunk;
  struct Worker;
  struct Parts;

  void draw(DrawInput input, std::size_t memory, const Pictures& pictures, const PicturePart& part);
  void find_tiles(const DrawInput& input, const PicturePart& part);
  void prepare(DrawInput& input);
  void place(const DrawInput& input, Place* places);
  void project(const DrawInput& input);
  std::uint32_t list(const DrawInput& input, std::uint32_t begin, std::size_t memory);
  void sort_pairs();
  void blend(const DrawInput& input, bool is_first, bool is_last, const Pictures& pictures);
  void write(const DrawInput& input, std::size_t tile, const TilePixels& pixels, const Pictures& pictures) const;

  bool gives_up() const { return gives_up_ != nullptr && *gives_up_; }

  const Kernels& kernels_;
  const std::atomic<bool>* gives_up_ = nullptr;
  DrawingTimes times_;
  std::uint64_t pairs_ = 0;
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst::app::cpu
