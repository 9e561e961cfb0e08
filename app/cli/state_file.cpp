#include "state_file.h"

#include "io/files.h"
#include "io/json.h"
#include "io/particle_file.h"
#include "io/text.h"

namespace farfirst::app {

bool is_state_file(const std::filesystem::path& path) {
  return in_lower_case(path.extension().string()) == ".json" && !is_particle_file(path);
}

Document load_state(const std::filesystem::path& path, std::vector<std::string>& notices) {
  Document document = read_state(read_file(path, largest_json), path.string(), path.parent_path(), notices);
  document.state = path;
  return document;
}

void save_state(const std::filesystem::path& path, const Document& shown, const WorldCamera& camera) {
  write_file(path, write_state(shown, camera, path.parent_path()));
}

}  // namespace farfirst::app
