// Stand-in for model_inputs.h if the viewer, and with it the readers, is not built.
#include "model_inputs.h"
#include "program/failure.h"

namespace farfirst::bench {

ViewedGeometry read_viewed_geometry(const std::filesystem::path&, const ModelSize&) {
  throw Failure(failed, "this farfirst-bench was built without the viewer, so it has no readers");
}
std::vector<std::filesystem::path> models_in(const std::filesystem::path& path) { return {path}; }

}  // namespace farfirst::bench
