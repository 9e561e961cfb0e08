#pragma once
// Options of particles that come from files.

#include "options.h"

namespace farfirst::app {

/// Is this one thing that holds particles: a pattern with a place for the number, a folder of such files, or a file?
bool holds_sequence(const std::filesystem::path& named);
/// Opens the document's sequence. `progress` may be null. Throws FileError or LoadCancelled.
std::shared_ptr<ParticleSequence> sequence_of(const Document& document, const std::filesystem::path& named,
                                              const std::shared_ptr<LoadProgress>& progress = nullptr);

}  // namespace farfirst::app
