#include "particle_data.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "exit_codes.h"
#include "files.h"
#include "particle_build.h"
#include "reader.h"
#include "text.h"

namespace farfirst::app {
namespace {

constexpr std::size_t most_frames = 100'000;

/// The reader by its name. Null if it reads no particles.
const ReaderAbout* particle_reader(const std::filesystem::path& file) {
  const ReaderAbout* reader = reader_of_name(file);
  return reader && reader->read_particles ? reader : nullptr;
}

ParticleCloud read_mapped_particles(const MappedFile& file, const ParticleReading& reading,
                                    const ProgressScale& scale) {
  const std::unique_ptr<ByteSource> source = make_source(file.bytes());
  const std::string_view start = start_of(*source);
  for (const ReaderAbout* reader : readers())
    if (reader->read_particles && reader->recognise && reader->recognise({start, *source}) == Match::certain)
      return reader->read_particles(*source, reading, scale);
  if (is_utf16(start)) {
    const std::string text = utf16_to_utf8(rest_of(*source));
    MemorySource converted(text);
    return read_particle_table(converted, reading, scale);
  }
  if (start.find('\0') != std::string_view::npos)
    throw FileError("expected particles as PLY, CSV or XYZ, found something else");
  return read_particle_table(*source, reading, scale);
}

/// The numbers of the files of a pattern, ascending.
std::vector<std::uint32_t> numbers_of(const std::filesystem::path& folder, const std::string& pattern) {
  // Compares the pattern's result for a number, so that fluid_1.ply does not match fluid_%04d.ply.
  const std::size_t percent = pattern.find('%');
  const std::string before = pattern.substr(0, percent);
  std::vector<std::uint32_t> numbers;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(before)) continue;
    std::uint32_t number = 0;
    const char* const digits = name.data() + before.size();
    const auto read = std::from_chars(digits, name.data() + name.size(), number);
    if (read.ec == std::errc() && sequence_name(pattern, number) == name) numbers.push_back(number);
  }
  std::ranges::sort(numbers);
  return numbers;
}

void check_pattern(const std::string& pattern) {
  try {
    sequence_name(pattern, 0);
  } catch (const Failure&) {
    throw FileError({at::file(pattern), "expected one place for the number, such as %04d"});
  }
}

SequenceFiles files_of_pattern(const std::filesystem::path& named) {
  SequenceFiles files{named.parent_path(), {}};
  const std::string pattern = named.filename().string();
  const std::filesystem::path folder = files.folder.empty() ? "." : files.folder;
  check_pattern(pattern);
  const std::vector<std::uint32_t> numbers = numbers_of(folder, pattern);
  if (numbers.empty()) throw FileError({at::file(named), "there is no file of this pattern"});
  const std::uint64_t span = std::uint64_t{numbers.back()} - numbers.front() + 1;
  if (span > most_frames)
    throw FileError({at::file(named), "the numbers go from {} to {}; {} files at most can be a sequence",
                     numbers.front(), numbers.back(), most_frames});
  auto at = numbers.begin();
  for (std::uint64_t i = 0; i < span; ++i) {
    const auto number = static_cast<std::uint32_t>(numbers.front() + i);
    const bool there = *at == number;
    if (there && std::next(at) != numbers.end()) ++at;
    files.frames.push_back({sequence_name(pattern, number), !there});
  }
  return files;
}

/// Digits count as numbers: a2 is before a10.
bool is_before(const std::string& a, const std::string& b) {
  std::size_t i = 0, k = 0;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto number_at = [&](const std::string& text, std::size_t& at) {
    while (at + 1 < text.size() && text[at] == '0' && is_digit(text[at + 1])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return std::string_view(text).substr(begin, at - begin);
  };
  while (i < a.size() && k < b.size()) {
    if (is_digit(a[i]) && is_digit(b[k])) {
      const std::string_view x = number_at(a, i), y = number_at(b, k);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else if (a[i] != b[k]) {
      return a[i] < b[k];
    } else {
      ++i, ++k;
    }
  }
  return a.size() - i != b.size() - k ? a.size() - i < b.size() - k : a < b;
}

SequenceFiles files_of_folder(const std::filesystem::path& folder) {
  SequenceFiles files{folder, {}};
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (particle_reader(entry.path())) files.frames.push_back({entry.path().filename().string(), false});
  if (error) throw FileError({at::file(folder), error.message()});
  if (files.frames.empty()) throw FileError({at::file(folder), "there is no .ply, .csv or .xyz here"});
  if (files.frames.size() > most_frames)
    throw FileError(
        {at::file(folder), "{} files at most can be a sequence, found {}", most_frames, files.frames.size()});
  std::ranges::sort(files.frames, is_before, &ParticleSequence::Frame::name);
  return files;
}

}  // namespace

ParticleCloud read_particles(const std::filesystem::path& path, const ParticleReading& reading) {
  LoadProgress unseen;
  const ProgressScale scale(reading.progress ? *reading.progress : unseen, 0.0f, 1.0f);
  scale.at(0.0f);
  return within_memory(at::file(path), "particles take", [&] {
    const MappedFile file(path);
    ParticleCloud cloud = read_mapped_particles(file, reading, scale);
    if (file.was_cut_short()) throw FileError("another program cut the file short while it was read");
    return cloud;
  });
}

bool is_particle_data(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  const ReaderAbout* reader = particle_reader(path);
  if (!reader) return false;
  if (!reader->holds_particles) return true;
  try {
    return reader->holds_particles(*make_source(MappedFile(path).bytes()));
  } catch (const FileError&) {
    return false;  // its reader reports why
  }
}

SequenceFiles sequence_files(const std::filesystem::path& named) {
  std::error_code error;
  if (std::filesystem::is_directory(named, error)) return files_of_folder(named);
  if (is_sequence(named.filename().string()) && !std::filesystem::exists(named, error)) return files_of_pattern(named);
  return {named.parent_path(), {{named.filename().string(), false}}};
}

std::shared_ptr<ParticleSequence> open_sequence(const std::filesystem::path& named, const ParticleReading& reading,
                                                const ParticleSequence::Settings& settings) {
  SequenceFiles files = sequence_files(named);
  std::vector<std::filesystem::path> paths;
  for (const ParticleSequence::Frame& frame : files.frames) paths.push_back(files.folder / frame.name);
  // All are moved by the origin of the first that is read, before there are two threads.
  auto known = std::make_shared<ParticleReading>(reading);
  const auto read = [known, paths](std::size_t frame, const ParticleProperties& properties) {
    known->properties = properties;
    ParticleCloud cloud = read_particles(paths[frame], *known);
    if (!known->origin) known->origin = cloud.origin;
    return cloud;
  };
  const std::filesystem::path name = named.has_filename() ? named.filename() : named.parent_path().filename();
  const auto is_cancelled = [&] { return reading.progress && reading.progress->cancel; };
  try {
    auto sequence = std::make_shared<ParticleSequence>(name.string(), std::move(files.frames), read, settings);
    if (!is_cancelled()) return sequence;
  } catch (const std::runtime_error& error) {  // the sentence of the file that it would begin with
    if (!is_cancelled()) throw FileError(error.what());
  }
  throw LoadCancelled();
}

}  // namespace farfirst::app
