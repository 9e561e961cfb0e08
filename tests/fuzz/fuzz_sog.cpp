// libFuzzer target: splats in SOG, as an archive and as the description beside pictures that are not there.

#include "check_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  LoadProgress progress;
  const ProgressScale scale(progress, 0.0f, 1.0f);
  const bool is_archive = bytes.starts_with("PK");
  try {
    test::check_model(is_archive ? read_sog_archive(bytes, scale) : read_sog_folder(bytes, "/nonexistent", scale));
  } catch (const FileError& error) {
    test::check_sentence(error.what());
  }
  return 0;
}
