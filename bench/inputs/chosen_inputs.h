#pragma once
// What is sorted, as the command line says it.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "input.h"

namespace farfirst::bench {

class Command;

struct InputSettings {
  std::vector<std::string> sizes{};  // none = 64 k and 1 M, or, of a model, as many as it has
  std::vector<std::string> distributions = {"uniform"};
  std::vector<std::string> points = {"sphere"};
  std::vector<std::string> models{};
  std::string triangles = "0";
  std::uint32_t instances = 1;
  std::vector<std::string> eyes{};  // none = a place that suits
  std::uint32_t seed = 1;
};
void add_input_options(Command command, InputSettings& settings);

/// An input before it is made.
struct PlannedInput {
  std::string name;     // Input::name
  std::uint32_t n = 0;  // 0 = known when it is made
  /// Nothing, where a file that was found in a folder cannot be read: it has said why. Throws Failure.
  std::function<std::optional<Input>()> make;
};
/// In the sequence in which they are to be made: inputs that share what takes long to make follow each other. Throws
/// Failure where the settings make no sense.
std::vector<PlannedInput> planned_inputs(const InputSettings& settings, Form form);

/// "64k", "1.5M" with k = 2^10, M = 2^20. Throws Failure.
std::uint32_t parse_size(const std::string& option, const std::string& text, double least);
/// Of --n.
std::vector<std::uint32_t> parse_sizes(const std::vector<std::string>& texts, double least);

}  // namespace farfirst::bench
