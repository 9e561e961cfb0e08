#pragma once
// Pictures: PNG files, and how much two of them differ.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace farfirst::app {

/// RGBA8, sRGB, straight alpha, top row first.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;
};

/// From what OpenGL reads back: bottom row first, premultiplied.
Image image_from_framebuffer(int width, int height, const std::vector<std::uint8_t>& premultiplied);

/// Throws Failure(unreadable) with a sentence.
Image read_png(const std::filesystem::path& path);
/// RGB if the picture is opaque. Throws Failure(failed) with a sentence.
void write_png(const std::filesystem::path& path, const Image& image);
/// The same under the first name that is not taken yet (write_fresh_file). Returns it.
std::filesystem::path write_fresh_png(const std::filesystem::path& folder, const std::string& stem, const Image& image);

/// How much two pictures differ. Colours count premultiplied (a transparent pixel has none), each channel from 0 to 1.
struct Difference {
  double worst_tile = 0;  // largest RMS over tiles of 16 x 16 pixels: a small wrong spot counts, one grey level
                          // everywhere hardly does. This is what --reference-threshold is compared with
  double rms = 0;         // over the whole picture
  double psnr = 0;        // decibels; infinity if equal
  double off = 0;         // share of pixels with a channel off by more than 1/255
  int x = 0, y = 0;       // of the worst tile's top left corner
  Image picture;          // |a - b|, four times amplified, opaque
};
/// Both pictures have the same size.
Difference compare(const Image& a, const Image& b);

}  // namespace farfirst::app
