// Exit codes: 0 cpu.your_sort sorts and cpu.your_library_sort reports why it is absent, 1 one of them is wrong, 2
// neither is in the catalogue.
#include <farfirst/sort.h>

#include <vector>

static bool is_absent(const farfirst::Algorithm* entry) {
  return entry != nullptr && farfirst::why_unavailable(*entry) == "cpu.your_library_sort: its library was not found";
}

static bool sorts(const farfirst::Algorithm* entry) {
  if (entry == nullptr || !farfirst::why_unavailable(*entry).empty()) return false;
  const auto device = farfirst::open(farfirst::Backend::cpu);
  const std::vector<std::uint32_t> keys = {5, 1, 5, 0, 4};
  std::vector<std::uint32_t> order(keys.size());
  const auto sorter = farfirst::make_sorter(*device, *entry, 5);
  const farfirst::Workspace workspace(*device, sorter->requirements());
  farfirst::ArgsortJob job{.n = 5, .keys = farfirst::host_buffer(keys), .order = farfirst::host_buffer(order)};
  workspace.attach(job);
  sorter->sort(job);
  return order == std::vector<std::uint32_t>{3, 1, 4, 0, 2};
}

int main() {
  const farfirst::Algorithm* entry = farfirst::find("cpu.your_sort");
  const farfirst::Algorithm* absent = farfirst::find("cpu.your_library_sort");
  if (entry == nullptr && absent == nullptr) return 2;
  return sorts(entry) && is_absent(absent) ? 0 : 1;
}
