// libFuzzer target: a particle system. An accepted one reads back as the same after writing.

#include "check_model.h"
#include "io/exit_codes.h"
#include "io/particle_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  const std::string text(reinterpret_cast<const char*>(data), size);
  ParticleSystemDescription system;
  try {
    system = read_particle_system(text, "a.particles.json", "/systems");
  } catch (const Failure& failure) {
    test::check_sentence(failure.what());
    return 0;
  }
  const std::string written = write_particle_system(system, "/systems");
  test::require(read_particle_system(written, "again.particles.json", "/systems") == system, "it reads back");
  return 0;
}
