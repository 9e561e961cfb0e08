// Writes particle systems: the fields that are not at their defaults.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "exit_codes.h"
#include "files.h"
#include "particle_file.h"
#include "particle_names.h"

namespace farfirst::app {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// The shortest text that reads back as the same float.
OrderedJson number(float value) { return OrderedJson::parse(fmt::format("{}", value)); }
OrderedJson vector(const glm::vec3& v) { return OrderedJson::array({number(v.x), number(v.y), number(v.z)}); }

OrderedJson color(const glm::vec3& c) {
  const glm::vec3 bytes = glm::round(c * 255.0f);
  if (bytes / 255.0f != c) return vector(c);
  return fmt::format("#{:02x}{:02x}{:02x}", static_cast<int>(bytes.x), static_cast<int>(bytes.y),
                     static_cast<int>(bytes.z));
}

OrderedJson range(const Range& r) {
  return r.least == r.most ? number(r.least) : OrderedJson::array({number(r.least), number(r.most)});
}

template <std::size_t n, class Enum>
OrderedJson word(const std::array<std::string_view, n>& words, Enum value) {
  return std::string(words.at(static_cast<std::size_t>(value)));
}

/// An object for the fields that differ from their defaults.
class Fields {
 public:
  void put(const char* field, OrderedJson value) { object_[field] = std::move(value); }
  template <class T, class Write>
  void put(const char* field, const T& value, const T& without, Write write) {
    if (!(value == without)) object_[field] = write(value);
  }
  void put(const char* field, float value, float without) { put(field, value, without, number); }
  template <class Value, class Write>
  void put_curve(const char* field, const PropertyCurve<Value>& value, Write write) {
    const auto& knots = value.curve.knots;
    if (knots.empty()) return;
    if (knots.size() == 1 && knots.front().at == 0 && value.along == ParticleProperty::age) {
      object_[field] = write(knots.front().value);
      return;
    }
    OrderedJson list = OrderedJson::array();
    for (const auto& knot : knots) list.push_back(OrderedJson::array({number(knot.at), write(knot.value)}));
    object_[field] = {{"along", word(particle_properties, value.along)}, {"knots", std::move(list)}};
  }
  OrderedJson take() { return std::move(object_); }

 private:
  OrderedJson object_ = OrderedJson::object();
};

/// The path from the folder on; a file elsewhere has its whole path.
OrderedJson mesh_name(const std::filesystem::path& mesh, const std::filesystem::path& folder) {
  const std::filesystem::path relative = mesh.lexically_relative(folder.empty() ? "." : folder);
  return (relative.empty() ? mesh : relative).string();
}

void put_place(Fields& fields, const Emitter& e, const std::filesystem::path& folder) {
  const Emitter without;
  fields.put("shape", e.shape, without.shape, [](EmitterShape s) { return word(emitter_shapes, s); });
  fields.put("position", e.position, without.position, vector);
  fields.put("direction", e.direction, without.direction, vector);
  if (e.shape == EmitterShape::disc || e.shape == EmitterShape::sphere) {
    fields.put("radius", number(e.radius));
    fields.put("inner_radius", e.inner_radius, 0);
  }
  if (e.shape == EmitterShape::box) fields.put("size", vector(e.size));
  if (e.shape != EmitterShape::mesh) return;
  fields.put("mesh", mesh_name(e.mesh, folder));
  fields.put("size", number(e.size.x));
}

void put_births(Fields& fields, const Emitter& e) {
  const Emitter without;
  const bool at_death = e.when == ChildBirth::death, emits_none = e.rate == 0 && e.burst == 0;
  if (emits_none) fields.put(at_death ? "burst" : "rate", 0);  // that it was left out would be a mistake
  fields.put("rate", e.rate, 0);
  fields.put("begins", e.begins, 0);
  fields.put("ends", e.ends, without.ends);
  if (e.burst != 0) fields.put("burst", e.burst);
  fields.put("burst_every", e.burst_every, 0);
  fields.put("life", e.life, without.life, range);
  fields.put("speed", e.speed, without.speed, range);
  fields.put("spread", e.spread, 0);
  fields.put("swirl", e.swirl, 0);
  fields.put("swirl_falloff", e.swirl_falloff, 0);
}

OrderedJson emitter(const Emitter& e, const std::filesystem::path& folder) {
  const Emitter without;
  Fields fields;
  if (!e.name.empty()) fields.put("name", e.name);
  if (!e.parent.empty()) {
    fields.put("parent", e.parent);
    fields.put("when", word(child_births, e.when));
    fields.put("inherit_velocity", e.inherit_velocity, 0);
  }
  put_place(fields, e, folder);
  put_births(fields, e);
  fields.put("particle_radius", e.radius_of_particle, without.radius_of_particle, range);
  fields.put_curve("color", e.color, color);
  fields.put_curve("opacity", e.opacity, number);
  fields.put_curve("growth", e.growth, number);
  fields.put("gravity_scale", e.gravity_scale, without.gravity_scale);
  fields.put("drag", e.drag, without.drag);
  fields.put("noise_scale", e.noise_scale, without.noise_scale);
  fields.put("stretch", e.stretch, without.stretch);
  return fields.take();
}

OrderedJson force(const Force& f) {
  const Force without;
  Fields fields;
  fields.put("kind", word(force_kinds, f.kind));
  const bool is_plain = f.kind == ForceKind::gravity || f.kind == ForceKind::wind;
  if (is_plain || f.kind == ForceKind::vortex)
    fields.put("vector", vector(f.vector));
  else if (f.kind == ForceKind::curl_noise)
    fields.put("vector", f.vector, without.vector, vector);
  if (!is_plain) fields.put("strength", number(f.strength));
  if (f.kind == ForceKind::curl_noise || f.kind == ForceKind::vortex) fields.put("scale", number(f.scale));
  if (f.kind == ForceKind::attractor || f.kind == ForceKind::vortex)
    fields.put("position", f.position, without.position, vector);
  if (f.kind == ForceKind::attractor) fields.put("soft", f.soft, without.soft);
  if (!f.emitters.empty()) fields.put("emitters", f.emitters);
  return fields.take();
}

OrderedJson collider(const Collider& c) {
  const Collider without;
  Fields fields;
  fields.put("shape", word(collider_shapes, c.shape));
  fields.put("position", c.position, without.position, vector);
  if (c.shape == ColliderShape::plane) fields.put("direction", c.direction, without.direction, vector);
  if (c.shape == ColliderShape::sphere) fields.put("radius", number(c.radius));
  if (c.shape == ColliderShape::box || c.shape == ColliderShape::room) fields.put("size", vector(c.size));
  fields.put("bounce", c.bounce, without.bounce);
  fields.put("friction", c.friction, without.friction);
  if (c.kills) fields.put("kills", true);
  return fields.take();
}

/// Is a character of JSON inside a word in quotes? To be called for each in turn.
class InWord {
 public:
  bool see(char c) {
    const bool was_escaped = std::exchange(escaped_, false);
    if (in_word_ && !was_escaped && c == '\\')
      escaped_ = true;
    else if (c == '"' && !was_escaped)
      in_word_ = !in_word_;
    return in_word_;
  }

