#include "drawer.h"

#include <fmt/format.h>

#include "offscreen/context.h"
#include "say.h"

namespace farfirst::app {

namespace {

/// What of the options needs OpenGL; empty if nothing does.
std::string what_needs_opengl(const Options& options) {
  const std::string& renderer = options.look.renderer;
  const RendererAbout* about = find_renderer(renderer);
  if (about != nullptr && !about->works_without_opengl) return "the renderer " + renderer;
  const Algorithm* algorithm = find(options.sort.algorithm);
  if (sorted(options.sort.draw_order) && algorithm != nullptr && algorithm->backend != Backend::cpu)
    return fmt::format("drawing what {} sorts", algorithm->id);
  return {};
}

}  // namespace

std::unique_ptr<Drawer> make_drawer(const Options& options) {
  try {
    return make_opengl_drawer(options);
  } catch (const NoOpenGL& error) {
    if (const std::string what = what_needs_opengl(options); !what.empty())
      throw NoOpenGL(fmt::format("{} needs OpenGL: {}", what, error.what()));
    if (options.look.renderer == "auto") say(fmt::format("{}; the renderer cpu draws without", error.what()));
    return make_host_drawer(options, error.what());
  }
}

}  // namespace farfirst::app
