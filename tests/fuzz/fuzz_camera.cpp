// libFuzzer target: a pasted camera. An accepted one has a view, and reads back as the same view.

#include "camera/world.h"
#include "check_model.h"
#include "io/exit_codes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const WorldCamera camera = camera_from_json(text);
    const Camera seen = in_scene(camera, glm::dvec3(0.0));
    test::check_camera(seen);
    const WorldCamera again = camera_from_json(to_json(camera));
    test::require(again.position == camera.position && again.focal_point == camera.focal_point, "a camera reads back");
    const glm::mat3 before(seen.view()), after(in_scene(again, glm::dvec3(0.0)).view());
    for (int i = 0; i < 3; ++i)
      test::require(glm::length(before[i] - after[i]) < 1e-3f, "a camera reads back as the same view");
  } catch (const Failure& failure) {
    test::check_sentence(failure.what());
  }
  return 0;
}
