// .sog (PlayCanvas), version 2: lossless WebP pictures, in which each pixel is a splat, and meta.json, which
// describes their bytes. In a zip archive or a folder. Built where libwebp and libzip were found.
//   https://developer.playcanvas.com/user-manual/gaussian-splatting/formats/sog/

#include <fmt/format.h>
#include <webp/decode.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/json.h"
#include "io/origin.h"
#include "io/reader.h"
#include "io/splat_values.h"
#include "io/splats.h"
#include "io/text.h"
#include "scene/units.h"
#include "zip_archive.h"

namespace farfirst::app {
namespace {

using nlohmann::json;

constexpr std::size_t codes = 256;   // of a codebook
constexpr std::size_t palette = 64;  // entries of harmonics in a row of their picture

/// Hands over one of the files.
using ReadPart = std::function<std::string(const std::string& name)>;

// ---- meta.json

[[noreturn]] void refuse(const std::string& field, std::string_view expected) {
  throw FileError({at::file("meta.json"), "expected {} to be {}", field, expected});
}

const json& field_of(const json& object, const char* name, const std::string& field) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  if (!object.is_object() || found == object.end()) throw FileError({"meta.json has no field {}", field});
  return *found;
}

/// A whole number.
std::uint64_t count_of(const json& object, const char* name, const std::string& field, std::uint64_t most) {
  const json& value = field_of(object, name, field);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
    refuse(field, fmt::format("a whole number up to {}", most));
  return value.get<std::uint64_t>();
}

template <std::size_t count, class Number = float>
std::array<Number, count> numbers_of(const json& object, const char* name, const std::string& field) {
  const json& list = field_of(object, name, field);
  const bool numbers = list.is_array() && list.size() == count &&
                       std::ranges::all_of(list, [](const json& value) { return value.is_number(); });
  if (!numbers) refuse(field, fmt::format("{} numbers", count));
  std::array<Number, count> result;
  for (std::size_t i = 0; i < count; ++i) result[i] = list[i].get<Number>();
  return result;
}

/// Names of pictures beside meta.json, and nowhere else.
std::vector<std::string> files_of(const json& object, const std::string& field, std::size_t count) {
  const json& list = field_of(object, "files", field);
  std::vector<std::string> names;
  if (list.is_array())
    for (const json& name : list)
      if (name.is_string()) names.push_back(name.get<std::string>());
  const auto is_beside = [](const std::string& name) {
    return !name.empty() && name != ".." && name.find_first_of("/\\") == std::string::npos &&
           std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
  };
  if (names.size() != count || !std::ranges::all_of(names, is_beside))
    refuse(field, fmt::format("{} beside meta.json", counted(count, "name of a file", "names of files")));
  return names;
}

struct Palette {
  std::size_t count = 0;
  int degree = 0;
  std::array<float, codes> codebook{};
  std::vector<std::string> files;  // of the entries, and of each splat's number
};

struct Meta {
  std::size_t count = 0;
  std::array<double, 3> least{}, most{};  // of the logarithms of positions
  std::array<float, codes> scales{}, colors{};
  std::vector<std::string> position_files, rotation_files, scale_files, color_files;
  std::optional<Palette> harmonics;
};

Palette palette_of(const json& shn) {
  Palette result;
  result.count = count_of(shn, "count", "shN.count", 65536);
  result.degree = static_cast<int>(count_of(shn, "bands", "shN.bands", 3));
  result.codebook = numbers_of<codes>(shn, "codebook", "shN.codebook");
  result.files = files_of(shn, "shN.files", 2);
  return result;
}

Meta read_meta(const std::string& text) {
  const json root = parse_json(text, at::file("meta.json"));
  if (!root.is_object() || !root.contains("version"))
    throw FileError("meta.json has no version: version 1 of SOG is not read; splat-transform makes version 2 of it");
  if (count_of(root, "version", "version", 1000) != 2) refuse("version", "2");
  Meta meta;
  meta.count = count_of(root, "count", "count", most_splats);
  if (meta.count == 0) throw FileError("the file has no splats");
  const json& means = field_of(root, "means", "means");
  meta.least = numbers_of<3, double>(means, "mins", "means.mins");
  meta.most = numbers_of<3, double>(means, "maxs", "means.maxs");
  meta.position_files = files_of(means, "means.files", 2);
  const json& scales = field_of(root, "scales", "scales");
  meta.scales = numbers_of<codes>(scales, "codebook", "scales.codebook");
  meta.scale_files = files_of(scales, "scales.files", 1);
  meta.rotation_files = files_of(field_of(root, "quats", "quats"), "quats.files", 1);
  const json& sh0 = field_of(root, "sh0", "sh0");
  meta.colors = numbers_of<codes>(sh0, "codebook", "sh0.codebook");
  meta.color_files = files_of(sh0, "sh0.files", 1);
  if (root.contains("shN")) meta.harmonics = palette_of(root["shN"]);
  return meta;
}

// ---- pictures

struct Rgba {
  std::uint8_t r, g, b, a;
};

struct Pixels {
  std::size_t width = 0, height = 0;
  std::vector<Rgba> pixels;
};

/// `needed`: pixels that are used.
Pixels decode(const std::string& bytes, const std::string& name, std::size_t needed) {
  const auto* const data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(data, bytes.size(), &features) != VP8_STATUS_OK)
    throw FileError({at::file(name), "this is no WebP picture, or its header is damaged"});
  constexpr int lossless = 2;
  if (features.format != lossless)
    throw FileError({at::file(name), "expected a lossless WebP picture; a lossy one does not hold numbers"});
  Pixels result{static_cast<std::size_t>(features.width), static_cast<std::size_t>(features.height), {}};
  const std::size_t count = result.width * result.height;
  if (count < needed)
    throw FileError({at::file(name), "{} x {} pixels are fewer than the {} that meta.json promises", result.width,
                     result.height, needed});
  constexpr std::size_t slack = 65536;
  if (count > 4 * needed + slack)
    throw FileError({at::file(name), "{} x {} pixels are far more than the {} that meta.json promises", result.width,
                     result.height, needed});
  result.pixels.resize(count);
  const int stride = 4 * features.width;
  if (WebPDecodeRGBAInto(data, bytes.size(), &result.pixels[0].r, 4 * count, stride) == nullptr)
    throw FileError({at::file(name), "the WebP picture is damaged"});
  return result;
}

