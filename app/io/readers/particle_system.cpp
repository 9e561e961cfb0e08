// Particle systems among the formats; particle_file.h reads them.

#include "io/particle_file.h"
#include "io/reader.h"

namespace farfirst::app {

extern const ReaderAbout about_particle_system;
const ReaderAbout about_particle_system{
    .name = "particle system",
    .extensions = particle_extension,
    .recognise = [](const FileStart& start) { return is_particle_text(start.bytes) ? Match::certain : Match::none; },
    .read = [](const ReadableFile&, const ProgressScale&) -> std::vector<Model> {
      throw FileError("this is a particle system, which is shown alone, not among other files");
    }};

}  // namespace farfirst::app
