#include "stl.h"

#include "io/splat_values.h"
#include "io/text.h"

namespace farfirst::app {
namespace stl {
namespace {

bool has_exact_size(std::string_view start, const ByteSource& source) {
  if (start.size() < header_bytes) return false;
  const std::uint64_t facets = value_at<std::uint32_t>(start.data() + header_bytes - 4);
  return source.most_bytes_left() == header_bytes + facet_bytes * facets;
}

bool holds_word(std::string_view text, std::string_view word) {
  const auto same = [](char a, char b) { return lower_case(a) == b; };
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

/// Corners at the same position share a vertex.
std::vector<Model> read(const ReadableFile& file, const ProgressScale& progress) {
  constexpr std::size_t sniffed = 4096;
  ByteSource& source = file.source;
  source.want(sniffed);
  const std::string_view start = source.window().substr(0, sniffed);
  const Form form = form_of(start, source);
  if (form == Form::ascii) return alone(read_ascii(source, progress));
  if (form == Form::none && start.find('\0') == std::string_view::npos) {
    std::string_view text = without_mark(start);
    const std::string_view word = next_word(text);
    if (is_same_name(word, "solid")) return alone(read_ascii(source, progress));
    throw FileError(
        {"expected a binary STL file, or a text that begins with \"solid\"; found a text that begins with {}",
         in_quotes(word)});
  }
  return alone(read_binary(source, progress));
}

Match recognise(const FileStart& start) {
  return form_of(start.bytes, start.source) == Form::none ? Match::none : Match::likely;
}

}  // namespace

Form form_of(std::string_view start, const ByteSource& source) {
  if (has_exact_size(start, source)) return Form::binary;
  std::string_view text = without_mark(start);
  const std::string_view word = next_word(text);
  const bool is_solid = is_same_name(word, "solid"), is_text = start.find('\0') == std::string_view::npos;
  // Headers of binary files may begin with "solid" too.
  if (is_solid && !is_text && !holds_word(start, "vertex")) return Form::binary;
  if (is_solid && (holds_word(text, "facet") || holds_word(text, "endsolid"))) return Form::ascii;
  return is_same_name(word, "facet") && holds_word(text, "vertex") ? Form::ascii : Form::none;
}

}  // namespace stl

extern const ReaderAbout about_stl;
const ReaderAbout about_stl{
    .name = "STL", .extensions = ".stl .stl.gz", .recognise = stl::recognise, .read = stl::read, .reads_utf16 = true};

}  // namespace farfirst::app
