#include "body.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "io/text.h"
#include "io/vertex_colors.h"
#include "scene/units.h"
#include "statement_lines.h"

namespace farfirst::app {
namespace {

constexpr std::int64_t most_obj_vertices = 0xfffffffe;  // farfirst/sort.h: an index of all ones is never real

/// Statements without effect on the picture: textures, names, groups, and settings of renderers and of curves.
bool is_passed_over(std::string_view keyword) {
  static constexpr std::string_view keywords[] = {
      "vt",     "o",      "g",          "s",         "mg",       "vp",       "vw",     "t",     "lod",  "bevel",
      "usemap", "maplib", "shadow_obj", "trace_obj", "c_interp", "d_interp", "cstype", "deg",   "bmat", "step",
      "parm",   "trim",   "hole",       "scrv",      "sp",       "end",      "con",    "ctech", "stech"};
  return std::ranges::find(keywords, keyword) != std::end(keywords);
}

/// Limits for references of faces: the number so far, and the farthest number that was named in advance.
struct Numbered {
  std::int64_t count = 0;
  std::int64_t farthest = 0;
  std::uint64_t line = 0;

  void note(std::int64_t number, std::uint64_t at_line) {
    if (number <= count || number <= farthest) return;
    farthest = number;
    line = at_line;
  }
  std::uint32_t resolve(std::int64_t number) const {
    return static_cast<std::uint32_t>(number < 0 ? count + number : number - 1);
  }
};

class ObjParser {
 public:
  ObjParser(ByteSource& source, const ProgressScale& progress) : source_(source), progress_(progress), lines_(source) {}

  ObjBody parse() {
    constexpr std::uint64_t between_reports = 4096;
    for (std::uint64_t i = 0; lines_.next(); ++i) {
      statement(lines_.keyword());
      if (i % between_reports == 0) progress_.at(source_);
    }
    finish();
    return std::move(body_);
  }

 private:
  void statement(std::string_view keyword) {
    if (keyword == "v") {
      add_vertex();
    } else if (keyword == "f" || keyword == "fo") {
      add_face();
    } else if (keyword == "vn") {
      add_normal();
    } else if (keyword == "usemtl") {
      body_.faces.runs.push_back({body_.faces.sizes.size(), number_of(material_numbers_, body_.materials)});
    } else if (keyword == "mtllib") {
      number_of(file_numbers_, body_.material_files);
    } else if (keyword == "l") {
      body_.polylines.add(lines_.line());
    } else if (keyword == "p") {
      body_.points.add(lines_.line());
    } else if (keyword == "curv" || keyword == "curv2" || keyword == "surf") {
      body_.surfaces.add(lines_.line());
    } else if (!is_passed_over(keyword)) {
      if (const std::string lower = in_lower_case(keyword); lower != keyword) return statement(lower);
      if (body_.unknown.count == 0) body_.first_unknown = lines_.keyword();
      body_.unknown.add(lines_.line());
    }
  }

  /// The number of this statement's name.
  std::size_t number_of(std::map<std::string, std::size_t, std::less<>>& numbers, std::vector<NamedLine>& names) {
    const std::string_view name = lines_.rest();
    if (const auto found = numbers.find(name); found != numbers.end()) return found->second;
    names.push_back({std::string(name), lines_.line()});
    return numbers.emplace(name, names.size() - 1).first->second;
  }

  /// At least three numbers, at most as many as values_ has room for. Returns how many.
  std::size_t read_numbers(std::string_view what) {
    std::string_view rest = lines_.rest();
    std::size_t count = 0;
    for (std::string_view word = next_word(rest); !word.empty() && count < values_.size(); word = next_word(rest)) {
      const char* const end = word.data() + word.size();
      if (parse_number(word.data(), end, values_[count]) != end)
        lines_.refuse(fmt::format("expected a number of {}, found {}", what, in_quotes(word)));
      ++count;
    }
    if (count < 3) lines_.refuse(fmt::format("expected 3 numbers of {}, found {}", what, count));
    return count;
  }

  /// x y z, perhaps with a weight, which means nothing to faces; or x y z r g b, perhaps with a.
  void add_vertex() {
    const std::size_t count = read_numbers("a vertex");
    if (vertex_.count == most_obj_vertices) lines_.refuse(fmt::format("more than {} vertices", most_obj_vertices));
    const glm::dvec3 position(values_[0], values_[1], values_[2]);
    body_.positions.push_back(position);
    ++vertex_.count;
    if (count >= 6) {
      colors_.add(body_.positions.size() - 1, {&values_[3], count - 3});
    }
  }

  void add_normal() {
    read_numbers("a normal");
    body_.normals.emplace_back(values_[0], values_[1], values_[2]);
    ++normal_.count;
  }

