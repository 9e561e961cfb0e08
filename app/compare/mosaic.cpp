#include "mosaic.h"

#include <algorithm>
#include <cmath>

namespace farfirst::app {
namespace {

constexpr int gap = 8;  // pixels

int columns_for(std::size_t pictures) {
  constexpr std::size_t one_line = 3;
  const double square = std::ceil(std::sqrt(static_cast<double>(pictures)));
  return pictures <= one_line ? static_cast<int>(pictures) : static_cast<int>(square);
}

std::size_t bytes_of_pixels(int pixels) { return 4 * static_cast<std::size_t>(pixels); }

void put(const Image& part, Image& whole, int left, int top) {
  const std::size_t row = bytes_of_pixels(part.width);
  for (int y = 0; y < part.height; ++y) {
    const auto from = part.rgba.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y));
    const std::size_t to = bytes_of_pixels(left) + bytes_of_pixels(whole.width) * static_cast<std::size_t>(top + y);
    std::copy_n(from, row, whole.rgba.begin() + static_cast<std::ptrdiff_t>(to));
  }
}

}  // namespace

Image side_by_side(std::span<const Image> pictures) {
  if (pictures.empty()) return {};
  const int count = static_cast<int>(pictures.size()), columns = columns_for(pictures.size());
  const int lines = (count + columns - 1) / columns, width = pictures[0].width, height = pictures[0].height;
  Image whole{columns * (width + gap) - gap, lines * (height + gap) - gap, {}};
  whole.rgba.assign(bytes_of_pixels(whole.width) * static_cast<std::size_t>(whole.height), 255);
  for (int i = 0; i < count; ++i)
    put(pictures[static_cast<std::size_t>(i)], whole, i % columns * (width + gap), i / columns * (height + gap));
  return whole;
}

}  // namespace farfirst::app
