#pragma once
// What a frame sorts.

#include "camera/camera.h"
#include "order/order_request.h"
#include "scene/elements.h"

namespace farfirst::app {

/// The order of these elements, which are the scene's of this generation and version, from where the camera is.
/// `checks`: orders are checked where nobody says whether.
OrderRequest order_request_of(const Elements& elements, std::uint64_t version, std::uint64_t generation,
                              const Camera& camera, const SortChoice& choice, bool checks);

}  // namespace farfirst::app
