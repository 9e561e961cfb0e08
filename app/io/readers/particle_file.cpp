#include "io/particle_file.h"

#include <algorithm>
#include <fstream>

#include "io/exit_codes.h"
#include "io/files.h"
#include "io/json.h"
#include "io/json_fields.h"
#include "io/particle_names.h"
#include "io/reader.h"
#include "io/text.h"

namespace farfirst::app {
namespace {

using nlohmann::json;

template <class Enum, std::size_t n>
void read_choice(JsonFields& fields, std::string_view field, const std::array<std::string_view, n>& words,
                 Enum& value) {
  if (const JsonValue* found = fields.find(field)) value = static_cast<Enum>(found->choice(words));
}

/// One number for all of them, or [least, most].
void read_range(JsonFields& fields, std::string_view field, double least, double most, Range& range) {
  const JsonValue* found = fields.find(field);
  if (found == nullptr) return;
  if (!found->value.is_array()) {
    range.least = range.most = found->number(least, most);
    return;
  }
  if (found->value.size() != 2) found->expected("a number, or two: [least, most]");
  range = {found->item(0).number(least, most), found->item(1).number(least, most)};
  if (range.least > range.most) found->expected("[least, most], the smaller one first");
}

/// Not zero.
void read_direction(JsonFields& fields, std::string_view field, glm::vec3& value) {
  const JsonValue* found = fields.find(field);
  if (found == nullptr) return;
  value = found->vector(most_length);
  if (!(glm::length(value) >= 1e-6f)) found->expected("a direction, longer than 0");
}

/// Edges of a box.
glm::vec3 read_size(const JsonValue& value) {
  const glm::vec3 size = value.vector(most_length);
  for (std::size_t i = 0; i < 3; ++i)
    if (size[static_cast<int>(i)] < 0) value.item(i).expected("a length, 0 or more");
  return size;
}

template <class Value, class Read>
void read_curve(JsonFields& fields, std::string_view field, PropertyCurve<Value>& to, Read read) {
  const JsonValue* found = fields.find(field);
  if (found == nullptr) return;
  if (!found->value.is_object()) {
    to.curve.knots = {{0, read(*found)}};
    return;
  }
  JsonFields curve(*found, "a curve");
  read_choice(curve, "along", particle_properties, to.along);
  const JsonValue& knots = curve.need("knots");
  curve.refuse_others();
  const bool is_part = to.along == ParticleProperty::age || to.along == ParticleProperty::random;
  const double least = to.along == ParticleProperty::height ? -most_length : 0;
  for (const JsonValue& knot : knots.items(most_knots, "knots")) {
    if (!knot.value.is_array() || knot.value.size() != 2) knot.expected("a knot: [at, value]");
    const float at = knot.item(0).number(least, is_part ? 1 : most_length);
    if (!to.curve.knots.empty() && at < to.curve.knots.back().at) knot.item(0).expected("knots in ascending order");
    to.curve.knots.push_back({at, read(knot.item(1))});
  }
  if (to.curve.knots.empty()) knots.expected("one knot at least");
}

class SystemReader {
 public:
  SystemReader(const std::string& text, const std::string& name, const std::filesystem::path& folder)
      : text_{text, name}, folder_(folder) {}

  ParticleSystemDescription read() {
    const json root = parse_json(text_.text, at::file(text_.name));
    check_format(text_, root, particle_format, "a particle system");
    JsonFields fields(JsonValue{text_, root}, "a particle system");
    fields.find("format");
    fields.find("$schema");
    fields.read("name", system_.name);
    fields.read("warm_up", system_.warm_up, 0, most_seconds);
    if (const JsonValue* bounds = fields.find("bounds")) read_bounds(*bounds);
    for (const JsonValue& emitter : fields.need("emitters").items(most_emitters, "emitters")) read_emitter(emitter);
    if (system_.emitters.empty()) fields.need("emitters").expected("one emitter at least");
    if (const JsonValue* forces = fields.find("forces"))
      for (const JsonValue& force : forces->items(most_forces, "forces")) read_force(force);
    if (const JsonValue* colliders = fields.find("colliders"))
      for (const JsonValue& collider : colliders->items(most_colliders, "colliders")) read_collider(collider);
    fields.refuse_others();
    return std::move(system_);
  }

