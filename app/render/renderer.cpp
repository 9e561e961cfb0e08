#include "renderer.h"

#include <algorithm>
#include <functional>

namespace farfirst::app {

std::string why_not(const RendererAbout& about, const GladGLContext& gl, const DrawnKind& kind) {
  std::string reason = about.why_unavailable(gl);
  if (reason.empty() && about.why_not != nullptr) reason = about.why_not(kind);
  return reason;
}

std::vector<const RendererAbout*> ranked_renderers(const GladGLContext& gl, bool all, const DrawnKind& kind) {
  std::vector<const RendererAbout*> ranked(renderers().begin(), renderers().end());
  std::erase_if(ranked, [&](const RendererAbout* about) {
    return !why_not(*about, gl, kind).empty() || (!all && about->rank(gl) <= 0);
  });
  std::ranges::stable_sort(ranked, std::greater(), [&](const RendererAbout* about) { return about->rank(gl); });
  return ranked;
}

DrawnKind drawn_kind(const Look& look, const Contents& contents) {
  return {.splats = contents.splats && look.splat_style != SplatStyle::point,
          .encoded = look.blend_space == BlendSpace::encoded,
          .objects = contents.objects};
}

const RendererAbout* find_renderer(std::string_view id) noexcept {
  const auto all = renderers();
  const auto found = std::ranges::find(all, id, [](const RendererAbout* about) { return about->id; });
  return found == all.end() ? nullptr : *found;
}

const RendererAbout& choose_renderer(std::string_view name, const GladGLContext& gl, const DrawnKind& kind) {
  if (name == "auto") {
    const auto ranked = ranked_renderers(gl, false, kind);
    if (ranked.empty()) throw RendererUnavailable("no renderer can draw here");
    return *ranked.front();
  }
  const RendererAbout* const about = find_renderer(name);
  if (about == nullptr) throw RendererUnavailable("there is no renderer named " + std::string(name));
  if (const std::string reason = why_not(*about, gl, kind); !reason.empty())
    throw RendererUnavailable("the renderer " + std::string(name) + " cannot draw here: " + reason);
  return *about;
}

}  // namespace farfirst::app
