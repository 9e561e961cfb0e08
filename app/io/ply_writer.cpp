#include "ply_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "files.h"
#include "scene/half_turn.h"

namespace farfirst::app {
namespace {

constexpr std::size_t rows_at_once = 16384;

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string property(std::string_view type, std::string_view name) {
  return fmt::format("property {} {}\n", type, name);
}

std::string header_start(std::string_view comment) {
  return fmt::format("ply\nformat binary_little_endian 1.0\n{}", comment);
}

/// Calls `row` for each index, and writes its bytes to the file in parts.
template <class Row>
void add_rows(WholeFile& file, std::size_t count, Row row) {
  std::string bytes;
  for (std::size_t first = 0; first < count; first += rows_at_once) {
    bytes.clear();
    for (std::size_t i = first; i < std::min(first + rows_at_once, count); ++i) row(i, bytes);
    file.add(bytes);
  }
}

/// Coordinates that are no floats were doubles in the file.
bool has_wide_coordinates(const Model& model) { return model.origin != glm::dvec3(0); }

std::string coordinate_properties(const Model& model) {
  std::string text;
  for (const char* name : {"x", "y", "z"}) text += property(has_wide_coordinates(model) ? "double" : "float", name);
  return text;
}

void append_coordinates(const Model& model, std::size_t i, std::string& bytes) {
  if (has_wide_coordinates(model)) {
    append(bytes, glm::dvec3(model.positions[i]) + model.origin);
  } else {
    append(bytes, model.positions[i]);
  }
}

// ---- meshes and clouds

class PlainWriter {
 public:
  explicit PlainWriter(const Model& model)
      : model_(model),
        normals_(model.normals.size() == model.positions.size()),
        colors_(model.colors.size() == model.positions.size()) {}

  void write(WholeFile& file) const {
    file.add(header());
    add_rows(file, model_.positions.size(), [&](std::size_t i, std::string& bytes) { add_vertex(i, bytes); });
    add_rows(file, model_.triangle_count(), [&](std::size_t i, std::string& bytes) {
      append(bytes, std::uint8_t{3});
      for (std::size_t corner = 0; corner < 3; ++corner) append(bytes, model_.triangles[3 * i + corner]);
    });
  }

 private:
  std::string header() const {
    std::string text = header_start("") + fmt::format("element vertex {}\n", model_.positions.size());
    text += coordinate_properties(model_);
    if (normals_)
      for (const char* name : {"nx", "ny", "nz"}) text += property("float", name);
    if (colors_)
      for (const char* name : {"red", "green", "blue", "alpha"}) text += property("uchar", name);
    if (model_.is_mesh())
      text += fmt::format("element face {}\nproperty list uchar uint vertex_indices\n", model_.triangle_count());
    return text + "end_header\n";
  }

  void add_vertex(std::size_t i, std::string& bytes) const {
    append_coordinates(model_, i, bytes);
    if (normals_) append(bytes, model_.normals[i]);
    if (colors_) append(bytes, model_.colors[i]);  // red is the low byte
  }

