#include "measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "scene/color_map.h"

namespace farfirst::app {

namespace {

constexpr double last_step = 255;

struct Pixel {
  std::array<int, 3> color;  // premultiplied
  int alpha;
};

/// Premultiplied as in the framebuffer: rounding undoes the division that made it straight.
Pixel pixel_of(const Image& image, std::size_t at) {
  const int alpha = image.rgba[at + 3];
  const auto channel = [&](std::size_t c) { return (image.rgba[at + c] * alpha + 127) / 255; };
  return {{channel(0), channel(1), channel(2)}, alpha};
}

std::array<int, 3> differences(const Pixel& a, const Pixel& b) {
  std::array<int, 3> result{};
  for (std::size_t c = 0; c < 3; ++c) {
    const int before_black = a.color[c] - b.color[c];
    const int before_white = before_black - (a.alpha - b.alpha);
    result[c] = std::max(std::abs(before_black), std::abs(before_white));
  }
  return result;
}

int largest_of(const std::array<int, 3>& differences) { return *std::ranges::max_element(differences); }

void add(PictureError& error, const std::array<int, 3>& differences) {
  const int largest = largest_of(differences);
  for (const int difference : differences) error.squares += static_cast<std::uint64_t>(difference * difference);
  ++error.pixels;
  error.off += largest > 1 ? 1 : 0;
  error.largest = std::max(error.largest, static_cast<std::uint32_t>(largest));
}

std::size_t place_of(const Image& image, int x, int y) {
  return 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x));
}

PictureError error_in(const Image& a, const Image& b, int left, int top, int right, int bottom) {
  PictureError error;
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x) {
      const std::size_t at = place_of(a, x, y);
      add(error, differences(pixel_of(a, at), pixel_of(b, at)));
    }
  return error;
}

void set(Image& image, std::size_t at, const std::array<int, 3>& color) {
  for (std::size_t c = 0; c < 3; ++c) image.rgba[at + c] = static_cast<std::uint8_t>(std::clamp(color[c], 0, 255));
  image.rgba[at + 3] = 255;
}

template <class Color>
Image picture_of(const Image& a, const Image& b, const Color& color) {
  Image result{a.width, a.height, std::vector<std::uint8_t>(a.rgba.size())};
  for (std::size_t at = 0; at < result.rgba.size(); at += 4) set(result, at, color(pixel_of(a, at), pixel_of(b, at)));
  return result;
}

}  // namespace

double PictureError::rmse() const {
  if (pixels == 0) return 0;
  return std::sqrt(static_cast<double>(squares) / (3.0 * static_cast<double>(pixels))) / last_step;
}

double PictureError::psnr() const {
  return is_none() ? std::numeric_limits<double>::infinity() : -20 * std::log10(rmse());
}

double PictureError::off_share() const {
  return pixels == 0 ? 0 : static_cast<double>(off) / static_cast<double>(pixels);
}

PictureError sum_of(std::span<const PictureError> errors) {
  PictureError sum;
  for (const PictureError& error : errors) {
    sum.pixels += error.pixels;
    sum.squares += error.squares;
    sum.off += error.off;
    sum.largest = std::max(sum.largest, error.largest);
  }
  return sum;
}

PictureError error_between(const Image& a, const Image& b) { return error_in(a, b, 0, 0, a.width, a.height); }

WorstTile worst_tile(const Image& a, const Image& b) {
  constexpr int size = 16;
  WorstTile worst;
  for (int top = 0; top < a.height; top += size)
    for (int left = 0; left < a.width; left += size) {
      const int right = std::min(left + size, a.width), bottom = std::min(top + size, a.height);
      const double rmse = error_in(a, b, left, top, right, bottom).rmse();
      if (rmse > worst.rmse) worst = {rmse, left, top};
    }
  return worst;
}

Image signed_difference(const Image& a, const Image& b, int gain) {
  return picture_of(a, b, [&](const Pixel& p, const Pixel& q) {
    std::array<int, 3> color{};
    for (std::size_t c = 0; c < 3; ++c) color[c] = 128 + gain * (p.color[c] - q.color[c]);
    return color;
  });
}

Image heat_map(const Image& a, const Image& b) {
  return picture_of(a, b, [](const Pixel& p, const Pixel& q) {
    const auto steps = static_cast<std::uint32_t>(largest_of(differences(p, q)));
    const std::uint32_t heat = heat_color(steps);
    const auto channel = [&](unsigned shift) { return static_cast<int>(heat >> shift & 255u); };
    const int grey = (2 * q.color[0] + 5 * q.color[1] + q.color[2]) / 32;
    return steps == 0 ? std::array{grey, grey, grey} : std::array{channel(0), channel(8), channel(16)};
  });
}

std::uint32_t heat_color(std::uint32_t steps) {
  if (steps == 0) return 0xFF000000u;
  return color_in(ColorMap::heat, std::log2(static_cast<double>(steps)) / 8);  // from 1 step to 256
}

}  // namespace farfirst::app
