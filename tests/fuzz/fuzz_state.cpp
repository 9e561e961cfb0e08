// libFuzzer target: a state. What is taken is written so that it reads back, and its camera shows something; what is
// refused changes nothing.

#include "check_model.h"
#include "cli/state_text.h"
#include "io/exit_codes.h"

namespace {

using namespace farfirst::app;

void check_same(const Options& a, const Options& b) {
  for (const OptionRow& row : option_table())
    if (is_shown(row)) test::require(row.get(a) == row.get(b), "options read back as they were");
  test::require(a.scene == b.scene && a.file == b.file && a.all_objects() == b.all_objects(),
                "objects read back as they were");
  test::require(a.system == b.system && a.sequence.named == b.sequence.named, "particles read back as they were");
  test::require(a.note.title == b.note.title && a.note.text == b.note.text, "texts read back as they were");
}

void check_taken(const Options& options) {
  for (const std::string& notice : options.notices) test::check_sentence(notice);
  const WorldCamera camera = options.camera.pose.value_or(WorldCamera());
  test::check_camera(in_scene(camera, glm::dvec3(0.0)));
  std::string text;
  try {
    text = write_state(options, camera, "/states");
  } catch (const Failure& failure) {  // a file's name that no state can hold
    return test::check_sentence(failure.what());
  }
  Options again;
  read_state(text, "again.farfirst.json", "/states", again);
  check_same(options, again);
  test::require(again.camera.pose && again.camera.pose->position == camera.position &&
                    again.camera.pose->focal_point == camera.focal_point,
                "the camera reads back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Options options;
  try {
    read_state(text, "state.farfirst.json", "/states", options);
  } catch (const Failure& failure) {
    test::check_sentence(failure.what());
    check_same(options, Options());
    return 0;
  }
  check_taken(options);
  return 0;
}
