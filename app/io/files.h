#pragma once
// Writing files: never half of one, never over one that nobody named, and trouble found before the long work.

#include <cstdint>
#include <filesystem>
#include <string>

namespace farfirst::app {

/// Throws Failure(unreadable).
std::string read_file(const std::filesystem::path& path);
/// Writes beside the name and renames, so that no half file is left. Throws Failure(failed) with a sentence.
void write_file(const std::filesystem::path& path, const std::string& bytes);

/// Finds out before the long work whether a file can be written there. Throws Failure(failed).
void check_writable(const std::filesystem::path& path);
/// farfirst.png, farfirst-2.png, ...: the first that does not exist yet in this folder. Creates it (empty) so that two
/// programs at once never take the same name. Throws Failure(failed).
std::filesystem::path claim_fresh_name(const std::filesystem::path& folder, const std::string& stem,
                                       const std::string& extension);

/// Does a file name have a place for the frame number, %d or %04d?
bool is_sequence(const std::string& pattern);
/// The name of a frame. Throws Failure(usage) unless the pattern has exactly one %d, %Nd or %0Nd (%% is a per cent
/// sign).
std::string sequence_name(const std::string& pattern, std::uint32_t frame);

}  // namespace farfirst::app
