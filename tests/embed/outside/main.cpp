#include <farfirst/sort.h>

#include <cstdint>
#include <cstdio>
#include <vector>

static_assert(FARFIRST_VERSION >= 100, "0.1.0 is the first version");

/// The message of a job whose buffer is smaller than required.
static const char* with_misuse(farfirst::Validate validate, const std::vector<float>& positions) {
  using namespace farfirst;
  const auto n = static_cast<std::uint32_t>(positions.size() / 3);
  std::vector<std::uint32_t> order(n);
  auto device = open(Backend::cpu, {.validate = validate});
  auto sorter = make_distance_sorter(*device, choose(*device), n);
  Workspace memory(*device, sorter->requirements());
  Source points{.n = n, .positions = host_buffer(positions)};
  points.positions.bytes = 4;
  DistanceJob job{.sources = {&points, 1}, .order = host_buffer(order)};
  memory.attach(job);
  try {
    sorter->sort(job);
    return "sorted";
  } catch (const Misuse&) {
    return "refused";
  }
}

int main() {
  // Three points in front of an eye at the origin, as x, y, z.
  const std::vector<float> positions = {0, 0, -1, 0, 0, -5, 0, 0, -3};
  const auto n = static_cast<std::uint32_t>(positions.size() / 3);
  std::vector<std::uint32_t> order(n);
  // [embedding]
  using namespace farfirst;
  auto device = open(Backend::cpu);  // once
  auto sorter = make_distance_sorter(*device, choose(*device), n);
  Workspace memory(*device, sorter->requirements());

  const Source points{.n = n, .positions = host_buffer(positions)};
  DistanceJob job{.sources = {&points, 1}, .eye = {0, 0, 0}, .order = host_buffer(order)};
  memory.attach(job);
  sorter->sort(job);  // every frame
  device->finish();   // order: back to front
  // [/embedding]
  for (std::uint32_t index : order) std::printf("%u ", static_cast<unsigned>(index));
  std::printf("%s %s\n", with_misuse(Validate::always, positions), with_misuse(Validate::in_debug_builds, positions));
}
