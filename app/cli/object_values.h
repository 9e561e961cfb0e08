#pragma once
// What --object says of the files that are opened: "2:position=1,0,0:opacity=0.5:hidden".

#include <string>

#include "options.h"

namespace farfirst::app {

inline constexpr double least_object_scale = 1e-6, most_object_scale = 1e6;
/// Degrees that an object is turned by, at most.
inline constexpr double most_rotation = 36'000;

/// Degrees about x, y and z. Throws Failure(usage).
glm::vec3 read_rotation(std::string_view option, const std::string& text);
/// Sets what is said of the objects. Throws Failure(usage) if there is no such object.
void set_objects_given(Options& options);

}  // namespace farfirst::app
