// Prints the viewer's table of keys as Markdown, for the README.
#include <cstdio>
#include <string_view>

#include "ui/keys.h"

int main() {
  std::printf("| | |\n|---|---|\n");
  std::string_view group;
  for (const auto& binding : farfirst::app::ui::key_bindings()) {
    if (std::string_view(binding.keys).empty()) continue;  // part of the row before
    if (group != binding.group) {
      group = binding.group;
      std::printf("| **%s** | |\n", binding.group);
    }
    std::printf("| %s | %s |\n", binding.keys, binding.meaning);
  }
}
