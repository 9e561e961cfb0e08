#include "exact.h"

namespace farfirst::app::exact {

extern const RendererAbout about;
const RendererAbout about{.id = "exact",
                          .title = "Exact, fragment by fragment",
                          .meaning =
                              "Every fragment of every pixel, sorted by its own depth there, at any cost: the "
                              "reference for the others. It waits for counts that it reads back",
                          .why_unavailable = why_unavailable,
                          .rank = [](const GladGLContext&) { return 0; },  // the reference, not the fastest
                          .make = make,
                          .ignores_order = true,
                          .draws_parts = true};

}  // namespace farfirst::app::exact
