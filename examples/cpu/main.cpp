// Points in host memory, sorted back to front on the CPU.
#include <farfirst/sort.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

int main() {
  try {
    const std::vector<float> positions = {0, 0, -1, 0, 0, -5, 0, 0, -3, 0, 0, -2, 0, 0, -4};  // x, y, z of each point
    const auto n = static_cast<std::uint32_t>(positions.size() / 3);
    std::vector<std::uint32_t> order(n);

    // Once. Validation reports misuse as an exception; leave it out when your program is finished.
    auto device = farfirst::open(farfirst::Backend::cpu, {.validate = farfirst::Validate::always});
    auto sorter = farfirst::make_distance_sorter(*device, farfirst::choose(*device), n);
    const farfirst::Workspace memory(*device, sorter->requirements());

    // Every frame, with the eye of that frame.
    const farfirst::Source points{.n = n, .positions = farfirst::host_buffer(positions)};
    farfirst::DistanceJob job{.sources = {&points, 1}, .eye = {0, 0, 0}, .order = farfirst::host_buffer(order)};
    memory.attach(job);
    sorter->sort(job);
    device->finish();

    std::printf("back to front:");
    for (const std::uint32_t index : order) std::printf(" %u", static_cast<unsigned>(index));
    std::printf("\n");
  } catch (const std::exception& error) {  // every message is one sentence for the user
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
