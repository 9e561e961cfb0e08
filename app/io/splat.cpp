// .splat (antimatter15/splat): 32 bytes each and nothing else. Position and scales are floats; bytes are red, green,
// blue and opacity, and then the rotation w x y z.

#include <fmt/format.h>

#include <cstring>

#include "readers.h"
#include "splat_values.h"
#include "splats.h"

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

glm::vec4 rotation_of(const SplatRecord& splat) {
  glm::vec4 wxyz;
  for (int i = 0; i < 4; ++i) wxyz[i] = (static_cast<float>(splat.rotation[i]) - 128.0f) / 128.0f;
  return wxyz;
}

/// Chance does not write a float of a scene's size six times and a rotation.
bool is_likely(const SplatRecord& splat) {
  const auto within = [](const glm::vec3& v, float least, float most) {
    return glm::all(glm::greaterThanEqual(v, glm::vec3(least))) && glm::all(glm::lessThanEqual(v, glm::vec3(most)));
  };
  const float length = glm::length(rotation_of(splat));
  return within(splat.position, -1e7f, 1e7f) && within(splat.scale, 0.0f, 1e7f) && length > 0.9f && length < 1.1f;
}

void add(Model& model, const SplatRecord& splat) {
  Splats& splats = model.splats;
  const glm::vec4 wxyz = rotation_of(splat);
  model.positions.push_back(splat.position);
  splats.scales.push_back(splat.scale);
  splats.rotations.push_back(unit_rotation(wxyz[0], wxyz[1], wxyz[2], wxyz[3]));
  splats.opacities.push_back(static_cast<float>(splat.color[3]) / 255.0f);
  splats.harmonics.push_back(harmonic_of_color(glm::vec3(splat.color[0], splat.color[1], splat.color[2]) / 255.0f));
}

}  // namespace

bool looks_like_splat(std::string_view start) {
  constexpr std::size_t most = 64;  // splats
  const std::size_t count = std::min(start.size() / record, most);
  for (std::size_t i = 0; i < count; ++i)
    if (!is_likely(record_at(start.data() + i * record))) return false;
  return count > 0;
}

Model read_splat(ByteSource& source, const ProgressScale& progress) {
  // Inside gzip it is not known how many there are.
  const auto room = static_cast<std::size_t>(std::min<std::uint64_t>(source.most_bytes_left() / record, 1u << 23));
  Model model;
  model.positions.reserve(room);
  model.splats.reserve(room);
  while (source.want(1) > 0) {
    if (source.want(record) < record) {
      throw FileError(fmt::format("byte {}: the data end inside splat {}; each takes {} bytes", source.position(),
                                  model.positions.size() + 1, record));
    }
    if (model.positions.size() >= most_splats) {
      throw FileError(fmt::format("more splats than can be drawn ({})", most_splats));
    }
    const std::size_t visible = std::min<std::size_t>(source.window().size() / record, 4096);
    for (std::size_t i = 0; i < visible; ++i) add(model, record_at(source.window().data() + i * record));
    source.take(visible * record);
    progress.at(source);
  }
  turn_from_training(model, ".splat");
  return model;
}

}  // namespace farfirst::app
