#include "drawer.h"

#include <fmt/format.h>

#include "offscreen/context.h"
#include "say.h"

namespace farfirst::app {

namespace {

/// The option of the command that needs OpenGL; empty if none does.
std::string what_needs_opengl(const Command& command) {
  const std::string& renderer = command.document.left.look.renderer;
  const RendererAbout* about = find_renderer(renderer);
  if (about != nullptr && !about->works_without_opengl) return "the renderer " + renderer;
  const Algorithm* algorithm = find(command.document.left.sort.algorithm);
  if (sorted(command.document.left.sort.draw_order) && algorithm != nullptr && algorithm->backend != Backend::cpu)
    return fmt::format("drawing what {} sorts", algorithm->id);
  return {};
}

}  // namespace

std::unique_ptr<Drawer> make_drawer(const Command& command) {
  try {
    return make_opengl_drawer(command);
  } catch (const NoOpenGL& error) {
    if (const std::string what = what_needs_opengl(command); !what.empty())
      throw NoOpenGL(fmt::format("{} needs OpenGL: {}", what, error.what()));
    if (command.document.left.look.renderer == "auto")
      say(fmt::format("{}; the renderer cpu draws without", error.what()));
    return make_host_drawer(command, error.what());
  }
}

}  // namespace farfirst::app