 private:
  void read_bounds(const JsonValue& value) {
    JsonFields fields(value, "the bounds");
    system_.least = fields.need("least").vector(most_length);
    system_.most = fields.need("most").vector(most_length);
    fields.refuse_others();
    if (!glm::all(glm::lessThan(system_.least, system_.most)))
      value.refuse("expected every number of \"least\" below that of \"most\"");
  }

  void read_emitter(const JsonValue& value) {
    JsonFields fields(value, "an emitter");
    Emitter emitter;
    read_name(fields, emitter);
    read_place(fields, emitter);
    read_times(fields, emitter);
    read_birth(fields, emitter);
    read_looks(fields, emitter);
    fields.refuse_others();
    system_.emitters.push_back(std::move(emitter));
  }

  const Emitter* find_emitter(const std::string& name) const {
    const auto found = std::ranges::find(system_.emitters, name, &Emitter::name);
    return found == system_.emitters.end() ? nullptr : &*found;
  }

  void read_name(JsonFields& fields, Emitter& emitter) const {
    fields.read("name", emitter.name);
    if (!emitter.name.empty() && find_emitter(emitter.name) != nullptr)
      fields.need("name").expected("a name that no other emitter has");
    const JsonValue* parent = fields.find("parent");
    if (parent == nullptr) return;
    emitter.parent = parent->word();
    if (find_emitter(emitter.parent) == nullptr) parent->expected("the name of an emitter before this one");
    read_choice(fields, "when", child_births, emitter.when);
    fields.read("inherit_velocity", emitter.inherit_velocity, -1, 1);
  }

  void read_place(JsonFields& fields, Emitter& emitter) const {
    read_choice(fields, "shape", emitter_shapes, emitter.shape);
    fields.read("position", emitter.position, most_length);
    read_direction(fields, "direction", emitter.direction);
    if (emitter.shape == EmitterShape::disc || emitter.shape == EmitterShape::sphere) {
      emitter.radius = fields.need("radius").number(0, most_length);
      fields.read("inner_radius", emitter.inner_radius, 0, emitter.radius);
    }
    if (emitter.shape == EmitterShape::box) emitter.size = read_size(fields.need("size"));
    if (emitter.shape == EmitterShape::mesh) {
      emitter.mesh = (folder_ / fields.need("mesh").word()).lexically_normal();
      emitter.size.x = fields.need("size").number(1e-3, most_length);
    }
  }

  static void read_times(JsonFields& fields, Emitter& emitter) {
    const bool at_death = emitter.when == ChildBirth::death;
    if (!at_death) {
      fields.read("rate", emitter.rate, 0, most_rate);
      fields.read("begins", emitter.begins, 0, most_seconds);
      fields.read("ends", emitter.ends, emitter.begins, most_seconds);
      fields.read("burst_every", emitter.burst_every, 0, most_seconds);
    }
    fields.read("burst", emitter.burst, most_burst);
    if (emitter.rate == 0 && emitter.burst == 0 && !(at_death ? fields.has("burst") : fields.has("rate")))
      fields.object().refuse(at_death ? "expected a \"burst\" above 0: children at death are one"
                                      : "expected a \"rate\" or a \"burst\" above 0");
  }

  static void read_birth(JsonFields& fields, Emitter& emitter) {
    read_range(fields, "life", least_life, most_seconds, emitter.life);
    read_range(fields, "speed", -most_speed, most_speed, emitter.speed);
    fields.read("spread", emitter.spread, 0, 180);
    fields.read("swirl", emitter.swirl, -most_speed, most_speed);
    fields.read("swirl_falloff", emitter.swirl_falloff, -2, 2);
    read_range(fields, "particle_radius", 1e-6, most_length, emitter.radius_of_particle);
  }

  static void read_looks(JsonFields& fields, Emitter& emitter) {
    read_curve(fields, "color", emitter.color, [](const JsonValue& v) { return v.color(); });
    read_curve(fields, "opacity", emitter.opacity, [](const JsonValue& v) { return v.number(0, 1); });
    read_curve(fields, "growth", emitter.growth, [](const JsonValue& v) { return v.number(0, 1000); });
    fields.read("gravity_scale", emitter.gravity_scale, -100, 100);
    fields.read("drag", emitter.drag, 0, 1000);
    fields.read("noise_scale", emitter.noise_scale, 0, 100);
    fields.read("stretch", emitter.stretch, 0, 10);
  }

