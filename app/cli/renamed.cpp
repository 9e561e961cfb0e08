#include "renamed.h"

#include <array>

namespace farfirst::app {
namespace {

struct OldOption {
  std::string_view old_name, name;
  std::string_view since;    // the first version with the new name
  std::string_view value{};  // that it stands for without one
};
constexpr std::array old_options = {OldOption{"representative", "sort-point", "0.2"},
                                    OldOption{"grazing", "fresnel", "0.2"}, OldOption{"key", "metric", "0.2"},
                                    OldOption{"splats-as-points", "splat-style", "0.3", "point"},
                                    OldOption{"no-splats-as-points", "splat-style", "0.3", "gaussian"}};

struct OldValue {
  std::string_view option, old_value, value;
  std::string_view since;
};
constexpr std::array old_values = {
    OldValue{"metric", "view", "view-depth", "0.2"}, OldValue{"draw-order", "far-first", "back-to-front", "0.2"},
    OldValue{"draw-order", "near-first", "front-to-back", "0.2"}, OldValue{"splat-style", "true", "point", "0.3"},
    OldValue{"splat-style", "false", "gaussian", "0.3"}};

}  // namespace

std::string_view current_option(std::string_view name) {
  for (const OldOption& old : old_options)
    if (name == old.old_name) return old.name;
  return name;
}

std::string_view value_of_old(std::string_view old_name) {
  for (const OldOption& old : old_options)
    if (old_name == old.old_name) return old.value;
  return {};
}

std::string_view current_value(std::string_view option, std::string_view value) {
  for (const OldValue& old : old_values)
    if (option == old.option && value == old.old_value) return old.value;
  return value;
}

}  // namespace farfirst::app
