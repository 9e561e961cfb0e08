#pragma once
// Inputs of sorts, as chosen on the command line.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "input.h"

namespace farfirst::bench {

class Command;

struct InputSettings {
  std::vector<std::string> sizes{};  // none = 64 k and 1 M, or all elements of a model
  std::vector<std::string> distributions = {"uniform"};
  std::vector<std::string> points = {"sphere"};
  std::vector<std::string> models{};
  std::string triangles = "0";
  std::uint32_t instances = 1;
  std::vector<std::string> eyes{};  // none = a suitable position
  std::uint32_t seed = 1;
};
void add_input_options(Command command, InputSettings& settings);

/// An input that will be made later.
struct PlannedInput {
  std::string name;     // Input::name
  std::uint32_t n = 0;  // 0 = not known before it is made
  /// Returns nothing if a file of a folder cannot be read, after a message. Throws Failure.
  std::function<std::optional<Input>()> make;
};
/// The inputs in the sequence in which they should be made: those that share an expensive step follow each other.
/// Throws Failure if the settings make no sense.
std::vector<PlannedInput> planned_inputs(const InputSettings& settings, Form form);

/// "64k", "1.5M" with k = 2^10, M = 2^20. Throws Failure.
std::uint32_t parse_size(const std::string& option, const std::string& text, double least);
/// The values of --n.
std::vector<std::uint32_t> parse_sizes(const std::vector<std::string>& texts, double least);

}  // namespace farfirst::bench
