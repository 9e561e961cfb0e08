// libFuzzer target: particles in tables, with a header or without.

#include "check_model.h"
#include "io/particle_data.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  test::check_particles(read_particle_table, {reinterpret_cast<const char*>(data), size});
  return 0;
}