  /// Each kind has the fields that mean something to it.
  void read_force(const JsonValue& value) {
    JsonFields fields(value, "a force");
    Force force;
    force.kind = static_cast<ForceKind>(fields.need("kind").choice(force_kinds));
    switch (force.kind) {
      case ForceKind::gravity:
      case ForceKind::wind:
        force.vector = fields.need("vector").vector(most_speed);
        break;
      case ForceKind::curl_noise:
        force.strength = fields.need("strength").number(0, most_speed);
        force.scale = fields.need("scale").number(1e-3, most_length);
        fields.read("vector", force.vector, most_speed);
        break;
      case ForceKind::attractor:
        force.strength = fields.need("strength").number(-1e9, 1e9);
        fields.read("position", force.position, most_length);
        fields.read("soft", force.soft, 1e-3, most_length);
        break;
      case ForceKind::vortex:
        force.vector = {0, 1, 0};
        read_direction(fields, "vector", force.vector);
        force.strength = fields.need("strength").number(-most_speed, most_speed);
        force.scale = fields.need("scale").number(1e-3, most_length);
        fields.read("position", force.position, most_length);
        break;
    }
    if (const JsonValue* emitters = fields.find("emitters")) {
      for (const JsonValue& emitter : emitters->items(most_emitters, "names of emitters")) {
        force.emitters.push_back(emitter.word());
        if (find_emitter(force.emitters.back()) == nullptr) emitter.expected("the name of an emitter");
      }
    }
    fields.refuse_others();
    system_.forces.push_back(std::move(force));
  }

  void read_collider(const JsonValue& value) {
    JsonFields fields(value, "a collider");
    Collider collider;
    collider.shape = static_cast<ColliderShape>(fields.need("shape").choice(collider_shapes));
    fields.read("position", collider.position, most_length);
    if (collider.shape == ColliderShape::plane) read_direction(fields, "direction", collider.direction);
    if (collider.shape == ColliderShape::sphere) collider.radius = fields.need("radius").number(1e-3, most_length);
    if (collider.shape == ColliderShape::box || collider.shape == ColliderShape::room)
      collider.size = read_size(fields.need("size"));
    fields.read("bounce", collider.bounce, 0, 1);
    fields.read("friction", collider.friction, 0, 1);
    fields.read("kills", collider.kills);
    fields.refuse_others();
    system_.colliders.push_back(collider);
  }

  const JsonText text_;
  const std::filesystem::path& folder_;
  ParticleSystemDescription system_;
};

bool begins_as_system(const std::filesystem::path& path) {
  constexpr std::streamsize enough = 4096;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::string start(enough, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), enough);
  start.resize(static_cast<std::size_t>(file.gcount()));
  return is_particle_text(start);
}

}  // namespace

bool is_particle_file(const std::filesystem::path& path) {
  return in_lower_case(path.filename().string()).ends_with(particle_extension) || begins_as_system(path);
}

bool is_particle_text(std::string_view start) {
  const std::size_t first = start.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first != std::string_view::npos && start[first] == '{' &&
         start.find('"' + std::string(any_particle_format)) != std::string_view::npos;
}

ParticleSystemDescription read_particle_system(const std::string& text, const std::string& name,
                                               const std::filesystem::path& folder) {
  return SystemReader(text, name, folder).read();
}

ParticleSystemDescription load_particle_system(const std::filesystem::path& path) {
  return read_particle_system(read_file(path, largest_json), path.string(), path.parent_path());
}

extern const ReaderAbout about_particle_system;
const ReaderAbout about_particle_system{
    .name = "particle system",
    .extensions = particle_extension,
    .recognise = [](const FileStart& start) { return is_particle_text(start.bytes) ? Match::certain : Match::none; },
    .read = [](const ReadableFile&, const ProgressScale&) -> std::vector<Model> {
      throw FileError("this is a particle system, which is shown alone, not among other files");
    }};

}  // namespace farfirst::app
