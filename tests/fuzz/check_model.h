#pragma once
// Invariants of every model, every camera and every refusal, for any input bytes.

#include <string_view>

#include "camera/camera.h"
#include "io/particle_data.h"
#include "io/reader.h"
#include "scene/model.h"

namespace farfirst::app::test {

/// Ends the program, and prints the broken invariant.
void require(bool holds, const char* what);
/// Ends the program if an index is out of range or an array has the wrong length.
void check_model(Model model);
/// Checks a reader's result for these bytes: the particles, or the refusal.
void check_particles(ParticleCloud (*read)(ByteSource&, const ParticleReading&, const ProgressScale&),
                     std::string_view bytes);
/// Ends the program if nothing could be drawn from there.
void check_camera(const Camera& camera);
/// Ends the program if a refusal is no single printable line.
void check_sentence(std::string_view sentence);

}  // namespace farfirst::app::test
