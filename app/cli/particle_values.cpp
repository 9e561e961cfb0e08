#include "particle_values.h"

#include <algorithm>
#include <utility>

#include "io/particle_file.h"
#include "io/particle_scene.h"
#include "rows.h"
#include "scene/particles.h"
#include "scene/scene.h"

namespace farfirst::app {

void expect_scene(const std::string& text) {
  std::vector<std::string> names(built_in_scenes.begin(), built_in_scenes.end());
  for (const BuiltInSystem& each : built_in_systems()) names.emplace_back(each.name);
  if (std::ranges::find(names, text) == names.end()) refuse_word("scene", text, names);
}

bool is_system(const ObjectChoice& object) {
  if (object.scene.empty()) return is_particle_file(object.file);
  return object.scene == "particles" ||
         std::ranges::find(built_in_systems(), object.scene, &BuiltInSystem::name) != built_in_systems().end();
}

std::shared_ptr<ParticleSystem> system_of(const Document& document, const ObjectChoice& object) {
  auto system = particle_system(object, document.size_of(object), document.left.sort.seed, document.sequence.mapping);
  for (std::uint32_t i = 0; i < document.steps; ++i) system->step();
  return system;
}

void add_particle_rows(RowGroup rows) {
  rows.action(
      "particles-file", "FILE",
      "Show this particle system, NAME.particles.json (docs/particles.md), as FILE alone does",
      [](Document& document, const std::string& text) { document.objects = {{read_path("particles-file", text)}}; });
  rows.readable(
      "particles", "N", OptionKind::number, Persistence::no,
      "Number of particles, 1 to 67108864: scales the rates and bursts of a particle system. A file has its own number "
      "without this option (100000)",
      [](Document& document, const std::string& text) {
        document.particles = read_count("particles", text, 1, 1u << 26);
      },
      [](const Document& document) { return std::to_string(document.particles.value_or(Document::usual_particles)); });
  rows.count("steps", "N", Persistence::no,
             "Simulate N steps of 1/60 s before the first frame, 0 to 1000000; each frame is one step more (0)", 0,
             1'000'000, &Document::steps);
}

std::uint32_t Document::size_of(const ObjectChoice& object) const {
  if (object.scene == "splats") return splats;
  return particles.value_or(object.file.empty() ? usual_particles : 0);
}

}  // namespace farfirst::app
