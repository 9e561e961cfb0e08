#pragma once
// Pictures: PNG files.

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

/// A part of a picture, from its upper left corner.
struct PixelArea {
  int x = 0, y = 0;
  int width = 0, height = 0;
};
/// The part of the area within the picture.
Image cropped(const Image& image, const PixelArea& area);

/// From pixels as OpenGL reads them back: bottom row first, premultiplied.
Image image_from_framebuffer(int width, int height, const std::vector<std::uint8_t>& premultiplied);

/// Throws FileError with a sentence.
Image read_png(const std::filesystem::path& path);
/// RGB if the picture is opaque. Throws Failure(failed) with a sentence.
void write_png(const std::filesystem::path& path, const Image& image);
/// The same under the first unused name (write_fresh_file). Returns it.
std::filesystem::path write_fresh_png(const std::filesystem::path& folder, const std::string& stem, const Image& image);

}  // namespace farfirst::app
