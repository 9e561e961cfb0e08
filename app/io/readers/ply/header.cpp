#include "header.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "io/text.h"
#include "scene/units.h"

namespace farfirst::app::ply {
namespace {

constexpr std::size_t largest_header = std::size_t{1} << 20;

std::optional<Scalar> scalar_named(std::string_view name) {
  struct Names {
    std::string_view old_name, new_name;
  };
  static constexpr Names names[] = {{"char", "int8"}, {"uchar", "uint8"}, {"short", "int16"},   {"ushort", "uint16"},
                                    {"int", "int32"}, {"uint", "uint32"}, {"float", "float32"}, {"double", "float64"}};
  for (std::size_t i = 0; i < std::size(names); ++i) {
    if (name == names[i].old_name || name == names[i].new_name) return static_cast<Scalar>(i);
  }
  return std::nullopt;
}

/// The lines of the header, whatever ends them: LF, CR LF (also mixed), or CR alone as old Macintosh programs wrote.
class HeaderLines {
 public:
  explicit HeaderLines(ByteSource& source) : source_(source) {
    // Not the whole window: that may be all of a very large file.
    source_.want(64);
    const std::string_view start = source_.window().substr(0, 64);
    const std::size_t cr = start.find('\r');
    cr_alone_ = cr != std::string_view::npos && cr < start.find('\n') && cr + 1 < start.size() && start[cr + 1] != '\n';
  }

  /// Throws where the file ends before the line does.
  std::string_view next() {
    const char end = cr_alone_ ? '\r' : '\n';
    std::size_t length = seen().find(end);
    for (std::size_t wanted = 4096; length == std::string_view::npos; wanted *= 2) {
      if (taken_ + wanted > largest_header)
        throw FileError({"the PLY header has no line end_header in its first {} bytes", largest_header});
      const std::size_t visible = source_.want(wanted);
      length = seen().find(end);
      if (length == std::string_view::npos && visible < wanted)
        throw FileError({at::line(number_ + 1), "the file ends inside the PLY header, before end_header"});
    }
    line_.assign(source_.window().substr(0, length));
    source_.take(length + 1);
    taken_ += length + 1;
    if (taken_ > largest_header)
      throw FileError({"the PLY header has no line end_header in its first {} bytes", largest_header});
    ++number_;
    return line_;
  }

  std::uint64_t number() const { return number_; }

 private:
  std::string_view seen() const { return source_.window().substr(0, largest_header); }

  ByteSource& source_;
  std::string line_;
  std::size_t taken_ = 0;
  std::uint64_t number_ = 0;
  bool cr_alone_ = false;
};

class HeaderParser {
 public:
  explicit HeaderParser(ByteSource& source) : lines_(source) {}

