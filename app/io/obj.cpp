// OBJ through tinyobjloader. The library believes what it reads, so every line is looked at before the library sees it:
// bad numbers and vertex numbers out of range are refused with the line they stand on.

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <istream>
#include <map>
#include <streambuf>

#include "color.h"
#include "polygons.h"
#include "readers.h"
#include "text.h"

namespace farfirst::app {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 24;
constexpr std::int64_t most_vertices = 0x7ffffffe;  // tinyobjloader counts in int

/// A stream buffer that hands checked lines to the library, a batch at a time, and remembers what the library's
/// callbacks leave out: vertex colours and values that are not finite.
class CheckedLines final : public std::streambuf {
 public:
  CheckedLines(Source& source, const ProgressScale& progress) : source_(source), progress_(progress) {}

  /// After all was read: numbers that referred forward must exist by now.
  void finish() {
    if (vertex_.farthest > vertex_.count) {
      throw FileError(fmt::format("line {}: a face refers to vertex {}, but there are only {}", vertex_.line,
                                  vertex_.farthest, vertex_.count));
    }
    if (normal_.farthest > normal_.count) normals_are_bad(normal_.line);
  }
  /// Where a face first named a normal that does not exist; 0 if none did. A model can do without its normals.
  std::uint64_t bad_normals_line() const { return bad_normals_line_; }

  const std::vector<std::uint32_t>& colors() const { return colors_; }  // empty, or one per vertex
  const std::vector<std::pair<std::size_t, glm::vec3>>& not_finite() const { return not_finite_; }
  std::uint64_t lines() const { return polylines_; }
  std::uint64_t surfaces() const { return surfaces_; }

 protected:
  int_type underflow() override {
    if (gptr() < egptr()) return traits_type::to_int_type(*gptr());
    constexpr std::size_t batch = 65536;
    text_.clear();
    while (text_.size() < batch && next_line()) {}
    if (text_.empty()) return traits_type::eof();
    progress_.at(source_);
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(*gptr());
  }

 private:
  /// What faces refer to: how many there are so far, and the farthest number that was named before it existed.
  struct Numbered {
    std::int64_t count = 0;
    std::int64_t farthest = 0;
    std::uint64_t line = 0;
  };

  [[noreturn]] void refuse(const std::string& what) const { throw FileError(fmt::format("line {}: {}", line_, what)); }

  void normals_are_bad(std::uint64_t line) {
    if (bad_normals_line_ == 0) bad_normals_line_ = line;
  }

