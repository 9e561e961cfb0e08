#pragma once
// The order request of a frame.

#include "camera/camera.h"
#include "order/order_request.h"
#include "scene/elements.h"

namespace farfirst::app {

/// The order of these elements, of the scene's generation and version, from the camera's place.
/// `checks`: the default of checking orders.
OrderRequest order_request_of(const Elements& elements, std::uint64_t version, std::uint64_t generation,
                              const Camera& camera, const SortChoice& choice, bool checks);

}  // namespace farfirst::app
