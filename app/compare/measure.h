#pragma once
// How far apart two pictures are, as they are shown. One definition for arrays in host memory (here) and for textures
// (measurer.h): both count in whole numbers, so they agree bit for bit.
//
// A channel differs by what it differs by before black or before white, whichever is more: for opaque pictures that is
// just the difference. The colour of a transparent pixel does not count.

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

/// Of several pictures together.
PictureError sum_of(std::span<const PictureError> errors);

// Of two pictures of one size:

PictureError error_between(const Image& a, const Image& b);

/// Where they differ most: RMSE over tiles of 16 x 16 pixels. A small wrong spot counts, one step everywhere hardly
/// does.
struct WorstTile {
  double rmse = 0;
  int x = 0, y = 0;  // of its top left corner
};
WorstTile worst_tile(const Image& a, const Image& b);

/// a - b, so many times amplified, round a grey of 128: what a has too much of is brighter. Opaque.
Image signed_difference(const Image& a, const Image& b, int gain);
/// Where they differ and by how much: colours from violet (1/255) over red and yellow to white (all), in steps of
/// doubling, above what is left of b. Opaque.
Image heat_map(const Image& a, const Image& b);

/// Of the heat map, by the largest difference of a pixel's channels: 0xAABBGGRR, sRGB.
std::uint32_t heat_color(std::uint32_t steps);

}  // namespace farfirst::app
