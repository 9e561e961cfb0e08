#include "renderer.h"

#include <algorithm>

namespace farfirst::app {

namespace {

/// Of equals the first by name. Null if none can draw here without being named.
const RendererAbout* best_renderer(const GladGLContext& gl) {
  const RendererAbout* best = nullptr;
  int best_rank = 0;
  for (const RendererAbout* about : renderers()) {
    const int rank = about->why_unavailable(gl).empty() ? about->rank(gl) : 0;
    if (rank <= best_rank) continue;
    best = about;
    best_rank = rank;
  }
  return best;
}

}  // namespace

const RendererAbout* find_renderer(std::string_view id) noexcept {
  const auto all = renderers();
  const auto found = std::ranges::find(all, id, [](const RendererAbout* about) { return about->id; });
  return found == all.end() ? nullptr : *found;
}

const RendererAbout& choose_renderer(std::string_view name, const GladGLContext& gl) {
  const RendererAbout* const about = name == "auto" ? best_renderer(gl) : find_renderer(name);
  if (about == nullptr && name == "auto") throw RendererUnavailable("no renderer can draw here");
  if (about == nullptr) throw RendererUnavailable("there is no renderer named " + std::string(name));
  if (const std::string reason = about->why_unavailable(gl); !reason.empty())
    throw RendererUnavailable("the renderer " + std::string(name) + " cannot draw here: " + reason);
  return *about;
}

}  // namespace farfirst::app
