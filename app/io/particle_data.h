#pragma once
// Particles from files of other programs (docs/particle-data.md): PLY, CSV and XYZ, one file or a numbered sequence.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "particle_columns.h"
#include "scene/particle_sequence.h"
#include "source.h"

namespace farfirst::app {

struct ParticleReading {
  std::vector<std::string> columns;          // of tables without a header; empty: their header names them
  std::optional<glm::dvec3> origin;          // to subtract; none: chosen
  ParticleProperties properties{};           // that are kept
  std::shared_ptr<LoadProgress> progress{};  // may be null
};

/// PLY whose vertices are particles; a table of numbers in lines, with blanks, tabs, commas or semicolons between
/// them. Both at the start of the source. They throw FileError, which does not name the file.
ParticleCloud read_particle_ply(ByteSource& source, const ParticleReading& reading, const ProgressScale& progress);
ParticleCloud read_particle_table(ByteSource& source, const ParticleReading& reading, const ProgressScale& progress);
/// Is this header one of particles: no faces, no splats, and a radius or velocities?
bool holds_particles(ByteSource& ply);

/// Any of them. Throws FileError with a sentence, or LoadCancelled.
ParticleCloud read_particles(const std::filesystem::path& file, const ParticleReading& reading);
/// Are these particles, by name and content? False also for what cannot be read.
bool is_particle_data(const std::filesystem::path& file);

/// The files of a pattern (fluid_%04d.ply), in the sequence of their numbers, with those that are missing between; of
/// a folder, in the sequence of the numbers in their names; or the file itself. Throws FileError if there is none.
struct SequenceFiles {
  std::filesystem::path folder;
  std::vector<ParticleSequence::Frame> frames;
};
SequenceFiles sequence_files(const std::filesystem::path& named);

/// Reads two files. Throws FileError or LoadCancelled.
std::shared_ptr<ParticleSequence> open_sequence(const std::filesystem::path& named, const ParticleReading& reading,
                                                const ParticleSequence::Settings& settings);

}  // namespace farfirst::app
