#pragma once
// Options of particle systems, and the scene that the options name.

#include "options.h"

namespace farfirst::app {

/// --scene: a built-in scene, or a particle system that is one. Throws Failure(usage).
void read_scene(Options& options, const std::string& text);
/// A particle system of a file.
void show_system(Options& options, std::filesystem::path file);
/// The scene that is no file of models, as far as the options say. Throws what particle_scene() throws; std::bad_alloc.
SceneSource scene_of_options(const Options& options);

}  // namespace farfirst::app
