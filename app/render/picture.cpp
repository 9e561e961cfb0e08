#include "picture.h"

#include "object/context.h"

namespace farfirst::app {

Picture::Picture(const GladGLContext& gl, const gl::ShaderLibrary& library, DrawHooks hooks)
    : gl_(gl),
      hooks_(std::move(hooks)),
      block_(gl, sizeof(FrameBlock), nullptr, GL_DYNAMIC_STORAGE_BIT),
      color_(gl),
      resolve_(gl, library),
      refinement_(gl, library),
      timer_(gl),
      trial_timer_(gl),
      sample_choice_(/*may_pay=*/!gl::is_software(gl) || hooks_.cost != nullptr) {
  color_.clear_by(library);
}

void Picture::begin(const FrameBlock& block, const Frame::Target& target) {
  refinement_.reset();
  bind_block(block);
  color_.resize(target.width, target.height);
}

void Picture::draw_background(const FrameBlock& block, const Frame::Target& target, const FrameReport& report) {
  begin(block, target);
  timer_.begin(report.number);
  color_.clear();
  resolve_.draw(color_, target);
  timer_.end();
}

void Picture::draw(const Content& content, const Look& look, const FrameBlock& block, const Frame::Target& target,
                   FrameReport& report) {
  begin(block, target);
  const DrawnElements elements = content.elements.drawn(content.orders.current()->view.are_triangles, look);
  const auto draw = [&](int samples, GlTimer& timer) {
    timer.begin(report.number);
    blend(content, elements, samples);
    resolve_.draw(color_, target);
    timer.end();
  };
  content.renderer.limit_memory(std::size_t{look.tile_memory} << 20);
  draws_ = draws_of(content, look, elements.footprint, target, report.number);
  try {
    if (draws_.tried > 0) draw(draws_.tried, trial_timer_);
    draw(draws_.shown, timer_);
  } catch (const OutOfMemory&) {
    if (look.samples != 0) throw;
    sample_choice_.refuse();
    draws_ = {};
    draw(draws_.shown, timer_);
  }
  report.samples = draws_.shown;
  report.measuring = draws_.tried > 0;
  drawn_ = Drawn{look, block, draws_.shown};
}

SampleChoice::Draws Picture::draws_of(const Content& content, const Look& look, Footprint footprint,
                                      const Frame::Target& target, std::uint64_t frame) {
  if (look.samples != 0) return {.shown = content.renderer.samples(look.samples, footprint)};
  const SampleChoice::Subject subject{.scene = content.scene,
                                      .renderer = std::string(content.renderer_id),
                                      .are_triangles = footprint == Footprint::triangle,
                                      .width = target.width,
                                      .height = target.height};
  const int many = content.renderer.samples(SampleChoice::wanted, footprint);
  return sample_choice_.next(subject, many, frame, may_measure_);
}

void Picture::blend(const Content& content, const DrawnElements& elements, int samples) {
  content.renderer.draw(elements, content.orders.current()->view, color_, samples);
  content.elements.was_drawn();
  content.orders.drawn();
}

void Picture::take_times(FrameReport& report) {
  const auto cost = [this](const GlTimer::Time& time, int samples) {
    return hooks_.cost ? hooks_.cost(samples) : time.milliseconds;
  };
  while (const auto time = timer_.take()) {
    report.draw = time->milliseconds;
    report.draw_of = time->tag;
    sample_choice_.add_shown(time->tag, cost(*time, draws_.shown));
  }
  while (const auto time = trial_timer_.take()) sample_choice_.add_tried(time->tag, cost(*time, draws_.tried));
}

std::uint32_t Picture::refine(const Content& content, const Frame::Target& target) {
  if (refinement_.count() == 0) refinement_.add(color_);  // the frame itself
  FrameBlock block = drawn_->block;
  const glm::vec2 pixels = jitter(refinement_.count(), drawn_->samples);
  block.projection = moved(block.projection, pixels, block.viewport);
  bind_block(block);
  const bool triangles = content.orders.current()->view.are_triangles;
  blend(content, content.elements.drawn(triangles, drawn_->look), drawn_->samples);
  refinement_.add(color_);
  resolve_.draw(refinement_.mean(), target);
  return refinement_.count();
}

void Picture::bind_block(const FrameBlock& values) const {
  gl_.NamedBufferSubData(block_.name(), 0, sizeof values, &values);
  gl_.BindBufferBase(GL_UNIFORM_BUFFER, 0, block_.name());
}

void Picture::reload(const gl::ShaderLibrary& library) {
  resolve_.reload(library);
  color_.clear_by(library);
  refinement_.reload(library);
}

}  // namespace farfirst::app
