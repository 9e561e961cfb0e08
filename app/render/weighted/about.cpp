#include "weighted.h"

namespace farfirst::app::weighted {

extern const RendererAbout about;
const RendererAbout about{.id = "weighted",
                          .title = "Weighted, without order",
                          .meaning =
                              "Weighted blended transparency (McGuire and Bavoil 2013): sums of all fragments, the "
                              "nearer with more weight, in one pass and in any order. An approximation",
                          .why_unavailable = [](const GladGLContext&) { return std::string(); },
                          .rank = [](const GladGLContext&) { return 0; },  // it approximates
                          .make = make,
                          .approximates = true,
                          .ignores_order = true,
                          .draws_parts = true};

}  // namespace farfirst::app::weighted
