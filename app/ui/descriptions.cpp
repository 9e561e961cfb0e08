#include "descriptions.h"

#include <fmt/format.h>

namespace farfirst::app::ui {

std::string describe(const Algorithm& algorithm) {
  std::string text =
      fmt::format("{}\n{}\n\nCost: {}\nSource: {}", algorithm.id, algorithm.title, algorithm.cost, algorithm.source);
  if (algorithm.stable) text += "\nStable.";
  if (!algorithm.deterministic) text += "\nIts steps differ from run to run; the order does not.";
  if (algorithm.round_trips) text += "\nThe host decides between passes, and waits for the device.";
  if (algorithm.allocates) text += "\nAllocates memory while it sorts.";
  if (!algorithm.notes.empty()) text += fmt::format("\n\n{}", algorithm.notes);
  return text;
}

}  // namespace farfirst::app::ui
