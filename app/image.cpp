#include "image.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <png.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <system_error>

#include "exit_codes.h"

namespace farfirst::app {
namespace {

constexpr int tile = 16;

[[noreturn]] void cannot_write(const std::filesystem::path& path, const std::string& why) {
  throw Failure(ExitCode::failed, fmt::format("{}: cannot be written: {}", path.string(), why));
}

/// A name beside `path`, on the same file system, that nobody else uses.
std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  std::filesystem::path name = path;
  name.replace_filename(fmt::format(".{}.{}.tmp", path.filename().string(), getpid()));
  return name;
}

/// /dev/stdout, a pipe: written straight, never replaced.
bool is_special(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

void write_straight(const std::filesystem::path& path, const std::string& bytes) {
  const auto close = [](std::FILE* open) { std::fclose(open); };
  std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "wb"), close);
  if (!file) cannot_write(path, std::strerror(errno));
  if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() || std::fflush(file.get()) != 0)
    cannot_write(path, std::strerror(errno));
}

struct Pattern {
  std::string before, after;
  std::size_t width = 0;
  char fill = ' ';
  int numbers = 0;
};

Pattern read_pattern(const std::string& text) {
  Pattern pattern;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& part = pattern.numbers == 0 ? pattern.before : pattern.after;
    if (text[i] != '%') {
      part += text[i];
      continue;
    }
    std::size_t end = i + 1;
    if (end < text.size() && text[end] == '%') {
      part += '%';
      i = end;
      continue;
    }
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (end == text.size() || text[end] != 'd' || end - i > 3) {
      part += '%';  // a per cent sign that means nothing
      continue;
    }
    if (end > i + 1) {
      pattern.fill = text[i + 1] == '0' ? '0' : ' ';
      pattern.width = static_cast<std::size_t>(std::stoi(text.substr(i + 1, end - i - 1)));
    }
    ++pattern.numbers;
    i = end;
  }
  return pattern;
}

std::array<double, 4> premultiplied(const std::uint8_t* pixel) {
  const double alpha = pixel[3] / 255.0;
  return {pixel[0] / 255.0 * alpha, pixel[1] / 255.0 * alpha, pixel[2] / 255.0 * alpha, alpha};
}

}  // namespace

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
    throw Failure(ExitCode::unreadable, fmt::format("{}: cannot be read as PNG: {}", path.string(), why));
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

void write_png(const std::filesystem::path& path, const Image& image) {
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
    cannot_write(path, header.message);
  bytes.resize(size);
  write_file(path, bytes);
}

void write_file(const std::filesystem::path& path, const std::string& bytes) {
  if (is_special(path)) return write_straight(path, bytes);
  // A link stays a link: what it points to is replaced.
  std::error_code error;
  const auto target = std::filesystem::is_symlink(path, error) ? std::filesystem::weakly_canonical(path, error) : path;
  const auto temporary = temporary_beside(target);
  try {
    write_straight(temporary, bytes);
    std::filesystem::rename(temporary, target, error);
    if (error) cannot_write(path, error.message());
  } catch (...) {
    std::filesystem::remove(temporary, error);
    throw;
  }
}

void check_writable(const std::filesystem::path& path) {
  if (is_special(path)) return;
  std::error_code error;
  if (path.filename().empty() || std::filesystem::is_directory(path, error)) cannot_write(path, "it is a folder");
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, error))
    cannot_write(path, fmt::format("there is no folder {}", folder.string()));
  const auto temporary = temporary_beside(path);
  write_straight(temporary, "");
  std::filesystem::remove(temporary, error);
}

std::filesystem::path claim_fresh_name(const std::filesystem::path& folder, const std::string& stem,
                                       const std::string& extension) {
  for (int i = 1; i < 1'000'000; ++i) {
    const auto path = folder / (i == 1 ? stem + extension : fmt::format("{}-{}{}", stem, i, extension));
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) {
      close(file);
      return path;
    }
    if (errno != EEXIST) cannot_write(path, std::strerror(errno));
  }
  cannot_write(folder / (stem + extension), "a million of them exist already");
}

bool is_sequence(const std::string& pattern) { return read_pattern(pattern).numbers > 0; }

std::string sequence_name(const std::string& pattern, std::uint32_t frame) {
  const Pattern parts = read_pattern(pattern);
  if (parts.numbers != 1)
    throw Failure(ExitCode::usage,
                  fmt::format("--output: '{}' must have one place for the frame number, such as %04d", pattern));
  std::string number = std::to_string(frame);
  if (number.size() < parts.width) number.insert(0, parts.width - number.size(), parts.fill);
  return parts.before + number + parts.after;
}

Difference compare(const Image& a, const Image& b) {
  Difference result;
  result.picture = {a.width, a.height, std::vector<std::uint8_t>(a.rgba.size(), 255)};
  double sum = 0;
  std::size_t off = 0;
  for (int top = 0; top < a.height; top += tile) {
    for (int left = 0; left < a.width; left += tile) {
      const int bottom = std::min(top + tile, a.height), right = std::min(left + tile, a.width);
      double tile_sum = 0;
      for (int y = top; y < bottom; ++y) {
        for (int x = left; x < right; ++x) {
          const std::size_t at =
              (static_cast<std::size_t>(y) * static_cast<std::size_t>(a.width) + static_cast<std::size_t>(x)) * 4;
          const auto p = premultiplied(&a.rgba[at]), q = premultiplied(&b.rgba[at]);
          double largest = 0;
          for (std::size_t c = 0; c < 4; ++c) {
            const double d = std::abs(p[c] - q[c]);
            tile_sum += d * d;
            largest = std::max(largest, d);
            if (c < 3)
              result.picture.rgba[at + c] = static_cast<std::uint8_t>(std::min(255.0, std::round(d * 4 * 255)));
          }
          off += largest > 1.0 / 255 + 1e-9 ? 1 : 0;
        }
      }
      sum += tile_sum;
      const double rms = std::sqrt(tile_sum / (4.0 * (bottom - top) * (right - left)));
      if (rms > result.worst_tile) {
        result.worst_tile = rms;
        result.x = left;
        result.y = top;
      }
    }
  }
  const double pixels = static_cast<double>(a.width) * a.height;
  result.rms = std::sqrt(sum / (4 * pixels));
  result.psnr = result.rms > 0 ? -20 * std::log10(result.rms) : std::numeric_limits<double>::infinity();
  result.off = static_cast<double>(off) / pixels;
  return result;
}

}  // namespace farfirst::app
