#include "obj_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "color.h"
#include "text.h"

namespace farfirst::app::obj {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 24;
constexpr std::int64_t most_vertices = 0x7ffffffe;  // tinyobjloader counts in int

}  // namespace

void CheckedLines::finish() {
  if (vertex_.farthest > vertex_.count) {
    throw FileError(fmt::format("line {}: a face refers to vertex {}, but there are only {}", vertex_.line,
                                vertex_.farthest, vertex_.count));
  }
  if (normal_.farthest > normal_.count) normals_are_bad(normal_.line);
}

CheckedLines::int_type CheckedLines::underflow() {
  if (gptr() < egptr()) return traits_type::to_int_type(*gptr());
  constexpr std::size_t batch = 65536;
  text_.clear();
  while (text_.size() < batch && next_line()) {}
  if (text_.empty()) return traits_type::eof();
  progress_.at(source_);
  setg(text_.data(), text_.data(), text_.data() + text_.size());
  return traits_type::to_int_type(*gptr());
}

void CheckedLines::refuse(const std::string& what) const { throw FileError(fmt::format("line {}: {}", line_, what)); }

void CheckedLines::normals_are_bad(std::uint64_t line) {
  if (bad_normals_line_ == 0) bad_normals_line_ = line;
}

bool CheckedLines::next_line() {
  if (source_.want(1) == 0) return false;
  const std::size_t begin = text_.size();
  ++line_;
  std::uint64_t joined = 0;
  while (append_line() && text_.size() > begin && text_.back() == '\\') {
    text_.back() = ' ';
    ++joined;
  }
  check(begin);
  line_ += joined;
  text_ += '\n';
  return true;
}

bool CheckedLines::append_line() {
  if (source_.want(1) == 0) return false;
  const std::size_t start = text_.size();
  for (;;) {
    const std::string_view window = source_.window();
    const std::size_t length = std::min(window.find_first_of("\r\n"), window.size());
    text_.append(window.substr(0, length));
    if (text_.size() - start > longest_line) refuse(fmt::format("longer than {} bytes", longest_line));
    if (length < window.size()) {
      source_.want(length + 2);
      const std::string_view end = source_.window().substr(length);
      source_.take(length + (end.starts_with("\r\n") ? 2 : 1));
      return true;
    }
    source_.take(length);
    if (source_.want(1) == 0) return true;
  }
}

void CheckedLines::check(std::size_t begin) {
  for (std::size_t i = begin; i < text_.size(); ++i) {
    if (text_[i] == '\0') refuse("expected text, found a zero byte");
    if (text_[i] == '\v' || text_[i] == '\f') text_[i] = ' ';
  }
  std::string_view line = std::string_view(text_).substr(begin);
  if (line.starts_with("f") || line.starts_with(" ") || line.starts_with("\t")) {
    text_.resize(begin + std::min(line.find('#'), line.size()));
    line = std::string_view(text_).substr(begin);
  }
  const std::string_view keyword = next_word(line);
  if (keyword == "v") {
    check_vertex(line);
  } else if (keyword == "vn") {
    check_numbers(line, 3, "a normal");
    ++normal_.count;
  } else if (keyword == "f") {
    check_face(line);
  } else if (keyword == "l") {
    ++polylines_;
  } else if (keyword == "curv" || keyword == "surf") {
    ++surfaces_;
  }
}

std::size_t CheckedLines::check_numbers(std::string_view line, std::size_t least, std::string_view what) {
  std::size_t count = 0;
  for (std::string_view word = next_word(line); !word.empty() && count < values_.size(); word = next_word(line)) {
    if (word[0] == '#') break;
    const char* const end = word.data() + word.size();
    if (parse_number(word.data(), end, values_[count]) != end) {
      refuse(fmt::format("expected a number of {}, found {}", what, in_quotes(word)));
    }
    ++count;
  }
  if (count < least) refuse(fmt::format("expected {} numbers of {}, found {}", least, what, count));
  return count;
}

void CheckedLines::check_vertex(std::string_view line) {
  const std::size_t count = check_numbers(line, 3, "a vertex");
  if (vertex_.count == most_vertices) refuse(fmt::format("more than {} vertices", most_vertices));
  const glm::vec3 position(values_[0], values_[1], values_[2]);
  if (!std::isfinite(position.x) || !std::isfinite(position.y) || !std::isfinite(position.z)) {
    not_finite_.emplace_back(vertex_.count, position);
  }
  // x y z r g b, or x y z w r g b
  if (count >= 6) {
    colors_.resize(static_cast<std::size_t>(vertex_.count), 0xffffffffu);
    const double* rgb = values_.data() + count - 3;
    std::uint32_t color = 0xff000000u;
    for (unsigned i = 0; i < 3; ++i) color |= color_byte(rgb[i]) << 8 * i;
    colors_.push_back(color);
  } else if (!colors_.empty()) {
    colors_.push_back(0xffffffffu);
  }
  ++vertex_.count;
}

void CheckedLines::check_face(std::string_view line) {
  std::string_view word = next_word(line);
  if (word.empty()) ++empty_faces_;
  for (; !word.empty(); word = next_word(line)) check_corner(word);
}

void CheckedLines::check_corner(std::string_view word) {
  const std::string_view whole = word;
  check_vertex_number(word, whole);
  if (word == "/" || word == "//") return drop_slashes(word);
  if (word.empty()) return;
  word.remove_prefix(1);
  std::int64_t number = 0;
  if (word[0] != '/') read_number(word, whole, number);
  if (number > most_vertices || number < -most_vertices) refuse_corner(whole);
  if (word == "/") return drop_slashes(word);
  if (word.empty()) return;
  word.remove_prefix(1);
  check_normal_number(word, whole);
  if (!word.empty()) refuse_corner(whole);
}

void CheckedLines::drop_slashes(std::string_view slashes) {
  const auto at = static_cast<std::size_t>(slashes.data() - text_.data());
  text_.replace(at, slashes.size(), slashes.size(), ' ');
}

void CheckedLines::refuse_corner(std::string_view word) const {
  refuse(fmt::format("expected a face corner such as 1, 1/2, 1//3 or 1/2/3, found {}", in_quotes(word)));
}

void CheckedLines::read_number(std::string_view& word, std::string_view whole, std::int64_t& number) const {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || (end != word.data() + word.size() && *end != '/')) refuse_corner(whole);
  word.remove_prefix(static_cast<std::size_t>(end - word.data()));
}

void CheckedLines::check_vertex_number(std::string_view& word, std::string_view whole) {
  std::int64_t number = 0;
  read_number(word, whole, number);
  if (number == 0) refuse(fmt::format("vertex 0 in {}: vertex numbers start at 1", in_quotes(whole)));
  if (number < -vertex_.count) {
    refuse(fmt::format("vertex {} in {} counts back from here, but only {} came before", number, in_quotes(whole),
                       vertex_.count));
  }
  if (number > most_vertices) refuse(fmt::format("vertex number {} is too large", number));
  note(vertex_, number);
}

void CheckedLines::check_normal_number(std::string_view& word, std::string_view whole) {
  std::int64_t number = 0;
  read_number(word, whole, number);
  if (number == 0 || number < -normal_.count || number > most_vertices) {
    normals_are_bad(line_);
  } else {
    note(normal_, number);
  }
}

void CheckedLines::note(Numbered& all, std::int64_t number) const {
  if (number <= all.count || number <= all.farthest) return;
  all.farthest = number;
  all.line = line_;
}

}  // namespace farfirst::app::obj