  const Model& model_;
  const bool normals_, colors_;
};

// ---- splats

std::string splat_header(const Model& model) {
  const Splats& splats = model.splats;
  std::string text = header_start(splats.antialiased ? "comment SplatRenderMode: mip\n" : "");
  text += fmt::format("element vertex {}\n", splats.count());
  const auto add = [&](std::string_view stem, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) text += property("float", fmt::format("{}{}", stem, i));
  };
  text += coordinate_properties(model);
  for (const char* name : {"nx", "ny", "nz"}) text += property("float", name);
  add("f_dc_", 3);
  add("f_rest_", 3 * (splats.coefficients() - 1));
  text += property("float", "opacity");
  add("scale_", 3);
  add("rot_", 4);
  return text + "end_header\n";
}

/// Undoes half a turn, where the file has y down.
Model part_for_file(const Model& model, std::size_t first, std::size_t count) {
  const auto copy = [](const auto& from, std::size_t begin, std::size_t length, auto& to) {
    const auto at = from.begin() + static_cast<std::ptrdiff_t>(begin);
    to.assign(at, at + static_cast<std::ptrdiff_t>(length));
  };
  Model part;
  part.origin = model.origin;
  part.splats.degree = model.splats.degree;
  const std::size_t coefficients = model.splats.coefficients();
  copy(model.positions, first, count, part.positions);
  copy(model.splats.scales, first, count, part.splats.scales);
  copy(model.splats.rotations, first, count, part.splats.rotations);
  copy(model.splats.opacities, first, count, part.splats.opacities);
  copy(model.splats.harmonics, first * coefficients, count * coefficients, part.splats.harmonics);
  turn_half(part, Axis::x);
  return part;
}

/// The reverse of a reader's sigmoid. Avoids infinities for other programs: at most the next float before 0 and 1.
float logit(float opacity) {
  constexpr double least = 0x1p-24;
  const double inside = std::clamp(static_cast<double>(opacity), least, 1 - least);
  return static_cast<float>(std::log(inside / (1 - inside)));
}

/// The logarithm of a scale. Flat splats have one of zero.
float log_scale(float scale) { return static_cast<float>(std::log(std::max(static_cast<double>(scale), 1e-30))); }

void add_splat(const Model& part, std::size_t i, std::string& bytes) {
  const Splats& splats = part.splats;
  append_coordinates(part, i, bytes);
  append(bytes, glm::vec3(0));  // the normal, which splats do not have and some readers want
  const auto harmonics = splats.harmonics_of(i);
  append(bytes, harmonics[0]);
  for (int channel = 0; channel < 3; ++channel)
    for (const glm::vec3& harmonic : harmonics.subspan(1)) append(bytes, harmonic[channel]);
  append(bytes, logit(splats.opacities[i]));
  for (int axis = 0; axis < 3; ++axis) append(bytes, log_scale(splats.scales[i][axis]));
  const glm::quat& rotation = splats.rotations[i];
  append(bytes, glm::vec4(rotation.w, rotation.x, rotation.y, rotation.z));
}

void write_splats(WholeFile& file, const Model& model) {
  file.add(splat_header(model));
  std::string bytes;
  for (std::size_t first = 0; first < model.splats.count(); first += rows_at_once) {
    const Model part = part_for_file(model, first, std::min(rows_at_once, model.splats.count() - first));
    bytes.clear();
    for (std::size_t i = 0; i < part.splats.count(); ++i) add_splat(part, i, bytes);
    file.add(bytes);
  }
}

// ---- particles

std::string particle_header(std::size_t count) {
  std::string text = header_start("") + fmt::format("element vertex {}\n", count);
  for (const char* name : {"x", "y", "z", "vx", "vy", "vz", "radius"}) text += property("float", name);
  for (const char* name : {"red", "green", "blue"}) text += property("uchar", name);
  for (const char* name : {"opacity", "age"}) text += property("float", name);
  return text + "end_header\n";
}

void add_particle(const ParticleArrays& particles, std::size_t slot, std::string& bytes) {
  const glm::vec4 place = particles.places[slot], motion = particles.motions[slot];
  const std::uint32_t color = particles.colors[slot];
  append(bytes, glm::vec3(place));
  append(bytes, glm::vec3(motion));
  append(bytes, place.w);
  for (const unsigned shift : {0u, 8u, 16u}) append(bytes, static_cast<std::uint8_t>(color >> shift));
  append(bytes, static_cast<float>(color >> 24) / 255.0f);
  append(bytes, motion.w * particle_step_seconds);
}

}  // namespace

void write_particles_ply(const std::filesystem::path& path, const ParticleArrays& particles) {
  std::vector<std::size_t> alive;
  for (std::size_t i = 0; i < particles.motions.size(); ++i)
    if (particles.motions[i].w >= 0) alive.push_back(i);
  WholeFile file(path);
  file.add(particle_header(alive.size()));
  add_rows(file, alive.size(), [&](std::size_t i, std::string& bytes) { add_particle(particles, alive[i], bytes); });
  file.finish();
}

void write_ply(const std::filesystem::path& path, const Model& model) {
  WholeFile file(path);
  if (model.has_splats()) {
    write_splats(file, model);
  } else {
    PlainWriter(model).write(file);
  }
  file.finish();
}

}  // namespace farfirst::app
