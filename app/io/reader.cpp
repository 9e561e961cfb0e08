#include "reader.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "load.h"
#include "text.h"

namespace farfirst::app {
namespace {

struct Format {
  const ReaderAbout* reader = nullptr;
  bool utf16 = false;
  Match match = Match::none;
};

Format surest(const FileStart& start, bool utf16) {
  Format result{nullptr, utf16, Match::none};
  for (const ReaderAbout* reader : readers()) {
    if (!reader->recognise || (utf16 && !reader->reads_utf16)) continue;
    const Match match = reader->recognise(start);
    if (match > result.match) result = {reader, utf16, match};
    if (match == Match::certain) break;
  }
  return result;
}

std::string_view foreign_format(std::string_view start) {
  if (start.starts_with("\x89PNG") || start.starts_with("\xff\xd8\xff")) return "a picture";
  if (start.starts_with("DRACO")) return "a Draco file";
  if (start.starts_with("%PDF")) return "a PDF document";
  return {};
}

/// By the content; where that is ambiguous, by the suffix. Throws FileError if no reader fits.
Format recognise(std::string_view start, const ByteSource& source, const std::filesystem::path& path) {
  if (is_utf16(start)) {
    const std::string text = utf16_to_utf8(start);
    if (const Format format = surest({text, MemorySource(text)}, /*utf16=*/true); format.reader) return format;
  }
  const Format format = surest({start, source}, /*utf16=*/false);
  if (format.match >= Match::likely) return format;
  if (const std::string_view name = foreign_format(start); !name.empty())
    throw FileError({"this is {}, which is not read", name});
  if (format.reader) return format;
  // The reader of the file's name gives the best error.
  if (const ReaderAbout* reader = reader_of_name(path)) return {reader};
  throw FileError("the content is of no format that is read (PLY, OBJ, and what --list-readers names)");
}

/// Texts in UTF-16 are small enough to be converted in memory.
std::vector<Model> read_as(const Format& format, ByteSource& source, std::string_view bytes,
                           const std::filesystem::path& path, const ProgressScale& progress) {
  const ReaderAbout& reader = *format.reader;
  if (reader.needs_all && is_gzip(bytes)) throw FileError({"this is {} inside gzip; unpack it first", reader.name});
  if (!reader.why_not.empty()) throw FileError({"this is {}, which {}", reader.name, reader.why_not});
  if (!format.utf16) return reader.read({source, bytes, path}, progress);
  const std::string text = utf16_to_utf8(rest_of(source));
  MemorySource converted(text);
  return reader.read({converted, text, path, /*was_utf16=*/true}, progress);
}

}  // namespace

const ReaderAbout* reader_of_name(const std::filesystem::path& file) {
  std::string name = in_lower_case(file.filename().string());
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  const auto is_of = [&](const ReaderAbout* reader) {
    std::string_view rest = reader->extensions;
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest))
      if (name.ends_with(word) && (name.size() > word.size() || word[0] != '.')) return true;
    return false;
  };
  const auto found = std::ranges::find_if(readers(), is_of);
  return found == readers().end() ? nullptr : *found;
}

std::string_view start_of(ByteSource& source) {
  if (source.want(sniffed_bytes) == 0) throw FileError("the file is empty");
  return source.window().substr(0, sniffed_bytes);
}

std::vector<Model> read_mapped(const MappedFile& file, const std::filesystem::path& path,
                               const ProgressScale& progress) {
  const std::unique_ptr<ByteSource> source = make_source(file.bytes());
  const Format format = recognise(start_of(*source), *source, path);
  return read_as(format, *source, file.bytes(), path, progress);
}

std::vector<Model> read_by(const ReaderAbout& reader, std::string_view bytes, const std::filesystem::path& path,
                           const ProgressScale& progress) {
  const std::unique_ptr<ByteSource> source = make_source(bytes);
  const bool utf16 = reader.reads_utf16 && is_utf16(start_of(*source));
  return read_as({&reader, utf16}, *source, bytes, path, progress);
}

std::vector<Model> alone(Model model) {
  std::vector<Model> models;
  models.push_back(std::move(model));
  return models;
}

}  // namespace farfirst::app
