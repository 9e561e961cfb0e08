// Particle systems as files: reading, writing, refusals, and that the schema agrees.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "io/exit_codes.h"
#include "io/files.h"
#include "io/particle_file.h"
#include "io/particle_scene.h"
#include "scene/fountain.h"
#include "scene/particle_plan.h"

namespace farfirst::app::test {
namespace {

using nlohmann::json;

ParticleSystemDescription read_system(const std::string& text) {
  return read_particle_system(text, "a.json", "/systems");
}

/// The refusal; empty if it is accepted.
std::string system_refusal(const std::string& text) {
  try {
    read_system(text);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.exit_code, ExitCode::unreadable);
    return failure.what();
  }
  return {};
}

const std::string start = "{\n\"format\": \"farfirst particles 1\",\n";
std::string with_emitter(const std::string& fields) {
  return start + "\"emitters\": [\n{ \"rate\": 10,\n" + fields + " }]\n}";
}

/// Every field of every part, none at its default.
ParticleSystemDescription everything() {
  ParticleSystemDescription system;
  system.name = "every thing";
  system.warm_up = 2.5f;
  system.least = {-1, -2, -3};
  system.most = {1, 2, 3};
  for (int shape = 0; shape < 5; ++shape) {
    Emitter e;
    e.name = "e" + std::to_string(shape);
    e.shape = static_cast<EmitterShape>(shape);
    e.position = {0.1f, 2, -3};
    e.direction = {1, 0.5f, 0};
    if (e.shape == EmitterShape::disc || e.shape == EmitterShape::sphere) e.radius = 3, e.inner_radius = 1;
    if (e.shape == EmitterShape::box) e.size = {1, 2, 3};
    if (e.shape == EmitterShape::mesh) e.size.x = 2, e.mesh = "/systems/meshes/a b.ply";
    if (shape == 4) e.parent = "e1", e.when = ChildBirth::alive, e.inherit_velocity = 0.3f;
    e.rate = 100.1f, e.begins = 1, e.ends = 7, e.burst = 12, e.burst_every = 0.5f;
    e.life = {0.5f, 3}, e.speed = {-1, 4}, e.spread = 33, e.swirl = -2, e.swirl_falloff = 0.5f;
    e.radius_of_particle = {0.01f, 0.02f};
    e.color = {ParticleProperty::speed, {{{0, {1, 0.5f, 0}}, {20, {0.1f, 0.2f, 0.3f}}}}};
    e.opacity = {ParticleProperty::age, {{{0, 0.25f}}}};
    e.growth = {ParticleProperty::height, {{{-5, 1}, {-5, 2}, {7, 3}}}};
    e.gravity_scale = -0.5f, e.drag = 3, e.noise_scale = 0.7f, e.stretch = 0.05f;
    system.emitters.push_back(e);
  }
  Emitter death;
  death.parent = "e0", death.when = ChildBirth::death, death.burst = 50;
  system.emitters.push_back(death);
  const auto force = [&](ForceKind kind, glm::vec3 vector, glm::vec3 position, float strength, float scale) {
    system.forces.push_back({kind, vector, position, strength, scale, 0.1f, {}});
  };
  force(ForceKind::gravity, {0, -9.81f, 0}, {}, 0, 1);
  force(ForceKind::wind, {1, 0, 2}, {}, 0, 1);
  force(ForceKind::curl_noise, {0, 1, 0}, {}, 2, 0.5f);
  force(ForceKind::attractor, {}, {1, 2, 3}, -5, 1);
  force(ForceKind::vortex, {0, 0, 1}, {3, 2, 1}, 4, 2);
  system.forces[1].emitters = {"e0", "e3"};
  system.forces[3].soft = 0.3f;
  Collider floor{.shape = ColliderShape::plane, .position = {0, -1, 0}, .direction = {0, 1, 0.5f}};
  floor.bounce = 0.9f, floor.friction = 0.1f, floor.kills = true;
  Collider ball{.shape = ColliderShape::sphere, .position = {0, 1, 0}, .radius = 2};
  Collider box{.shape = ColliderShape::box, .size = {1, 2, 3}};
  Collider room{.shape = ColliderShape::room, .size = {3, 2, 1}};
  system.colliders = {floor, ball, box, room};
  return system;
}

TEST(ParticleFile, WhatIsWrittenReadsBackAsTheSame) {
  const ParticleSystemDescription system = everything();
  const std::string text = write_particle_system(system, "/systems");
  EXPECT_EQ(read_system(text), system);
  EXPECT_NE(text.find("\"meshes/a b.ply\""), std::string::npos) << "a mesh is named from the folder on";
}

TEST(ParticleFile, BuiltInSystemsAreWrittenAndReadAsTheSame) {
  std::vector<ParticleSystemDescription> systems = {fountain_with_smoke()};
  for (const BuiltInSystem& built_in : built_in_systems()) systems.push_back(read_system(std::string(built_in.text)));
  EXPECT_EQ(systems.size(), 7u);
  for (const ParticleSystemDescription& system : systems) {
    EXPECT_EQ(read_system(write_particle_system(system, "/systems")), system) << system.name;
    const ParticleSystemDescription scaled = ParticlePlan(system, 3000, 1).scaled_description();
    EXPECT_EQ(read_system(write_particle_system(scaled, "/systems")), scaled) << system.name << ", fewer";
  }
}

TEST(ParticleFile, AnEmitterThatEmitsNoneIsWrittenAsOne) {
  ParticleSystemDescription system = everything();
  system.emitters[0].rate = 0;
  system.emitters[0].burst = 0;
  system.emitters.back().burst = 0;
  system.emitters[0].name = "a \"b\" c\\";
  system.emitters[5].parent = system.emitters[0].name;
  system.forces[1].emitters = {system.emitters[0].name, "e3"};
  EXPECT_EQ(read_system(write_particle_system(system, "/systems")), system);
}

TEST(ParticleFile, TakesShortForms) {
  const auto system =
      read_system(with_emitter(R"("life": 3, "color": "#ff8000", "opacity": {"knots": [[0, 1], [1, 0]]})"));
  const Emitter& e = system.emitters.at(0);
  EXPECT_EQ(e.life, (Range{3, 3}));
  EXPECT_EQ(e.color.curve.knots.at(0).value, glm::vec3(1, 128 / 255.0f, 0));
  EXPECT_EQ(e.opacity.along, ParticleProperty::age);
  EXPECT_EQ(e.opacity.curve.knots.size(), 2u);
  EXPECT_EQ(e.ends, std::numeric_limits<float>::infinity());
}

TEST(ParticleFile, IsKnownByItsName) {
  EXPECT_TRUE(is_particle_file("a/b.particles.json"));
  EXPECT_TRUE(is_particle_file("B.PARTICLES.JSON"));
  EXPECT_FALSE(is_particle_file("particles.json"));
  EXPECT_FALSE(is_particle_file("b.farfirst.json"));
}

struct Refused {
  std::string text, sentence;
};

TEST(ParticleFile, WhatIsWrongIsOneSentence) {
  const auto emitter = [](const std::string& fields) { return with_emitter(fields); };
  const std::vector<Refused> cases = {
      {"", "a.json: there is nothing in it"},
      {"[1, 2]", "a.json: this is not a particle system: expected an object with \"format\": \"farfirst particles 1\""},
      {R"({"format": "farfirst particles 9"})",
       R"(a.json: line 1: "format": this program reads "farfirst particles 1", found "farfirst particles 9")"},
      {start + "\"x\": 1}", R"(a.json: a particle system needs a field "emitters")"},
      {start + "\"emitters\": []}", R"(a.json: line 3: "emitters": expected one emitter at least, found "[]")"},
      {start + "\"emitters\": [3]}",
       R"(a.json: line 3: "emitters[0]": expected an emitter, which is an object { }, found "3")"},
      {start + "\"emitters\": [{}]}", R"(a.json: line 3: "emitters[0]": expected a "rate" or a "burst" above 0)"},
      {emitter("\"spreadd\": 3"),
       R"(a.json: line 5: "emitters[0].spreadd": an emitter has no such field (did you mean spread?))"},
      {emitter("\"spread\": 270"),
       R"(a.json: line 5: "emitters[0].spread": expected a number from 0 to 180, found "270")"},
      {emitter("\"spread\": \"wide\""),
       R"(a.json: line 5: "emitters[0].spread": expected a number from 0 to 180, found "wide")"},
      {emitter("\"life\": [3, 1]"),
       R"(a.json: line 5: "emitters[0].life": expected [least, most], the smaller one first, found "[3,1]")"},
      {emitter("\"direction\": [0, 0, 0]"),
       R"(a.json: line 5: "emitters[0].direction": expected a direction, longer than 0, found "[0,0,0]")"},
      {emitter("\"position\": [0, 0]"),
       R"(a.json: line 5: "emitters[0].position": expected three numbers [x, y, z], found "[0,0]")"},
      {emitter("\"shape\": \"cube\""),
       R"(a.json: line 5: "emitters[0].shape": expected point, disc, sphere, box or mesh, found "cube")"},
      {emitter("\"shape\": \"disc\""), R"(a.json: line 4: "emitters[0]": an emitter needs a field "radius")"},
      {emitter("\"radius\": 2"), R"(a.json: line 5: "emitters[0].radius": an emitter has no such field)"},
      {emitter("\"parent\": \"missing\""),
       R"(a.json: line 5: "emitters[0].parent": expected the name of an emitter before this one, found "missing")"},
      {emitter("\"color\": \"red\""),
       R"(a.json: line 5: "emitters[0].color": expected a colour: "#rrggbb", or three numbers from 0 to 1, found "red")"},
      {emitter("\"opacity\": {\"knots\": [[0, 1], [0.5, 2]]}"),
       R"(a.json: line 5: "emitters[0].opacity.knots[1][1]": expected a number from 0 to 1, found "2")"},
      {emitter("\"opacity\": {\"knots\": [[0.5, 1], [0, 0]]}"),
       R"(a.json: line 5: "emitters[0].opacity.knots[1][0]": expected knots in ascending order, found "0")"},
      {emitter("\"burst\": 1.5"),
       R"(a.json: line 5: "emitters[0].burst": expected a whole number from 0 to 67108864, found "1.5")"},
      {emitter("\"life\": 1}], \"forces\": [ {\"kind\": \"wind\", \"vector\": [1, 0, 0], \"scale\": 2"),
       R"(a.json: line 5: "forces[0].scale": a force has no such field)"},
      {emitter("\"drag\": 1e999"), "a.json: line 5, column 13: the number \"1e999\" is out of range"},
  };
  for (const Refused& one : cases) {
    const std::string found = system_refusal(one.text);
    EXPECT_EQ(found.substr(0, one.sentence.size()), one.sentence) << one.text;
    EXPECT_EQ(found.find('\n'), std::string::npos);
  }
}

TEST(ParticleFile, TooManyEmittersAreRefused) {
  std::string list = "{\"rate\": 1}";
  for (int i = 0; i < 32; ++i) list += ", {\"rate\": 1}";
  EXPECT_NE(system_refusal(start + "\"emitters\": [" + list + "]}").find("expected 32 emitters at most, found 33"),
            std::string::npos);
}

// ---- the schema

json schema() { return json::parse(read_file(FARFIRST_PARTICLE_SCHEMA)); }

std::set<std::string> fields_of(const json& object) {
  std::set<std::string> fields;
  for (const auto& [field, value] : object.items()) fields.insert(field);
  return fields;
}

TEST(ParticleSchema, HasTheFieldsThatAreWritten) {
  const json schema_json = schema(), all = json::parse(write_particle_system(everything(), "/systems"));
  std::set<std::string> system = fields_of(schema_json["properties"]);
  system.erase("$schema");
  EXPECT_EQ(system, fields_of(all));
  const auto union_of = [](const json& list) {
    std::set<std::string> fields;
    for (const json& object : list) fields.merge(fields_of(object));
    return fields;
  };
  EXPECT_EQ(fields_of(schema_json["$defs"]["emitter"]["properties"]), union_of(all["emitters"]));
  EXPECT_EQ(fields_of(schema_json["$defs"]["force"]["properties"]), union_of(all["forces"]));
  EXPECT_EQ(fields_of(schema_json["$defs"]["collider"]["properties"]), union_of(all["colliders"]));
}

/// Numbers of an emitter are accepted up to the ends of their range, and not beyond.
TEST(ParticleSchema, HasTheRangesThatAreRead) {
  int checked = 0;
  const json schema_json = schema();
  for (const auto& [field, property] : schema_json["$defs"]["emitter"]["properties"].items()) {
    if (field == "radius" || field == "inner_radius" || field == "size" || field == "inherit_velocity") continue;
    const json& range = property.contains("oneOf") ? property["oneOf"][0] : property;
    if (!range.contains("maximum")) continue;
    const bool whole = property.value("type", "") == "integer";
    const auto refused = [&, name = field](const json& value) {
      const json emitter = {{name, value}, {name == "rate" ? "burst" : "rate", 1}};
      return !system_refusal(start + "\"emitters\": [" + emitter.dump() + "]}").empty();
    };
    const json most = range["maximum"], least = range["minimum"];
    EXPECT_FALSE(refused(most)) << field;
    EXPECT_FALSE(refused(least)) << field;
    EXPECT_TRUE(refused(whole ? json(most.get<std::uint64_t>() + 1) : json(most.get<double>() * 1.01))) << field;
    EXPECT_TRUE(refused(least.get<double>() - 0.01)) << field;
    ++checked;
  }
  EXPECT_GE(checked, 17);
}

}  // namespace
}  // namespace farfirst::app::test
