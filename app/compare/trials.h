#pragma once
// What is shown, drawn again in other ways beside it: another renderer, another order, another key.

#include <memory>

#include "measurer.h"
#include "render/frame.h"
#include "render/target.h"

namespace farfirst::app {

/// A picture and what it was drawn with, by Frame::draw_side().
struct ShownPicture {
  Camera camera;
  Look look;
  SortChoice sort;  // whose metric is said, if the scene asks for one
  FrameReport report;
  int width = 0, height = 0;
  float pixel_scale = 1.0f;
  GLuint texture = 0;  // of GL_RGBA8
};

/// One that draws all fragments exactly, sorted by that, with as many samples as the picture has.
Look exact_look(const ShownPicture& shown, ExactBy by);
/// For a renderer that does not look at the order: none is made.
SortChoice any_order(const ShownPicture& shown);
/// The same order, made of all elements for this view.
SortChoice order_made_now(const ShownPicture& shown);

class Trials {
 public:
  explicit Trials(const GladGLContext& gl);

  using Picture = std::unique_ptr<PictureTarget>;
  Picture copy(const ShownPicture& shown);
  Picture copy(const PictureTarget& picture);
  struct Drawn {
    Picture picture;
    FrameReport report;
  };
  /// By a side of the frame that shows nothing else. Waits. Throws Error, OutOfMemory.
  Drawn draw(Frame& frame, std::size_t side, const ShownPicture& shown, const Look& look, const SortChoice& sort);
  PictureError error(const PictureTarget& a, const PictureTarget& b);
  /// heat_map(a, b).
  Picture heat(const PictureTarget& a, const PictureTarget& b);

  void reload_shaders() { measurer_.reload(); }

 private:
  Picture copy(GLuint texture, int width, int height);

  const GladGLContext& gl_;
  Measurer measurer_;
};

}  // namespace farfirst::app
