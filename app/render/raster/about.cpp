#include "raster.h"

namespace farfirst::app::raster {

extern const RendererAbout about;
const RendererAbout about{.id = "raster",
                          .title = "Hardware rasteriser",
                          .meaning = "Premultiplied \"over\" by the blending hardware, in the order of the sort",
                          .why_unavailable = [](const GladGLContext&) { return std::string(); },
                          .rank = [](const GladGLContext&) { return 1; },
                          .make = make,
                          .draws_parts = true};

}  // namespace farfirst::app::raster
