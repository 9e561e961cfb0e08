#include "peeled.h"

namespace farfirst::app::peeled {

extern const RendererAbout about;
const RendererAbout about{.id = "peeled",
                          .title = "Depth peeling",
                          .meaning =
                              "The nearest layers of each pixel, one pass each, as many as --peel-layers "
                              "says; what is behind them is left out (Everitt 2001). It needs no sort, and waits for "
                              "counts that it reads back",
                          .why_unavailable = why_unavailable,
                          .rank = [](const GladGLContext&) { return 0; },  // to compare with
                          .make = make,
                          .approximates = true,
                          .ignores_order = true,
                          .draws_parts = true};

}  // namespace farfirst::app::peeled
