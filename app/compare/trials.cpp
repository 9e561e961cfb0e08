#include "trials.h"

namespace farfirst::app {

namespace {

GLuint texture_of(const PictureTarget& picture) { return picture.target().texture; }

Measurer::Size size_of(const PictureTarget& picture) { return {picture.width(), picture.height()}; }

}  // namespace

Look exact_look(const ShownPicture& shown, ExactBy by) {
  Look look = shown.look;
  look.renderer = "exact";
  look.samples = std::max(shown.report.samples, 1);
  look.exact_by = by;
  return look;
}

SortChoice any_order(const ShownPicture& shown) {
  SortChoice sort = shown.sort;
  sort.draw_order = DrawOrder::file_order;
  sort.check_order = false;
  sort.cull = false;
  return sort;
}

SortChoice order_made_now(const ShownPicture& shown) {
  SortChoice sort = shown.sort;
  sort.resort = Resort::always;
  sort.check_order = false;
  sort.cull = false;
  return sort;
}

Trials::Trials(const GladGLContext& gl) : gl_(gl), measurer_(gl) {}

Trials::Picture Trials::copy(const ShownPicture& shown) { return copy(shown.texture, shown.width, shown.height); }

Trials::Picture Trials::copy(const PictureTarget& picture) {
  return copy(texture_of(picture), picture.width(), picture.height());
}

Trials::Picture Trials::copy(GLuint texture, int width, int height) {
  auto picture = std::make_unique<PictureTarget>(gl_, width, height);
  gl_.MemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
  gl_.CopyImageSubData(texture, GL_TEXTURE_2D, 0, 0, 0, 0, texture_of(*picture), GL_TEXTURE_2D, 0, 0, 0, 0, width,
                       height, 1);
  return picture;
}

Trials::Drawn Trials::draw(Frame& frame, std::size_t side, const ShownPicture& shown, const Look& look,
                           const SortChoice& sort) {
  Drawn drawn;
  drawn.picture = std::make_unique<PictureTarget>(gl_, shown.width, shown.height);
  drawn.report = frame.draw_side(side, shown.camera, look, sort, drawn.picture->target(shown.pixel_scale), true);
  return drawn;
}

PictureError Trials::error(const PictureTarget& a, const PictureTarget& b) {
  return measurer_.measure(texture_of(a), texture_of(b), size_of(a));
}

Trials::Picture Trials::heat(const PictureTarget& a, const PictureTarget& b) {
  auto picture = std::make_unique<PictureTarget>(gl_, a.width(), a.height());
  measurer_.draw_heat(texture_of(a), texture_of(b), texture_of(*picture), size_of(a));
  return picture;
}

}  // namespace farfirst::app
