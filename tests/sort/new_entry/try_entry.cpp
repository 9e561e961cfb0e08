// Exit codes: 0 cpu.example sorts, 1 it sorts wrongly, 2 it is not in the catalogue, 3 it says why it is absent.
#include <farfirst/sort.h>

int main() {
  const farfirst::Algorithm* entry = farfirst::find("cpu.example");
  if (entry == nullptr) return 2;
  if (const std::string why = farfirst::why_unavailable(*entry); !why.empty()) {
    return why == "cpu.example: its library was not found" ? 3 : 1;
  }
  const auto device = farfirst::open(farfirst::Backend::cpu);
  const std::vector<std::uint32_t> keys = {5, 1, 5, 0, 4};
  std::vector<std::uint32_t> order(keys.size());
  const auto sorter = farfirst::make_sorter(*device, *entry, 5);
  const farfirst::Workspace workspace(*device, sorter->requirements());
  farfirst::SortJob job{.n = 5, .keys = farfirst::host_buffer(keys), .order = farfirst::host_buffer(order)};
  workspace.attach(job);
  sorter->sort(job);
  return order == std::vector<std::uint32_t>{3, 1, 4, 0, 2} ? 0 : 1;
}