  void add_face() {
    std::vector<std::uint32_t>& corners = body_.faces.corners;
    const std::size_t first = corners.size();
    const bool had_normals = all_have_normals_;
    std::string_view rest = lines_.rest();
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) add_corner(word);
    const std::size_t size = corners.size() - first;
    if (size >= 3) {
      body_.faces.sizes.push_back(static_cast<std::uint32_t>(size));
      return;
    }
    body_.small_faces.add(lines_.line());
    all_have_normals_ = had_normals;
    corners.resize(first);
    if (!body_.faces.normals.empty()) body_.faces.normals.resize(first);
  }

  /// v, v/vt, v//vn, v/vt/vn. A number of vt or vn may be missing: v/, v//, v/vt/. As in Blender and assimp, the corner
  /// then has none.
  void add_corner(std::string_view word) {
    const std::string_view whole = word;
    const std::uint32_t vertex = read_vertex(word, whole);
    std::uint32_t normal = no_normal;
    if (!word.empty()) {
      word.remove_prefix(1);
      std::int64_t texture = 0;
      if (!word.empty() && word[0] != '/') read_number(word, whole, texture);
      if (word.starts_with('/')) word.remove_prefix(1);
      if (!word.empty()) normal = read_normal(word, whole);
      if (!word.empty()) refuse_corner(whole);
    }
    add(vertex, normal);
  }

  void add(std::uint32_t vertex, std::uint32_t normal) {
    ObjFaces& faces = body_.faces;
    if (normal == no_normal) {
      all_have_normals_ = false;
    } else if (faces.normals.empty()) {
      faces.normals.resize(faces.corners.size(), no_normal);
    }
    const bool store_normal = normal != no_normal || !faces.normals.empty();
    faces.corners.push_back(vertex);
    if (store_normal) faces.normals.push_back(normal);
  }

  [[noreturn]] void refuse_corner(std::string_view word) const {
    lines_.refuse(fmt::format("expected a face corner such as 1, 1/2, 1//3 or 1/2/3, found {}", in_quotes(word)));
  }

  /// An integer that ends at a slash or with the word.
  void read_number(std::string_view& word, std::string_view whole, std::int64_t& number) const {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || (end != word.data() + word.size() && *end != '/')) refuse_corner(whole);
    word.remove_prefix(static_cast<std::size_t>(end - word.data()));
  }

  std::uint32_t read_vertex(std::string_view& word, std::string_view whole) {
    std::int64_t number = 0;
    read_number(word, whole, number);
    if (number == 0) lines_.refuse(fmt::format("vertex 0 in {}: vertex numbers start at 1", in_quotes(whole)));
    if (number < -vertex_.count) {
      lines_.refuse(fmt::format("vertex {} in {} counts back from here, but only {} came before", number,
                                in_quotes(whole), vertex_.count));
    }
    if (number > most_obj_vertices) lines_.refuse(fmt::format("vertex number {} is too large", number));
    vertex_.note(number, lines_.line());
    return vertex_.resolve(number);
  }

  /// Normals are optional, so a bad number is no reason to refuse the model.
  std::uint32_t read_normal(std::string_view& word, std::string_view whole) {
    std::int64_t number = 0;
    read_number(word, whole, number);
    if (number == 0 || number < -normal_.count || number > most_obj_vertices) {
      bad_normal(lines_.line());
      return no_normal;
    }
    normal_.note(number, lines_.line());
    return normal_.resolve(number);
  }

  void bad_normal(std::uint64_t line) {
    if (body_.bad_normals_line == 0) body_.bad_normals_line = line;
  }

  void finish() {
    if (vertex_.farthest > vertex_.count)
      throw FileError({at::line(vertex_.line), "a face refers to vertex {}, but there are only {}", vertex_.farthest,
                       vertex_.count});
    if (normal_.farthest > normal_.count) bad_normal(normal_.line);
    body_.has_normals = !body_.faces.normals.empty() && all_have_normals_ && body_.bad_normals_line == 0;
    body_.colors = colors_.finish(body_.positions.size());
  }

  ByteSource& source_;
  const ProgressScale& progress_;
  StatementLines lines_;
  ObjBody body_;
  std::array<double, 7> values_{};  // of one statement
  Numbered vertex_, normal_;
  VertexColors colors_;
  bool all_have_normals_ = true;
  std::map<std::string, std::size_t, std::less<>> material_numbers_, file_numbers_;
};

}  // namespace

void LeftOut::remark(std::vector<std::string>& remarks, std::string_view one, std::string_view many) const {
  if (count == 1) {
    remarks.push_back(fmt::format("1 {} left out (line {}).", one, first_line));
  } else if (count > 1) {
    remarks.push_back(fmt::format("{} {} left out, the first on line {}.", with_thousands(count), many, first_line));
  }
}

ObjBody read_obj_body(ByteSource& source, const ProgressScale& progress) { return ObjParser(source, progress).parse(); }

}  // namespace farfirst::app
