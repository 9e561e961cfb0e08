// libFuzzer target: a camera path. An accepted one has a camera for every frame.

#include "camera/path.h"
#include "check_model.h"
#include "io/exit_codes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const CameraPath path = CameraPath::parse(text, "path.json");
    Bounds scene;
    scene.minimum = {-1, -2, -3};
    scene.maximum = {4, 5, 6};
    const std::uint32_t length = path.length();
    test::require(length >= 1, "a path has a frame");
    for (const std::uint32_t frame : {0u, 1u, length / 3, length / 2, length - 1, length, length + 7, 0xFFFFFFFFu})
      test::check_camera(path.at(frame, scene, glm::dvec3(0.0)));
  } catch (const Failure& failure) {
    test::check_sentence(failure.what());
  }
  return 0;
}
