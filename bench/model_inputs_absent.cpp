// See model_inputs.h; where the viewer, and with it the readers, is not built.
#include "commands.h"
#include "model_inputs.h"

namespace farfirst::bench {

struct ModelKeys::Scene {};

std::vector<std::string> eyes() { return {}; }
ModelKeys::ModelKeys(const std::filesystem::path&, std::uint32_t) {
  throw Failure(failed, "this farfirst-bench was built without the viewer, so it has no readers");
}
ModelKeys::~ModelKeys() = default;
Input ModelKeys::from(const std::string&) const { return {}; }

}  // namespace farfirst::bench
