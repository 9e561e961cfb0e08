#pragma once
// How far apart two displayed pictures are. One definition for arrays in host memory (here) and for textures
// (measurer.h): both count in whole numbers, so they agree bit for bit.
//
// The difference of a channel is the larger of its differences over black and over white; for opaque pictures it is
// the plain difference. The colour of a transparent pixel does not count.

#include <cstdint>
#include <span>

#include "io/image.h"

namespace farfirst::app {

/// In steps of 1/255, the last of a channel.
struct PictureError {
  std::uint64_t pixels = 0;
  std::uint64_t squares = 0;  // sum over the three channels of all pixels
  std::uint64_t off = 0;      // pixels with a channel off by more than one step
  std::uint32_t largest = 0;  // difference of a channel

  bool is_none() const { return squares == 0; }
  /// Root mean square over pixels and channels; a channel goes from 0 to 1.
  double rmse() const;
  /// Peak signal to noise ratio in decibels; infinite if nothing differs.
  double psnr() const;
  /// Share of the pixels.
  double off_share() const;
  bool operator==(const PictureError&) const = default;
};

/// The sum over several pictures.
PictureError sum_of(std::span<const PictureError> errors);

// For two pictures of one size:

PictureError error_between(const Image& a, const Image& b);

/// Where they differ most: RMSE over tiles of 16 x 16 pixels. A small wrong spot counts, one step everywhere hardly
/// does.
struct WorstTile {
  double rmse = 0;
  int x = 0, y = 0;  // of its top left corner
};
WorstTile worst_tile(const Image& a, const Image& b);

/// a - b, amplified N times, round a grey of 128: brighter where a has more. Opaque.
Image signed_difference(const Image& a, const Image& b, int gain);
/// Where they differ and by how much: colours from violet (1/255) over red and yellow to white (all), in steps of
/// doubling, over a darkened b. Opaque.
Image heat_map(const Image& a, const Image& b);

/// The colour of the heat map for the largest difference of a pixel's channels: 0xAABBGGRR, sRGB.
std::uint32_t heat_color(std::uint32_t steps);

}  // namespace farfirst::app
