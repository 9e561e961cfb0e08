#include "units.h"

#include <fmt/format.h>

#include <array>

namespace farfirst::app {

std::string with_thousands(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string counted(std::uint64_t number, std::string_view singular, std::string_view plural) {
  if (number == 1) return fmt::format("1 {}", singular);
  if (!plural.empty()) return fmt::format("{} {}", with_thousands(number), plural);
  return fmt::format("{} {}s", with_thousands(number), singular);
}

std::string byte_size(std::size_t bytes) {
  constexpr std::array<const char*, 4> units = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1000 && unit + 1 < units.size(); ++unit) size /= 1024;
  return fmt::format("{:.{}f} {}", size, size < 10 ? 1 : 0, units[unit]);
}

std::string milliseconds(double value) {
  if (value < 0) return "-";
  if (value < 0.9995) return fmt::format("{:.0f} us", value * 1000);
  return fmt::format("{:.{}f} ms", value, value < 10 ? 2 : value < 1000 ? 1 : 0);
}

}  // namespace farfirst::app