  Header parse() {
    lines_.next();  // "ply"
    while (statement()) {}
    if (!has_format_) throw FileError("the PLY header has no line that begins with \"format\"");
    header_.lines = lines_.number();
    if (strange_lines_ > 0) {
      header_.remarks.push_back(
          fmt::format("{} no PLY keyword and {} left out, such as {}.",
                      counted(strange_lines_, "line of the PLY header has", "lines of the PLY header have"),
                      strange_lines_ == 1 ? "was" : "were", strange_));
    }
    return std::move(header_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { throw FileError({at::line(lines_.number()), "{}", what}); }

  /// False after end_header.
  bool statement() {
    std::string_view line = lines_.next();
    const std::string_view whole = line;
    const std::string keyword = in_lower_case(next_word(line));
    if (keyword == "end_header") return false;
    if (keyword == "format") {
      format(line);
    } else if (keyword == "element") {
      element(line);
    } else if (keyword == "property") {
      property(line);
    } else if (keyword == "comment") {
      comment(line);
    } else if (!keyword.empty() && keyword != "obj_info") {
      if (strange_lines_++ == 0) strange_ = in_quotes(whole);
    }
    return true;
  }

  /// "SplatRenderMode: mip", "antialiased 1"
  void comment(std::string_view line) {
    const std::string_view name = next_word(line), value = next_word(line);
    if ((name == "SplatRenderMode:" && value == "mip") || (name == "antialiased" && value == "1"))
      header_.says_antialiased = true;
  }

  void format(std::string_view line) {
    const std::string name = in_lower_case(next_word(line));
    if (name == "ascii") {
      header_.encoding = Encoding::ascii;
    } else if (name == "binary_little_endian") {
      header_.encoding = Encoding::little_endian;
    } else if (name == "binary_big_endian") {
      header_.encoding = Encoding::big_endian;
    } else {
      refuse(
          fmt::format("expected format ascii, binary_little_endian or binary_big_endian, found {}", in_quotes(name)));
    }
    if (const std::string_view version = next_word(line); version != "1.0") {
      refuse(fmt::format("expected PLY version 1.0, found {}", in_quotes(version)));
    }
    has_format_ = true;
  }

  void element(std::string_view line) {
    Element made;
    made.name = in_lower_case(next_word(line));
    if (made.name.empty()) refuse("expected the name of an element, found the end of the line");
    const std::string_view count = next_word(line);
    if (!parse_whole(count, made.count)) {
      refuse(
          fmt::format("expected how many of element {} there are, found {}", in_quotes(made.name), in_quotes(count)));
    }
    if (header_.find(made.name)) refuse(fmt::format("element {} is defined a second time", in_quotes(made.name)));
    header_.elements.push_back(std::move(made));
  }

  Scalar scalar(std::string_view name) const {
    const std::optional<Scalar> type = scalar_named(in_lower_case(name));
    if (!type) {
      refuse(fmt::format("expected a type (char, uchar, short, ushort, int, uint, float, double), found {}",
                         in_quotes(name)));
    }
    return *type;
  }

  void property(std::string_view line) {
    if (header_.elements.empty()) refuse("expected an element before the first property");
    Property made;
    std::string_view type = next_word(line);
    if (is_same_name(type, "list")) {
      made.is_list = true;
      made.count_type = scalar(next_word(line));
      type = next_word(line);
    }
    made.type = scalar(type);
    made.name = next_word(line);
    if (made.name.empty()) refuse("expected the name of a property, found the end of the line");
    header_.elements.back().properties.push_back(std::move(made));
  }

  HeaderLines lines_;
  Header header_;
  bool has_format_ = false;
  std::uint64_t strange_lines_ = 0;
  std::string strange_;
};

std::string plural(const Element& element) {
  if (element.name == "vertex") return fmt::format("{} vertices", element.count);
  if (element.name == "face") return fmt::format("{} faces", element.count);
  return fmt::format("{} of element {}", element.count, in_quotes(element.name));
}

}  // namespace

bool Element::has_lists() const {
  return std::any_of(properties.begin(), properties.end(), [](const Property& p) { return p.is_list; });
}

std::size_t Element::fixed_bytes() const {
  std::size_t sum = 0;
  for (const Property& p : properties) sum += size_of(p.is_list ? p.count_type : p.type);
  return sum;
}

std::size_t Element::least_bytes(Encoding encoding) const {
  // A number in text takes a digit and what parts it from the next one.
  if (encoding != Encoding::ascii) return fixed_bytes();
  // A list at the end of a line may be missing in real files, its count too.
  const bool may_lack_list = properties.size() > 1 && properties.back().is_list;
  return 2 * (properties.size() - (may_lack_list ? 1 : 0));
}

const Property* Element::find(std::string_view property) const {
  const Property* similar = nullptr;
  for (const Property& p : properties) {
    if (p.name == property) return &p;
    if (similar == nullptr && is_same_name(p.name, property)) similar = &p;
  }
  return similar;
}

std::size_t Element::column(std::string_view property) const {
  const Property* found = find(property);
  return found == nullptr || found->is_list ? absent : static_cast<std::size_t>(found - properties.data());
}

std::vector<bool> Element::wanted(std::span<const std::size_t> columns) const {
  std::vector<bool> result(properties.size(), false);
  for (const std::size_t column : columns)
    if (column != absent) result[column] = true;
  return result;
}

const Element* Header::find(std::string_view element) const {
  const auto found =
      std::find_if(elements.begin(), elements.end(), [&](const Element& e) { return e.name == element; });
  return found == elements.end() ? nullptr : &*found;
}

namespace {

/// A byte order mark and empty lines, which some programs write before the first word.
std::size_t bytes_before_magic(std::string_view bytes) {
  const std::string_view text = without_mark(bytes);
  return bytes.size() - text.size() + std::min(text.find_first_not_of(" \t\r\n"), text.size());
}

}  // namespace

bool is_ply(std::string_view bytes) {
  bytes.remove_prefix(bytes_before_magic(bytes));
  if (!is_same_name(bytes.substr(0, 3), "ply")) return false;
  for (const char c : bytes.substr(3)) {
    if (is_line_end(c)) return true;
    if (!is_blank(c)) return false;
  }
  return false;
}

Header read_header(ByteSource& source) {
  constexpr std::string_view magic = "ply";
  constexpr std::size_t looked_at = 64;
  source.want(looked_at);
  source.take(bytes_before_magic(source.window().substr(0, looked_at)));
  source.want(magic.size());
  const std::string_view start = source.window().substr(0, magic.size());
  if (!is_same_name(start, magic)) throw FileError({at::line(1), "expected \"ply\", found {}", in_quotes(start)});
  return HeaderParser(source).parse();
}

void check_promises(const Header& header, const ByteSource& source) {
  const std::uint64_t room = source.most_bytes_left();
  double needed = 0.0;  // counts go up to 2^64: no integer holds every sum
  for (const Element& element : header.elements) {
    // The last number of an ascii file may end with it.
    const double slack = header.encoding == Encoding::ascii ? 1.0 : 0.0;
    const auto least = static_cast<double>(element.least_bytes(header.encoding));
    if (element.count == 0 || least == 0.0) continue;
    needed += static_cast<double>(element.count) * least;
    if (needed - slack > static_cast<double>(room))
      throw FileError({"the header promises {}, which take {:.0f} bytes or more, but at most {} bytes follow it",
                       plural(element), needed - slack, room});
  }
}

}  // namespace farfirst::app::ply
