#pragma once
// Common steps for splats of all readers.

#include <string_view>

#include "scene/half_turn.h"
#include "scene/model.h"

namespace farfirst::app {

/// Leaves out splats without a rotation, with an entry that is not finite, or with a negative scale or opacity, and
/// counts them in a remark; throws FileError if none is left. Then the model gets the colours of points. Does nothing
/// where a reader did so.
void complete_splats(Model& model);
/// The colours of some of them, which a reader has just read: then they are in the
/// cache. False, and no colours, if one of them is to be left out.
bool color_good_splats(Model& model, std::size_t first, std::size_t last);

/// From the frame that splats are trained in, whose y axis points down, to one with y up; adds a remark.
void turn_from_training(Model& model, std::string_view format);
/// The last of it alone, where a reader turned what it read.
void remark_turned(Model& model, std::string_view format);

}  // namespace farfirst::app
