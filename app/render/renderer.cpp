#include "renderer.h"

#include <algorithm>
#include <functional>

namespace farfirst::app {

std::vector<const RendererAbout*> ranked_renderers(const GladGLContext& gl, bool all) {
  std::vector<const RendererAbout*> ranked(renderers().begin(), renderers().end());
  std::erase_if(ranked, [&](const RendererAbout* about) {
    return !about->why_unavailable(gl).empty() || (!all && about->rank(gl) <= 0);
  });
  std::ranges::stable_sort(ranked, std::greater(), [&](const RendererAbout* about) { return about->rank(gl); });
  return ranked;
}

const RendererAbout* find_renderer(std::string_view id) noexcept {
  const auto all = renderers();
  const auto found = std::ranges::find(all, id, [](const RendererAbout* about) { return about->id; });
  return found == all.end() ? nullptr : *found;
}

const RendererAbout& choose_renderer(std::string_view name, const GladGLContext& gl) {
  if (name == "auto") {
    const auto ranked = ranked_renderers(gl);
    if (ranked.empty()) throw RendererUnavailable("no renderer can draw here");
    return *ranked.front();
  }
  const RendererAbout* const about = find_renderer(name);
  if (about == nullptr) throw RendererUnavailable("there is no renderer named " + std::string(name));
  if (const std::string reason = about->why_unavailable(gl); !reason.empty())
    throw RendererUnavailable("the renderer " + std::string(name) + " cannot draw here: " + reason);
  return *about;
}

}  // namespace farfirst::app
