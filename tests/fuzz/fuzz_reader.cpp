// libFuzzer target of a reader, with no files beside its own.

#include "check_model.h"

namespace farfirst::app {
extern const ReaderAbout FARFIRST_READER;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  LoadProgress progress;
  try {
    for (Model& model : read_by(FARFIRST_READER, bytes, "/nonexistent/a", {progress, 0.0f, 1.0f}))
      test::check_model(std::move(model));
  } catch (const FileError& error) {
    test::check_sentence(error.what());
  }
  return 0;
}
