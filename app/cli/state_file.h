#pragma once
// States on disk: what is shown, saved and shown again. docs/states.md describes them for users.

#include <filesystem>
#include <string_view>

#include "state_text.h"

namespace farfirst::app {

/// The suffix of their names.
inline constexpr std::string_view state_extension = ".farfirst.json";

/// By its name: any JSON that is no particle system, since no other kind of input is JSON.
bool is_state_file(const std::filesystem::path& path);

/// read_state() of a file. Throws FileError.
Document load_state(const std::filesystem::path& path, std::vector<std::string>& notices);

/// Writes one, whatever stood there. Throws Failure(failed).
void save_state(const std::filesystem::path& path, const Document& shown, const WorldCamera& camera);

}  // namespace farfirst::app
