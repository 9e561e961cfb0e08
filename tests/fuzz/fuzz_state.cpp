// libFuzzer target: a state. An accepted one reads back after writing, and its camera shows something.

#include "check_model.h"
#include "cli/options.h"
#include "cli/state_text.h"
#include "io/exit_codes.h"

namespace {

using namespace farfirst::app;

void check_same(const Command& a, const Command& b) {
  for (const OptionRow& row : option_table())
    if (is_shown(row)) test::require(row.get(a) == row.get(b), "options read back as they were");
  test::require(a.document.objects == b.document.objects, "objects read back as they were");
  test::require(a.document.note == b.document.note, "texts read back as they were");
}

void check_taken(const Command& options) {
  for (const std::string& notice : options.notices) test::check_sentence(notice);
  const WorldCamera camera = options.document.camera.pose.value_or(WorldCamera());
  test::check_camera(in_scene(camera, glm::dvec3(0.0)));
  std::string text;
  try {
    text = write_state(options.document, camera, "/states");
  } catch (const Failure& failure) {  // a file's name that no state can hold
    return test::check_sentence(failure.what());
  }
  Command again;
  again.document = read_state(text, "again.farfirst.json", "/states", again.notices);
  check_same(options, again);
  const std::optional<WorldCamera>& pose = again.document.camera.pose;
  test::require(pose && pose->position == camera.position && pose->focal_point == camera.focal_point,
                "the camera reads back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Command options;
  try {
    options.document = read_state(text, "state.farfirst.json", "/states", options.notices);
  } catch (const Failure& failure) {
    test::check_sentence(failure.what());
    return 0;
  }
  check_taken(options);
  return 0;
}