 private:
  bool in_word_ = false, escaped_ = false;
};

/// Where the list that begins here ends; npos if it holds objects.
std::size_t end_of_list(const std::string& text, std::size_t first) {
  int depth = 0;
  InWord word;
  for (std::size_t i = first; i < text.size(); ++i) {
    const char c = text[i];
    if (word.see(c)) continue;
    if (c == '{') return std::string::npos;
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (depth == 0) return i;
  }
  return std::string::npos;
}

/// Vectors and curves on lines of their own, as people write them.
std::string with_short_lists(const std::string& text) {
  std::string result;
  InWord word;
  std::size_t list_ends = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool in_word = word.see(c);
    if (c == '[' && !in_word && i >= list_ends)
      if (const std::size_t end = end_of_list(text, i); end != std::string::npos) list_ends = end;
    const bool is_break = c == '\n' || (c == ' ' && !in_word);
    if (i < list_ends && is_break) continue;
    result += c;
    if (c == ',' && !in_word && i < list_ends) result += ' ';
  }
  return result;
}

}  // namespace

std::string write_particle_system(const ParticleSystemDescription& system, const std::filesystem::path& folder) {
  Fields root;
  root.put("format", std::string(particle_format));
  if (!system.name.empty()) root.put("name", system.name);
  root.put("warm_up", system.warm_up, 0);
  if (system.least != system.most)
    root.put("bounds", OrderedJson{{"least", vector(system.least)}, {"most", vector(system.most)}});
  OrderedJson emitters = OrderedJson::array(), forces = OrderedJson::array(), colliders = OrderedJson::array();
  for (const Emitter& e : system.emitters) emitters.push_back(emitter(e, folder));
  for (const Force& f : system.forces) forces.push_back(force(f));
  for (const Collider& c : system.colliders) colliders.push_back(collider(c));
  root.put("emitters", std::move(emitters));
  if (!forces.empty()) root.put("forces", std::move(forces));
  if (!colliders.empty()) root.put("colliders", std::move(colliders));
  try {
    return with_short_lists(root.take().dump(2)) + "\n";
  } catch (const OrderedJson::exception&) {
    throw Failure(ExitCode::failed, "a particle system cannot have this name: it is not UTF-8");
  }
}

void save_particle_system(const std::filesystem::path& path, ParticleSystemDescription system,
                          const std::filesystem::path& from) {
  if (system.name == from.filename().string()) system.name.clear();
  std::error_code error;
  for (Emitter& emitter : system.emitters)
    if (!emitter.mesh.empty()) emitter.mesh = std::filesystem::absolute(emitter.mesh, error).lexically_normal();
  write_file(path, write_particle_system(system, std::filesystem::absolute(path, error).parent_path()));
}

}  // namespace farfirst::app
