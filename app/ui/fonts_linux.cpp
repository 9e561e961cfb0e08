// Where Linux distributions keep their sans-serif fonts.

#include <array>
#include <system_error>

#include "theme.h"

namespace farfirst::app::ui {

std::filesystem::path find_font() {
  constexpr std::array candidates = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                     "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                                     "/usr/share/fonts/TTF/DejaVuSans.ttf",
                                     "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
                                     "/usr/share/fonts/noto/NotoSans-Regular.ttf",
                                     "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"};
  std::error_code error;
  for (const char* candidate : candidates)
    if (std::filesystem::is_regular_file(candidate, error)) return candidate;
  return {};
}

}  // namespace farfirst::app::ui
