// .splat (antimatter15/splat): 32 bytes each and nothing else. Position and scales are floats; bytes are red, green,
// blue and opacity, and then the rotation w x y z.

#include <algorithm>
#include <cstring>

#include "io/reader.h"
#include "io/splat_values.h"
#include "io/splats.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

constexpr std::size_t record = 32;

struct SplatRecord {
  glm::vec3 position, scale;
  std::uint8_t color[4], rotation[4];
};
static_assert(sizeof(SplatRecord) == record);

SplatRecord record_at(const char* bytes) {
  SplatRecord result;
  std::memcpy(&result, bytes, sizeof result);
  return result;
}

/// Zero where nothing was written.
glm::vec4 rotation_of(const SplatRecord& splat) {
  glm::vec4 wxyz(0);
  if (std::ranges::all_of(splat.rotation, [](std::uint8_t byte) { return byte == 0; })) return wxyz;
  for (int i = 0; i < 4; ++i) wxyz[i] = (static_cast<float>(splat.rotation[i]) - 128.0f) / 128.0f;
  return wxyz;
}

bool within(const glm::vec3& v, float least, float most) {
  return glm::all(glm::greaterThanEqual(v, glm::vec3(least))) && glm::all(glm::lessThanEqual(v, glm::vec3(most)));
}

/// Can it be drawn? Its rotation need not be of unit length.
bool is_possible(const SplatRecord& splat) {
  return within(splat.position, -1e10f, 1e10f) && within(splat.scale, 0.0f, 1e10f) &&
         rotation_of(splat) != glm::vec4(0);
}

/// Chance does not write a float of a scene's size six times and a rotation.
bool is_likely(const SplatRecord& splat) {
  const float length = glm::length(rotation_of(splat));
  return within(splat.position, -1e7f, 1e7f) && within(splat.scale, 0.0f, 1e7f) && length > 0.9f && length < 1.1f;
}

bool is_padding(const SplatRecord& splat) {
  constexpr SplatRecord zero{};
  return std::memcmp(&splat, &zero, sizeof splat) == 0;
}

/// There is no header to identify splats: most of what is no padding must look like one.
class Plausibility {
 public:
  void add(const SplatRecord& splat) {
    if (is_padding(splat)) return;
    ++all_;
    possible_ += is_possible(splat) ? 1 : 0;
  }
  void check() const {
    if (all_ == 0) throw FileError("the file has no splats, only zeros");
    if (2 * possible_ < all_)
      throw FileError({"this is no .splat file: of {} of {} bytes, {} can be splats", counted(all_, "record"), record,
                       with_thousands(possible_)});
  }

 private:
  std::uint64_t all_ = 0, possible_ = 0;
};

void add(Model& model, const SplatRecord& splat) {
  Splats& splats = model.splats;
  const glm::vec4 wxyz = rotation_of(splat);
  model.positions.push_back(splat.position);
  splats.scales.push_back(splat.scale);
  splats.rotations.push_back(unit_rotation(wxyz[0], wxyz[1], wxyz[2], wxyz[3]));
  splats.opacities.push_back(static_cast<float>(splat.color[3]) / 255.0f);
  splats.harmonics.push_back(harmonic_of_color(glm::vec3(splat.color[0], splat.color[1], splat.color[2]) / 255.0f));
}

/// There is no header.
Match recognise_splat(const FileStart& file) {
  const std::string_view start = file.bytes;
  constexpr std::size_t most = 64;  // splats
  const std::size_t count = std::min(start.size() / record, most);
  std::size_t zeros = 0;  // some programs write them first
  for (std::size_t i = 0; i < count; ++i) {
    const SplatRecord splat = record_at(start.data() + i * record);
    zeros += is_padding(splat) ? 1 : 0;
    if (!is_padding(splat) && !is_likely(splat)) return Match::none;
  }
  return count > zeros ? Match::possible : Match::none;
}

std::vector<Model> read_splat(const ReadableFile& file, const ProgressScale& progress) {
  ByteSource& source = file.source;
  // Inside gzip it is not known how many there are.
  const auto room = static_cast<std::size_t>(std::min<std::uint64_t>(source.most_bytes_left() / record, 1u << 23));
  Model model;
  model.positions.reserve(room);
  model.splats.reserve(room);
  Plausibility plausibility;
  while (source.want(1) > 0) {
    if (source.want(record) < record) {
      throw FileError({at::byte(source.position()), "the data end inside splat {}; each takes {} bytes",
                       model.positions.size() + 1, record});
    }
    if (model.positions.size() >= most_splats) throw FileError({"more splats than can be drawn ({})", most_splats});
    const std::size_t visible = std::min<std::size_t>(source.window().size() / record, 4096);
    for (std::size_t i = 0; i < visible; ++i) {
      const SplatRecord splat = record_at(source.window().data() + i * record);
      plausibility.add(splat);
      add(model, splat);
    }
    source.take(visible * record);
    progress.at(source);
  }
  plausibility.check();
  turn_from_training(model, ".splat");
  return alone(std::move(model));
}

}  // namespace

extern const ReaderAbout about_splat;
const ReaderAbout about_splat{
    .name = "splat", .extensions = ".splat", .recognise = recognise_splat, .read = read_splat};

}  // namespace farfirst::app
