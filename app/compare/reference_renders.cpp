#include "reference_renders.h"

#include <algorithm>

#include "render/renderer.h"

namespace farfirst::app {

namespace {

GLuint texture_of(const PictureTarget& picture) { return picture.target().texture; }

/// The time of its parts, as if it had been drawn at once.
void add_part(const FrameStats& report, const PicturePart& part, FrameStats& all) {
  if (part.begins) {
    all = report;
    return;
  }
  all.draw = std::max(all.draw, 0.0) + std::max(report.draw, 0.0);
  all.total += report.total;
  all.renderer_remark = report.renderer_remark;
  all.renderer_bytes = report.renderer_bytes;
}

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

ReferenceRenders::Picture ReferenceRenders::copy(const ShownPicture& shown) {
  return copy(shown.texture, shown.width, shown.height);
}

ReferenceRenders::Picture ReferenceRenders::copy(const PictureTarget& picture) {
  return copy(texture_of(picture), picture.width(), picture.height());
}

ReferenceRenders::Picture ReferenceRenders::copy(GLuint texture, int width, int height) {
  auto picture = std::make_unique<PictureTarget>(gl_, width, height);
  gl_.MemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
  gl_.CopyImageSubData(texture, GL_TEXTURE_2D, 0, 0, 0, 0, texture_of(*picture), GL_TEXTURE_2D, 0, 0, 0, 0, width,
                       height, 1);
  return picture;
}

void ReferenceRenders::advance(SceneRenderer& by, std::size_t side) {
  advance([&](const Camera& camera, const Look& look, const SortChoice& sort, const SceneRenderer::Target& target) {
    return by.draw_side(side, camera, look, sort, target, /*wait=*/true);
  });
}

void ReferenceRenders::advance(const DrawPart& draw_part) {
  draw_part_ = &draw_part;
  since_ = {};
  work_.advance();
}

Work<ReferenceRenders::Drawn> ReferenceRenders::draw(const ShownPicture& shown, const Look& look,
                                                     const SortChoice& sort) {
  Drawn drawn;
  drawn.picture = std::make_unique<PictureTarget>(gl_, shown.width, shown.height);
  drawn.report = co_await draw_into(*drawn.picture, shown.camera, look, sort, shown.pixel_scale);
  co_return drawn;
}

/// The order is made for the first part.
Work<FrameStats> ReferenceRenders::draw_into(const PictureTarget& picture, const Camera& camera, const Look& look,
                                             const SortChoice& sort, float pixel_scale) {
  const RendererAbout* about = find_renderer(look.renderer);
  SceneRenderer::Target target = picture.target(pixel_scale);
  const bool is_small = std::max(target.width, target.height) <= PicturePart::cell;
  if (is_small || about == nullptr || !about->draws_parts) {
    const FrameStats report = (*draw_part_)(camera, look, sort, target);
    co_await work_.pause(since_.milliseconds() > PartPlan::wanted);
    co_return report;
  }
  PartPlan& plan = plans_[look.renderer];
  plan_ = &plan;
  plan.begin({target.width, target.height});
  FrameStats all;
  SortChoice choice = sort;
  do {
    target.part = plan.next();
    const Stopwatch stopwatch;
    const FrameStats report = (*draw_part_)(camera, look, choice, target);
    plan.took(report.draw >= 0 ? report.draw : stopwatch.milliseconds());  // without the order
    add_part(report, target.part, all);
    if (choice.resort == Resort::always) choice.resort = Resort::moved;
    co_await work_.pause(since_.milliseconds() > PartPlan::wanted);
  } while (!plan.is_done());
  plan_ = nullptr;
  co_return all;
}

PictureError ReferenceRenders::error(const PictureTarget& a, const PictureTarget& b) { return measurer_.measure(a, b); }

ReferenceRenders::Picture ReferenceRenders::heat(const PictureTarget& a, const PictureTarget& b) {
  auto picture = std::make_unique<PictureTarget>(gl_, a.width(), a.height());
  measurer_.draw_heat(a, b, *picture);
  return picture;
}

}  // namespace farfirst::app
