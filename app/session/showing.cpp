#include "showing.h"

#include <algorithm>

#include "error_analysis.h"
#include "scene/particle_sequence.h"

namespace farfirst::app {

const Object* Showing::selected_object() const {
  return scene && scene->objects && selected && *selected < scene->objects->size() ? &(*scene->objects)[*selected]
                                                                                   : nullptr;
}

Objects Showing::objects() const {
  if (!scene) return {};
  Objects objects;
  if (scene->objects) {
    objects = *scene->objects;
  } else {
    objects.origin = scene->file_origin();
    objects.push_back({scene->file,
                       scene->model,
                       {},
                       scene->particles,
                       scene->sequence,
                       scene->file.empty() ? std::string(document.scene_word()) : std::string(),
                       document.objects.empty() ? Part::all : document.objects.front().part});
  }
  for (std::size_t i = 0; i < std::min(objects.size(), document.objects.size()); ++i)
    objects[i].setting = document.objects[i].setting;
  return objects;
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