  /// Appends the next line to text_, lines that end in a backslash joined. False at the end of the data.
  bool next_line() {
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

  /// Appends up to the end of a line, without it. False if there was nothing left.
  bool append_line() {
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

  /// Looks at the line that begins here in text_. The library takes spaces and tabs as blanks, and nothing as a comment
  /// behind a statement: both are levelled first.
  void check(std::size_t begin) {
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

  /// At least `least` numbers, at most seven (x y z, perhaps w, r g b). Returns how many.
  std::size_t check_numbers(std::string_view line, std::size_t least, std::string_view what) {
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

  void check_vertex(std::string_view line) {
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

  void check_face(std::string_view line) {
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      // v, v/vt, v//vn, v/vt/vn
      const std::string_view whole = word;
      check_vertex_number(word, whole);
      if (word.empty()) continue;
      word.remove_prefix(1);
      std::int64_t number = 0;
      if (word.empty() || word[0] != '/') read_number(word, whole, number);
      if (number > most_vertices || number < -most_vertices) refuse_corner(whole);
      if (word.empty()) continue;
      word.remove_prefix(1);
      check_normal_number(word, whole);
      if (!word.empty()) refuse_corner(whole);
    }
  }

  [[noreturn]] void refuse_corner(std::string_view word) const {
    refuse(fmt::format("expected a face corner such as 1, 1/2, 1//3 or 1/2/3, found {}", in_quotes(word)));
  }

  /// An integer that ends at a slash or with the word.
  void read_number(std::string_view& word, std::string_view whole, std::int64_t& number) const {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || (end != word.data() + word.size() && *end != '/')) refuse_corner(whole);
    word.remove_prefix(static_cast<std::size_t>(end - word.data()));
  }

  void check_vertex_number(std::string_view& word, std::string_view whole) {
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

  void check_normal_number(std::string_view& word, std::string_view whole) {
    std::int64_t number = 0;
    read_number(word, whole, number);
    if (number == 0 || number < -normal_.count || number > most_vertices) {
      normals_are_bad(line_);
    } else {
      note(normal_, number);
    }
  }

  void note(Numbered& all, std::int64_t number) const {
    if (number <= all.count || number <= all.farthest) return;
    all.farthest = number;
    all.line = line_;
  }

  Source& source_;
  const ProgressScale& progress_;
  std::string text_;
  std::uint64_t line_ = 0;
  std::array<double, 7> values_{};
  Numbered vertex_, normal_;
  std::uint64_t bad_normals_line_ = 0;
  std::vector<std::uint32_t> colors_;
  std::vector<std::pair<std::size_t, glm::vec3>> not_finite_;
  std::uint64_t polylines_ = 0, surfaces_ = 0;
};

/// Opens material files and keeps what they hold; a missing one is a remark.
class Materials final : public tinyobj::MaterialReader {
 public:
  Materials(const OpenMaterials& open, std::vector<std::string>& remarks) : open_(open), remarks_(remarks) {}

  bool operator()(const std::string& name, std::vector<tinyobj::material_t>* materials,
                  std::map<std::string, int>* numbers, std::string*, std::string*) override {
    const std::unique_ptr<std::istream> file = open_(name);
    if (!file) {
      remarks_.push_back(fmt::format("The material file {} was not found beside the model.", in_quotes(name)));
      return false;
    }
    std::string warning, error;
    tinyobj::LoadMtl(numbers, materials, file.get(), &warning, &error);
    colors_.clear();
    for (const tinyobj::material_t& material : *materials) colors_.push_back(color_of(material));
    return true;
  }

  bool empty() const { return colors_.empty(); }
  std::uint32_t color(int material) const {
    return material >= 0 && static_cast<std::size_t>(material) < colors_.size()
               ? colors_[static_cast<std::size_t>(material)]
               : 0xffffffffu;
  }

 private:
  static std::uint32_t color_of(const tinyobj::material_t& material) {
    const float* kd = material.diffuse;
    // With a texture, Kd is often left black: the texture was to bring the colour.
    const bool textured = !material.diffuse_texname.empty() && kd[0] == 0.0f && kd[1] == 0.0f && kd[2] == 0.0f;
    const std::uint32_t alpha = color_byte(material.dissolve) << 24;
    return textured ? alpha | 0xffffffu : alpha | color_byte(kd[2]) << 16 | color_byte(kd[1]) << 8 | color_byte(kd[0]);
  }

  const OpenMaterials& open_;
  std::vector<std::string>& remarks_;
  std::vector<std::uint32_t> colors_;
};

/// What the library's callbacks bring, in file order.
struct Faces {
  std::vector<std::uint32_t> corners;  // positions, counted from 0
  std::vector<std::int32_t> normals;   // of the corners, -1 where there is none; empty while no corner had one
  std::vector<std::uint32_t> sizes;    // corners of each face
  struct Run {
    std::size_t first_face;
    int material;
  };
  std::vector<Run> runs;
  bool all_have_normals = true;
};

struct Gathered {
  Model& model;
  std::vector<glm::vec3> normals;
  Faces faces;

  void add_face(const tinyobj::index_t* indices, int count) {
    const auto resolve = [](int number, std::size_t so_far) {
      return number < 0 ? static_cast<std::int64_t>(so_far) + number : std::int64_t{number} - 1;
    };
    for (int i = 0; i < count; ++i) {
      const tinyobj::index_t& index = indices[i];
      // Numbers of normals were not refused where they are out of range: then no normal is used at all.
      const auto normal =
          static_cast<std::int32_t>(std::max<std::int64_t>(resolve(index.normal_index, normals.size()), -1));
      if (normal < 0) faces.all_have_normals = false;
      if (normal >= 0 && faces.normals.empty()) faces.normals.resize(faces.corners.size(), -1);
      faces.corners.push_back(static_cast<std::uint32_t>(resolve(index.vertex_index, model.positions.size())));
      if (!faces.normals.empty() || normal >= 0) faces.normals.push_back(normal);
    }
    faces.sizes.push_back(static_cast<std::uint32_t>(count));
  }
};

void parse(CheckedLines& lines, Materials& materials, Gathered& gathered) {
  tinyobj::callback_t callbacks;
  callbacks.vertex_cb = [](void* user, tinyobj::real_t x, tinyobj::real_t y, tinyobj::real_t z, tinyobj::real_t) {
    static_cast<Gathered*>(user)->model.positions.emplace_back(x, y, z);
  };
  callbacks.normal_cb = [](void* user, tinyobj::real_t x, tinyobj::real_t y, tinyobj::real_t z) {
    static_cast<Gathered*>(user)->normals.emplace_back(x, y, z);
  };
  callbacks.index_cb = [](void* user, tinyobj::index_t* indices, int count) {
    static_cast<Gathered*>(user)->add_face(indices, count);
  };
  callbacks.usemtl_cb = [](void* user, const char*, int material) {
    Faces& faces = static_cast<Gathered*>(user)->faces;
    faces.runs.push_back({faces.sizes.size(), material});
  };
  std::istream stream(&lines);
  stream.exceptions(std::ios::badbit);  // else the stream would swallow what CheckedLines throws
  std::string warning, error;
  tinyobj::LoadObjWithCallback(stream, callbacks, &gathered, &materials, &warning, &error);
  lines.finish();
}

/// Makes one vertex of each (position, normal, colour) that faces use. The first use of a position keeps its place in
/// the file; further ones go to the end.
class VertexSplitter {
 public:
  VertexSplitter(Model& model, const std::vector<glm::vec3>& normals) : model_(model), normals_(normals) {
    uses_.resize(model.positions.size());
  }

  std::uint32_t vertex(std::uint32_t position, std::int32_t normal, std::uint32_t color) {
    std::uint32_t at = position;
    for (;;) {
      Use& use = uses_[at];
      if (!use.taken) return take(at, normal, color);
      if (use.normal == normal && use.color == color) return at;
      if (use.next == 0) break;
      at = use.next;
    }
    if (uses_.size() >= 0xfffffffeu) throw FileError("the file has more vertices than can be drawn");
    const auto made = static_cast<std::uint32_t>(uses_.size());
    uses_[at].next = made;
    uses_.emplace_back();
    model_.positions.push_back(model_.positions[position]);
    if (!model_.colors.empty()) model_.colors.push_back(model_.colors[position]);
    if (!model_.normals.empty()) model_.normals.emplace_back(0.0f);
    return take(made, normal, color);
  }

 private:
  struct Use {
    std::int32_t normal = -1;
    std::uint32_t color = 0;
    std::uint32_t next = 0;  // another vertex at the same position; never the first one
    bool taken = false;
  };

  std::uint32_t take(std::uint32_t at, std::int32_t normal, std::uint32_t color) {
    uses_[at] = {normal, color, 0, true};
    if (!model_.colors.empty()) model_.colors[at] = color;
    if (!model_.normals.empty()) {
      const glm::vec3 n = normals_[static_cast<std::size_t>(normal)];
      const float length = glm::length(n);
      model_.normals[at] = length > 0.0f && std::isfinite(length) ? n / length : glm::vec3(0.0f);
    }
    return at;
  }

  Model& model_;
  const std::vector<glm::vec3>& normals_;
  std::vector<Use> uses_;
};

/// Faces to triangles; vertices are split where corners that share a position differ in normal or colour.
void add_faces(const Gathered& gathered, const Materials& materials, const ProgressScale& progress) {
  Model& model = gathered.model;
  const Faces& faces = gathered.faces;
  const bool has_normals = !faces.normals.empty() && faces.all_have_normals;
  const bool has_vertex_colors = !model.colors.empty();
  if (has_normals) model.normals.resize(model.positions.size(), glm::vec3(0.0f));
  if (!materials.empty() && !has_vertex_colors) model.colors.resize(model.positions.size(), 0xffffffffu);
  const bool split = has_normals || !materials.empty();

  VertexSplitter splitter(model, gathered.normals);
  PolygonCollector polygons(model);
  polygons.expect(faces.sizes.size());
  std::vector<std::uint32_t> corners;
  std::size_t first = 0, run = 0;
  std::uint32_t color = 0xffffffffu;
  for (std::size_t face = 0; face < faces.sizes.size(); ++face) {
    while (run < faces.runs.size() && faces.runs[run].first_face <= face)
      color = materials.color(faces.runs[run++].material);
    corners.assign(faces.corners.begin() + static_cast<std::ptrdiff_t>(first),
                   faces.corners.begin() + static_cast<std::ptrdiff_t>(first + faces.sizes[face]));
    for (std::size_t i = 0; split && i < corners.size(); ++i) {
      // The colour of a vertex goes before its material's; the material still says how opaque it is.
      const std::uint32_t own =
          has_vertex_colors ? (model.colors[corners[i]] & 0xffffffu) | (color & 0xff000000u) : color;
      corners[i] = splitter.vertex(corners[i], has_normals ? faces.normals[first + i] : -1, own);
    }
    polygons.add(corners);
    first += faces.sizes[face];
    if (face % 65536 == 0) progress.at(static_cast<float>(face) / static_cast<float>(faces.sizes.size()));
  }
  polygons.remark();
}

}  // namespace

OpenMaterials materials_in(std::filesystem::path folder) {
  return [folder = std::move(folder)](const std::string& name) -> std::unique_ptr<std::istream> {
    std::error_code ignored;
    const std::filesystem::path path = folder / name;
    if (!std::filesystem::is_regular_file(path, ignored)) return nullptr;
    auto file = std::make_unique<std::ifstream>(path);
    return *file ? std::move(file) : nullptr;
  };
}

Model read_obj(Source& source, const OpenMaterials& open_materials, const ProgressScale& progress) {
  Model model;
  source.want(byte_order_mark.size());
  if (source.window().starts_with(byte_order_mark)) source.take(byte_order_mark.size());
  const ProgressScale parsing = progress.part(0.0f, 0.8f);
  CheckedLines lines(source, parsing);
  Materials materials(open_materials, model.remarks);
  Gathered gathered{model, {}, {}};
  parse(lines, materials, gathered);
  if (model.positions.empty()) throw FileError("the file has no vertices");
  for (const auto& [at, position] : lines.not_finite()) model.positions[at] = position;
  if (!lines.colors().empty()) model.colors = lines.colors();
  if (lines.bad_normals_line() > 0) {
    gathered.faces.all_have_normals = false;
    model.remarks.push_back(fmt::format("Line {} names a normal that does not exist, so normals were computed anew.",
                                        lines.bad_normals_line()));
  }
  add_faces(gathered, materials, progress.part(0.8f, 1.0f));
  if (lines.lines() > 0) {
    model.remarks.push_back(
        fmt::format("{} {} left out.", lines.lines(), lines.lines() == 1 ? "polyline" : "polylines"));
  }
  if (lines.surfaces() > 0) model.remarks.push_back("Curves and free-form surfaces were left out.");
  return model;
}

}  // namespace farfirst::app
