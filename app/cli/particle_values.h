#pragma once
// Options of particle systems, and the scene that a document names.

#include "options.h"

namespace farfirst::app {

/// --scene: a built-in scene, or a particle system that is one. Throws Failure(usage).
void read_scene(Document& document, const std::string& text);
/// A particle system of a file.
void show_system(Document& document, std::filesystem::path file);
/// The scene that is no file of models, as far as the document says. Throws what particle_scene() throws;
/// std::bad_alloc.
SceneSource scene_of_options(const Document& document);

}  // namespace farfirst::app
