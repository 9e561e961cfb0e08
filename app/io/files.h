#pragma once
// Writing files: never half of one, never over one that was not named, and errors found before the long work.

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace farfirst::app {

/// Throws FileError, also for a file of more than `most` bytes.
std::string read_file(const std::filesystem::path& path, std::size_t most = std::numeric_limits<std::size_t>::max());
/// Writes beside the name and renames, so that no half file is left. Throws Failure(failed) with a sentence.
void write_file(const std::filesystem::path& path, const std::string& bytes);

/// The same for data too large to be in memory at once: written in parts, under its name when it is finished.
class WholeFile {
 public:
  /// Throws Failure(failed), as the others do.
  explicit WholeFile(const std::filesystem::path& path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  void add(std::string_view bytes);
  void finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// A file of rows, for long runs. It appears under its name with the first row, at once whole: until then a file of
/// that name stays as it was. From then on it grows row by row, each in one write, so that a run that is ended leaves
/// all rows so far. A row that cannot be written is cut off again.
class GrowingFile {
 public:
  explicit GrowingFile(std::filesystem::path path) : path_(std::move(path)) {}
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  /// One or several lines, each with its line feed. Throws Failure(failed) with a sentence.
  void add(const std::string& rows);

 private:
  void begin(const std::string& rows);
  void append(const std::string& rows);

  std::filesystem::path path_;
  int file_ = -1;
  std::int64_t length_ = 0;
};

/// Finds out before the long work whether a file can be written there. Throws Failure(failed).
void check_writable(const std::filesystem::path& path);
/// Tests whether a file can be written beside it, even if the name is used. Throws Failure(failed).
void check_writable_beside(const std::filesystem::path& path);
/// Writes farfirst.png, or farfirst-2.png, ...: the first unused name in this folder, also if two
/// programs look for one at once. Returns it. Throws Failure(failed).
std::filesystem::path write_fresh_file(const std::filesystem::path& folder, const std::string& stem,
                                       const std::string& extension, const std::string& bytes);

/// a.png, difference: a.difference.png.
std::filesystem::path picture_beside(const std::filesystem::path& picture, std::string_view what);

/// Does a file name have a place for the frame number, %d or %04d?
bool is_sequence(const std::string& pattern);
/// The name of a frame. Throws Failure(usage) unless the pattern has exactly one %d, %Nd or %0Nd (%% is a per cent
/// sign).
std::string sequence_name(const std::string& pattern, std::uint32_t frame);

}  // namespace farfirst::app
