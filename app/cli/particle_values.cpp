#include "particle_values.h"

#include <algorithm>
#include <utility>

#include "io/particle_scene.h"
#include "names.h"
#include "rows.h"
#include "scene/particles.h"
#include "sequence_values.h"

namespace farfirst::app {

void read_scene(Options& options, const std::string& text) {
  const auto system = std::ranges::find(built_in_systems(), text, &BuiltInSystem::name);
  if (system != built_in_systems().end()) {
    options.scene = SceneKind::particles;
    options.system = {text, {}};
    return;
  }
  const auto scene = std::ranges::find(scenes, text, &Word<SceneKind>::name);
  if (scene != scenes.end()) {
    options.scene = scene->value;
    options.system = {};
    return;
  }
  std::vector<std::string> names;
  for (const auto& word : scenes) names.emplace_back(word.name);
  for (const BuiltInSystem& each : built_in_systems()) names.emplace_back(each.name);
  refuse_word("scene", text, names);
}

void show_system(Options& options, std::filesystem::path file) {
  options.scene = SceneKind::particles;
  options.system = {{}, std::move(file)};
  options.file.clear();
  options.objects.clear();
}

SceneSource scene_of_options(const Options& options) {
  if (options.scene == SceneKind::sequence) return sequence_scene(options);
  if (options.scene != SceneKind::particles)
    return built_in_scene(options.scene, options.scene_size(), options.sort.seed);
  SceneSource scene = particle_scene(options.system, options.scene_size(), options.sort.seed, options.sequence.mapping);
  for (std::uint32_t i = 0; i < options.steps; ++i) scene.particles->step();
  return scene;
}

void add_particle_rows(std::vector<OptionRow>& rows) {
  rows.push_back(action(
      scene_group, "particles-file", "FILE",
      "Show this particle system, NAME.particles.json (docs/particles.md), as FILE alone does",
      [](Options& options, const std::string& text) { show_system(options, read_path("particles-file", text)); }));
  rows.push_back(
      {scene_group, "particles", "N", OptionKind::number, Persistence::no,
       "Particles of a particle system, by scaling its rates and bursts, 1 to 67108864; a file has as many as it "
       "says unless this is said (100000)",
       [](Options& options, const std::string& text) {
         options.particles = read_count("particles", text, 1, 1u << 26);
       },
       [](const Options& options) { return std::to_string(options.particles); }});
  rows.push_back(
      {scene_group, "steps", "N", OptionKind::number, Persistence::no,
       "Steps of 1/60 s that particles have taken before the first frame, 0 to 1000000; each frame takes one more (0)",
       [](Options& options, const std::string& text) { options.steps = read_count("steps", text, 0, 1'000'000); },
       [](const Options& options) { return std::to_string(options.steps); }});
}

std::uint32_t Options::scene_size() const {
  if (scene == SceneKind::splats) return splats;
  return system.file.empty() || was_given("particles") ? particles : 0;
}

std::string_view Options::scene_word() const {
  return scene == SceneKind::particles && !system.built_in.empty() ? std::string_view(system.built_in)
                                                                   : word_for(scenes, scene);
}

}  // namespace farfirst::app