class SogReader {
 public:
  SogReader(const Meta& meta, const ReadPart& part, const ProgressScale& progress)
      : meta_(meta), part_(part), progress_(progress) {}

  Model read() {
    if (meta_.harmonics) model_.splats.degree = meta_.harmonics->degree;
    model_.positions.resize(meta_.count);
    model_.splats.resize(meta_.count);
    read_positions();
    read_rotations();
    read_scales();
    read_colors();
    if (model_.splats.degree > 0) read_harmonics(*meta_.harmonics);
    turn_from_training(model_, "SOG");
    return std::move(model_);
  }

 private:
  Pixels picture(const std::string& name, std::size_t needed) {
    Pixels pixels = decode(part_(name), name, needed);
    constexpr float pictures = 7;
    progress_.at(std::min(1.0f, ++done_ / pictures));
    return pixels;
  }
  Pixels picture(const std::vector<std::string>& files, std::size_t index = 0) {
    return picture(files[index], meta_.count);
  }

  /// 16 bits, low and high in two pictures, between the bounds of sign(p) ln(|p| + 1).
  void read_positions() {
    const Pixels low = picture(meta_.position_files, 0), high = picture(meta_.position_files, 1);
    using Codes = std::array<std::size_t, 3>;
    const auto codes_at = [&](std::size_t i) {
      const Rgba l = low.pixels[i], h = high.pixels[i];
      const auto code = [](unsigned low_byte, unsigned high_byte) { return std::size_t{low_byte | high_byte << 8}; };
      return Codes{code(l.r, h.r), code(l.g, h.g), code(l.b, h.b)};
    };
    OriginSample sample;
    sample.add(meta_.count, [&](std::size_t i) {
      const Codes codes = codes_at(i);
      return glm::dvec3(coordinate(0, codes[0]), coordinate(1, codes[1]), coordinate(2, codes[2]));
    });
    model_.origin = sample.origin();
    const std::array<std::vector<float>, 3> places{places_along(0), places_along(1), places_along(2)};
    for (std::size_t i = 0; i < meta_.count; ++i) {
      const Codes codes = codes_at(i);
      model_.positions[i] = {places[0][codes[0]], places[1][codes[1]], places[2][codes[2]]};
    }
  }

  static constexpr std::size_t largest_code = 65535;

  double coordinate(std::size_t axis, std::size_t code) const {
    const double share = static_cast<double>(code) / static_cast<double>(largest_code);
    const double value = meta_.least[axis] + (meta_.most[axis] - meta_.least[axis]) * share;
    return std::copysign(std::expm1(std::abs(value)), value);
  }

