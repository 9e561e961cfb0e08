// libFuzzer target: a camera as it is pasted. What is taken has a view, and reads back as the same view.

#include "camera/camera.h"
#include "check_model.h"
#include "io/exit_codes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const Camera camera = camera_from_json(text);
    test::check_camera(camera);
    const Camera again = camera_from_json(to_json(camera));
    test::require(again.eye == camera.eye && again.focus == camera.focus, "a camera reads back");
    const glm::mat3 before(camera.view()), after(again.view());
    for (int i = 0; i < 3; ++i)
      test::require(glm::length(before[i] - after[i]) < 1e-3f, "a camera reads back as the same view");
  } catch (const Failure& failure) {
    test::check_sentence(failure.what());
  }
  return 0;
}
