#include "error_text.h"

#include <fmt/format.h>

namespace farfirst::app {

std::string psnr_text(const PictureError& error) {
  return error.is_none() ? "infinite" : fmt::format("{:.1f} dB", error.psnr());
}

std::string off_text(const PictureError& error) { return fmt::format("{:.3f} %", 100 * error.off_share()); }

std::string largest_text(const PictureError& error) { return fmt::format("{}/255", error.largest); }

}  // namespace farfirst::app