  /// The coordinate for each 16-bit number, less the origin.
  std::vector<float> places_along(std::size_t axis) const {
    std::vector<float> places;
    for (std::size_t code = 0; code <= largest_code; ++code)
      places.push_back(static_cast<float>(coordinate(axis, code) - model_.origin[static_cast<int>(axis)]));
    return places;
  }

  /// Alpha is 252 and the index of the largest in w x y z; below that there is no rotation.
  void read_rotations() {
    const Pixels quats = picture(meta_.rotation_files);
    for (std::size_t i = 0; i < meta_.count; ++i) {
      const Rgba q = quats.pixels[i];
      const glm::vec3 others = (glm::vec3(q.r, q.g, q.b) / 127.5f - 1.0f) * std::sqrt(0.5f);
      const glm::vec4 wxyz = q.a < 252 ? glm::vec4(0) : with_largest(q.a - 252u, others);
      model_.splats.rotations[i] = unit_rotation(wxyz[0], wxyz[1], wxyz[2], wxyz[3]);
    }
  }

  void read_scales() {
    const Pixels scales = picture(meta_.scale_files);
    std::array<float, codes> sizes;
    for (std::size_t i = 0; i < codes; ++i) sizes[i] = std::exp(meta_.scales[i]);
    for (std::size_t i = 0; i < meta_.count; ++i) {
      const Rgba s = scales.pixels[i];
      model_.splats.scales[i] = {sizes[s.r], sizes[s.g], sizes[s.b]};
    }
  }

  void read_colors() {
    const Pixels colors = picture(meta_.color_files);
    const std::size_t step = model_.splats.coefficients();
    for (std::size_t i = 0; i < meta_.count; ++i) {
      const Rgba c = colors.pixels[i];
      model_.splats.opacities[i] = static_cast<float>(c.a) / 255.0f;
      model_.splats.harmonics[i * step] = {meta_.colors[c.r], meta_.colors[c.g], meta_.colors[c.b]};
    }
  }

  /// Each splat has the number of an entry; an entry is a row of pixels, one for each coefficient.
  void read_harmonics(const Palette& from) {
    const std::size_t step = model_.splats.coefficients(), others = step - 1;
    const std::size_t rows = (from.count + palette - 1) / palette;
    const Pixels entries = picture(from.files[0], rows * palette * others);
    if (entries.width != palette * others)
      throw FileError({at::file(from.files[0]), "expected a width of {} pixels for harmonics of degree {}, found {}",
                       palette * others, from.degree, entries.width});
    const Pixels labels = picture(from.files, 1);
    for (std::size_t i = 0; i < meta_.count; ++i) {
      const std::size_t label = labels.pixels[i].r | static_cast<std::size_t>(labels.pixels[i].g) << 8;
      if (label >= from.count)
        throw FileError({at::file(from.files[1]), "splat {} has entry {} of {}", i + 1, label, from.count});
      const Rgba* const entry = &entries.pixels[label / palette * entries.width + label % palette * others];
      for (std::size_t k = 0; k < others; ++k)
        model_.splats.harmonics[i * step + k + 1] = {from.codebook[entry[k].r], from.codebook[entry[k].g],
                                                     from.codebook[entry[k].b]};
    }
  }

  const Meta& meta_;
  const ReadPart& part_;
  const ProgressScale& progress_;
  Model model_;
  float done_ = 0;
};

Model read_parts(const std::string& text, const ReadPart& part, const ProgressScale& progress) {
  const Meta meta = read_meta(text);
  return SogReader(meta, part, progress).read();
}

Model read_archive(std::string_view bytes, const ProgressScale& progress) {
  if (!bytes.starts_with("PK")) throw FileError("this is no SOG file: expected a zip archive, which begins with PK");
  const ZipArchive archive(bytes);
  if (!archive.has("meta.json"))
    throw FileError("this is a zip archive without a meta.json; of archives only splats (SOG) are read");
  return read_parts(
      archive.read("meta.json"), [&](const std::string& name) { return archive.read(name); }, progress);
}

Model read_folder(std::string_view meta, const std::filesystem::path& folder, const ProgressScale& progress) {
  const ReadPart part = [&](const std::string& name) {
    return within(at::file(name), [&] { return std::string(MappedFile(folder / name).bytes()); });
  };
  return read_parts(std::string(meta), part, progress);
}

}  // namespace

std::vector<Model> read_sog(const ReadableFile& file, const ProgressScale& progress) {
  std::string_view rest = without_mark(file.bytes);
  const bool is_meta = next_word(rest).starts_with("{");
  return alone(is_meta ? read_folder(file.bytes, file.path.parent_path(), progress)
                       : read_archive(file.bytes, progress));
}

}  // namespace farfirst::app
