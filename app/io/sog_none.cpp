// Built where libwebp or libzip was not found.

#include "readers.h"

namespace farfirst::app {
namespace {

[[noreturn]] void refuse() {
  throw FileError(
      "splats in SOG need libwebp and libzip, and Farfirst was built without them (install libwebp-dev and libzip-dev "
      "and build again)");
}

}  // namespace

std::string_view sog_libraries() { return {}; }
Model read_sog_archive(std::string_view, const ProgressScale&) { refuse(); }
Model read_sog_folder(std::string_view, const std::filesystem::path&, const ProgressScale&) { refuse(); }

}  // namespace farfirst::app
