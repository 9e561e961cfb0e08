// libFuzzer target: the OFF reader, plain and through gzip.

#include "check_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  test::check_reader(read_off, {reinterpret_cast<const char*>(data), size});
  return 0;
}
