#include "renderer.h"

#include <farfirst/sort.h>
#include <algorithm>

namespace farfirst::app {

const RendererAbout* find_renderer(std::string_view id) noexcept {
  const auto all = renderers();
  const auto found = std::ranges::find(all, id, [](const RendererAbout* about) { return about->id; });
  return found == all.end() ? nullptr : *found;
}

const RendererAbout& choose_renderer(std::string_view name, const GladGLContext& gl) {
  const RendererAbout* const about = find_renderer(name == "auto" ? "raster" : name);
  if (about == nullptr) throw Error("there is no renderer named " + std::string(name));
  if (const std::string reason = about->why_unavailable(gl); !reason.empty()) throw Error(reason);
  return *about;
}

}  // namespace farfirst::app
