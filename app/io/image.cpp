#include "image.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <cstring>
#include <system_error>

#include "exit_codes.h"
#include "files.h"

namespace farfirst::app {

Image cropped(const Image& image, const PixelArea& area) {
  const int left = std::clamp(area.x, 0, image.width), top = std::clamp(area.y, 0, image.height);
  const int right = std::clamp(area.x + area.width, left, image.width);
  const int bottom = std::clamp(area.y + area.height, top, image.height);
  Image result{right - left, bottom - top, {}};
  for (int y = top; y < bottom; ++y) {
    const auto row = image.rgba.begin() + 4 * (static_cast<std::ptrdiff_t>(y) * image.width + left);
    result.rgba.insert(result.rgba.end(), row, row + 4 * static_cast<std::ptrdiff_t>(result.width));
  }
  return result;
}

Image image_from_framebuffer(int width, int height, const std::vector<std::uint8_t>& pixels) {
  Image image{width, height, std::vector<std::uint8_t>(pixels.size())};
  const std::size_t row = static_cast<std::size_t>(width) * 4;
  for (int y = 0; y < height; ++y) {
    const std::uint8_t* from = pixels.data() + static_cast<std::size_t>(height - 1 - y) * row;
    std::uint8_t* to = image.rgba.data() + static_cast<std::size_t>(y) * row;
    for (std::size_t i = 0; i < row; i += 4) {
      const unsigned alpha = from[i + 3];
      for (std::size_t c = 0; c < 3; ++c) {
        const unsigned straight = alpha == 0 ? 0u : (from[i + c] * 255u + alpha / 2) / alpha;
        to[i + c] = static_cast<std::uint8_t>(std::min(straight, 255u));
      }
      to[i + 3] = static_cast<std::uint8_t>(alpha);
    }
  }
  return image;
}

Image read_png(const std::filesystem::path& path) {
  png_image header;
  std::memset(&header, 0, sizeof header);
  header.version = PNG_IMAGE_VERSION;
  const auto refuse = [&](const std::string& why) {
    throw FileError({at::file(path), "cannot be read as PNG: {}", why});
  };
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) refuse(error ? error.message() : "it is not a file");
  if (png_image_begin_read_from_file(&header, path.c_str()) == 0) refuse(header.message);
  header.format = PNG_FORMAT_RGBA;
  constexpr unsigned limit = 32768;
  if (header.width > limit || header.height > limit) {
    const std::string size =
        fmt::format("{} x {} pixels are more than {} x {}", header.width, header.height, limit, limit);
    png_image_free(&header);
    refuse(size);
  }
  Image image{static_cast<int>(header.width), static_cast<int>(header.height), {}};
  image.rgba.resize(PNG_IMAGE_SIZE(header));
  if (png_image_finish_read(&header, nullptr, image.rgba.data(), 0, nullptr) == 0) refuse(header.message);
  return image;
}

namespace {

std::string png_of(const Image& image, const std::filesystem::path& path) {
  bool opaque = true;
  for (std::size_t i = 3; i < image.rgba.size() && opaque; i += 4) opaque = image.rgba[i] == 255;

  std::vector<std::uint8_t> rgb;
  if (opaque) {
    rgb.reserve(image.rgba.size() / 4 * 3);
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
      rgb.insert(rgb.end(), image.rgba.begin() + static_cast<std::ptrdiff_t>(i),
                 image.rgba.begin() + static_cast<std::ptrdiff_t>(i) + 3);
  }
  png_image header;
  std::memset(&header, 0, sizeof header);
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.width);
  header.height = static_cast<png_uint_32>(image.height);
  header.format = opaque ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
  const void* pixels = opaque ? rgb.data() : image.rgba.data();

  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(header);
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&header, bytes.data(), &size, 0, pixels, 0, nullptr) == 0)
    throw Failure(ExitCode::failed, {at::file(path), "cannot be written: {}", header.message});
  bytes.resize(size);
  return bytes;
}

}  // namespace

void write_png(const std::filesystem::path& path, const Image& image) { write_file(path, png_of(image, path)); }

std::filesystem::path write_fresh_png(const std::filesystem::path& folder, const std::string& stem,
                                      const Image& image) {
  return write_fresh_file(folder, stem, ".png", png_of(image, folder / (stem + ".png")));
}

}  // namespace farfirst::app
