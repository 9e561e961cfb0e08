#include "particle_values.h"

#include <algorithm>
#include <utility>

#include "io/particle_scene.h"
#include "names.h"
#include "rows.h"
#include "scene/particles.h"
#include "sequence_values.h"

namespace farfirst::app {

void read_scene(Document& document, const std::string& text) {
  const auto system = std::ranges::find(built_in_systems(), text, &BuiltInSystem::name);
  if (system != built_in_systems().end()) {
    document.scene = SceneKind::particles;
    document.system = {text, {}};
    return;
  }
  const auto scene = std::ranges::find(scenes, text, &Word<SceneKind>::name);
  if (scene != scenes.end()) {
    document.scene = scene->value;
    document.system = {};
    return;
  }
  std::vector<std::string> names;
  for (const auto& word : scenes) names.emplace_back(word.name);
  for (const BuiltInSystem& each : built_in_systems()) names.emplace_back(each.name);
  refuse_word("scene", text, names);
}

void show_system(Document& document, std::filesystem::path file) {
  document.scene = SceneKind::particles;
  document.system = {{}, std::move(file)};
  document.file.clear();
  document.objects.clear();
}

SceneSource scene_of_options(const Document& document) {
  if (document.scene == SceneKind::sequence) return sequence_scene(document);
  if (document.scene != SceneKind::particles)
    return built_in_scene(document.scene, document.scene_size(), document.left.sort.seed);
  SceneSource scene =
      particle_scene(document.system, document.scene_size(), document.left.sort.seed, document.sequence.mapping);
  for (std::uint32_t i = 0; i < document.steps; ++i) scene.particles->step();
  return scene;
}

void add_particle_rows(std::vector<OptionRow>& rows) {
  rows.push_back(action(
      scene_group, "particles-file", "FILE",
      "Show this particle system, NAME.particles.json (docs/particles.md), as FILE alone does",
      [](Document& document, const std::string& text) { show_system(document, read_path("particles-file", text)); }));
  rows.push_back(readable(
      scene_group, "particles", "N", OptionKind::number, Persistence::no,
      "Particles of a particle system, by scaling its rates and bursts, 1 to 67108864; a file has as many as it "
      "says unless this is said (100000)",
      [](Document& document, const std::string& text) {
        document.particles = read_count("particles", text, 1, 1u << 26);
      },
      [](const Document& document) { return std::to_string(document.particles.value_or(Document::usual_particles)); }));
  rows.push_back(readable(
      scene_group, "steps", "N", OptionKind::number, Persistence::no,
      "Steps of 1/60 s that particles have taken before the first frame, 0 to 1000000; each frame takes one more (0)",
      [](Document& document, const std::string& text) { document.steps = read_count("steps", text, 0, 1'000'000); },
      [](const Document& document) { return std::to_string(document.steps); }));
}

std::uint32_t Document::scene_size() const {
  if (scene == SceneKind::splats) return splats;
  return particles.value_or(system.file.empty() ? usual_particles : 0);
}

std::string_view Document::scene_word() const {
  return scene == SceneKind::particles && !system.built_in.empty() ? std::string_view(system.built_in)
                                                                   : word_for(scenes, scene);
}

}  // namespace farfirst::app
