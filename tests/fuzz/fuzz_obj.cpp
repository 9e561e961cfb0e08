// libFuzzer target: the OBJ reader. What follows a line "%%mtl" is the material file, whatever its name.

#include "check_model.h"
#include "io/readers/obj/obj.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  constexpr std::string_view divider = "\n%%mtl\n";
  const std::size_t divided = bytes.find(divider);
  const std::string materials(divided == std::string_view::npos ? "" : bytes.substr(divided + divider.size()));
  const ReadMaterials read = [&](const std::string&) { return materials; };
  LoadProgress progress;
  try {
    MemorySource source(bytes.substr(0, divided));
    test::check_model(read_obj(source, read, ProgressScale(progress, 0.0f, 1.0f)));
  } catch (const FileError& error) {
    test::check_sentence(error.what());
  }
  return 0;
}
