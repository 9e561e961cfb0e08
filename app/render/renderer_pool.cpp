#include "renderer_pool.h"

#include <algorithm>

#include "object/context.h"

namespace farfirst::app {

RendererPool::RendererPool(const RendererContext& context, bool all) : context_(context), all_(all) { use("auto"); }

void RendererPool::use(const std::string& name, const DrawnKind& kind) {
  if (name == name_ && kind == kind_) return;
  if (name != "auto") {
    choose_renderer(name, context_.gpu.gl, kind);  // throws if it cannot draw this here
    get(name);
    offer_ = {name};
    message_.clear();
    id_ = name;
    name_ = name;
    kind_ = kind;
  } else {
    name_ = name;
    kind_ = kind;
    fill_offer();
  }
  release_others();
}

void RendererPool::set_scene(std::optional<std::size_t> largest_array) {
  largest_array_ = largest_array;
  if (name_ == "auto") fill_offer();
}

void RendererPool::release_scene() {
  for (const auto& [id, renderer] : made_) renderer->release_scene();
}

void RendererPool::fill_offer() {
  message_.clear();
  offer_.clear();
  for (const RendererAbout* about : ranked_renderers(context_.gpu.gl, all_, kind_)) offer_.emplace_back(about->id);
  if (offer_.empty()) throw RendererUnavailable("no renderer can draw here");
  take_best();
  share_order();
}

/// The present one continues, if it may.
void RendererPool::take_best() {
  if (std::ranges::find(offer_, id_) != offer_.end()) return;
  for (;;) {
    const std::string best = offer_.front();
    try {
      get(best);
      id_ = best;
      return;
    } catch (const RendererUnavailable& error) {
      if (offer_.size() == 1) throw;
      offer_.erase(offer_.begin());
      message_ = error.what() + std::string("; ") + offer_.front() + " takes its place";
    }
  }
}

void RendererPool::share_order() {
  if (!largest_array_) return;
  std::vector<std::string> of_corners, of_elements;
  for (const std::string& id : std::vector(offer_)) {
    try {
      const IndexLayout layout = get(id).index_layout(*largest_array_);
      (layout == IndexLayout::corners ? of_corners : of_elements).push_back(id);
    } catch (const RendererUnavailable& error) {
      if (!refuse(id, error.what())) throw;
    }
  }
  // On a GPU only these draw arrays of any size. Software renderers have no such limit: there the best one draws.
  const bool is_best = !of_corners.empty() && of_corners.front() == offer_.front();
  if (!of_corners.empty()) offer_ = is_best || !gl::is_software(context_.gpu.gl) ? of_corners : of_elements;
  take_best();
  if (offer_.size() == 1) release_others();
}

void RendererPool::draw_by(const std::string& id) { id_ = id; }

void RendererPool::release_others() {
  std::erase_if(made_, [&](const auto& made) { return made.first != id_; });
}

Renderer& RendererPool::get(const std::string& id) {
  if (const auto found = made_.find(id); found != made_.end()) return *found->second;
  try {
    return *made_.emplace(id, find_renderer(id)->make(context_)).first->second;
  } catch (const Error& error) {  // a driver that rejects its shaders
    throw RendererUnavailable("the renderer " + id + " cannot draw here: " + error.what());
  }
}

bool RendererPool::refuse(const std::string& id, const std::string& why) {
  if (name_ != "auto" || offer_.size() <= 1) return false;
  std::erase(offer_, id);
  take_best();
  made_.erase(id);
  message_ = why + "; " + id_ + " takes its place";
  return true;
}

std::size_t RendererPool::gpu_bytes() const {
  std::size_t bytes = 0;
  for (const auto& [id, renderer] : made_) bytes += renderer->gpu_bytes();
  return bytes;
}

}  // namespace farfirst::app
