// Prints the viewer's own tables as Markdown, for the pages: keys, renderers.
#include <cstdio>
#include <string_view>

#include "render/renderer.h"
#include "ui/keys.h"

namespace {

void print_keys() {
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

void print_renderers() {
  std::printf("| renderer | what | how |\n|---|---|---|\n");
  for (const auto* about : farfirst::app::renderers())
    std::printf("| `%s` | %s | %s |\n", std::string(about->id).c_str(), std::string(about->title).c_str(),
                std::string(about->meaning).c_str());
}

}  // namespace

int main(int, char** arguments) {
  const std::string_view table = arguments[1] == nullptr ? "" : arguments[1];
  if (table == "keys") print_keys();
  if (table == "renderers") print_renderers();
}
