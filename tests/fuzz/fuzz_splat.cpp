// libFuzzer target: the .splat reader.

#include "check_model.h"
#include "io/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  LoadProgress progress;
  try {
    MemorySource source(bytes);
    if (bytes.size() < 32) return 0;  // the reader is not asked for files without splats
    test::check_model(read_splat(source, ProgressScale(progress, 0.0f, 1.0f)));
  } catch (const FileError& error) {
    test::check_sentence(error.what());
  }
  return 0;
}
