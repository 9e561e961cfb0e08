// libFuzzer target: the SPZ reader, plain and through gzip.

#include "check_model.h"
#include "io/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  LoadProgress progress;
  try {
    std::unique_ptr<Source> source;
    if (is_gzip(bytes)) {
      source = make_gzip_source(bytes);
    } else {
      source = std::make_unique<MemorySource>(bytes);
    }
    test::check_model(read_spz(*source, ProgressScale(progress, 0.0f, 1.0f)));
  } catch (const FileError& error) {
    test::check_sentence(error.what());
  }
  return 0;
}
