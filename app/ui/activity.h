#pragma once
// What the session is doing, in a line.

#include <string>

#include "session/session.h"

namespace farfirst::app::ui {

/// "refined 12 of 64"; empty while the picture is that of a frame.
std::string refinement_text(const Session& session);
/// What takes time beside the frames of this side: "sort, draw, the race, a file being read"; empty: nothing.
std::string beside_text(const Session& session, std::size_t side);
/// "refined 12 of 64", "60.0 frames/s", what else is under way or, where nothing changes, `idle`.
std::string activity_text(const Session& session, const std::string& idle);

}  // namespace farfirst::app::ui
