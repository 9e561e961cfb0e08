#include "showing.h"

#include "error_analysis.h"
#include "scene/particle_sequence.h"

namespace farfirst::app {

Scene Showing::placed_scene() const {
  Scene placed = scene.value_or(Scene());
  for (std::size_t i = 0; i < placed.objects.size(); ++i) placed.objects[i].setting = document.objects[i].setting;
  return placed;
}

const Object* Showing::selected_object() const {
  return scene && selected && *selected < scene->objects.size() ? &scene->objects[*selected] : nullptr;
}

bool Showing::stands_still() const { return error_analysis != nullptr && error_analysis->is_under_way(); }

bool Showing::is_animated() const {
  bool plays = !scene->systems().empty(), waits = false;
  for (const auto& files : scene->sequences()) {
    plays |= !files->is_one() && !files->is_at_end();
    waits |= files->is_waiting();
  }
  return (plays && !paused && !stands_still()) || waits || playing;
}

}  // namespace farfirst::app
