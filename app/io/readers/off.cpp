// OFF (Geomview): a first word with the layout of vertices, three counts, vertices, and faces, which may have colours.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "io/color.h"
#include "io/origin.h"
#include "io/polygons.h"
#include "io/reader.h"
#include "io/text_cursor.h"
#include "io/vertex_splitter.h"
#include "scene/finite.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

constexpr std::uint32_t white = 0xffffffffu;
constexpr std::uint64_t most_off_vertices = 0xfffffffeu;

/// The prefix of OFF in the first word. Coordinates of textures are skipped.
struct OffLayout {
  bool normals = false, colors = false, textures = false, other_dimensions = false;
  std::size_t length = 0;  // of the word; some programs write the first count right behind it
};

std::optional<OffLayout> off_layout(std::string_view word) {
  std::string name(word.substr(0, std::min<std::size_t>(word.size(), 16)));
  // In small letters, n stands for normals; before OFF, for a number of dimensions.
  if (name.find("off") != std::string::npos) std::ranges::transform(name, name.begin(), upper_case);
  const std::size_t end = name.find("OFF");
  if (end == std::string::npos) return std::nullopt;
  OffLayout layout{.length = end + 3};
  if (layout.length < name.size() && (name[layout.length] < '0' || name[layout.length] > '9')) return std::nullopt;
  for (std::string_view rest = std::string_view(name).substr(0, end); !rest.empty();) {
    const std::size_t length = rest.starts_with("ST") ? 2 : 1;
    if (length == 2) {
      layout.textures = true;
    } else if (rest[0] == 'C') {
      layout.colors = true;
    } else if (rest[0] == 'N') {
      layout.normals = true;
    } else if (rest[0] == '4' || rest[0] == 'n') {
      layout.other_dimensions = true;
    } else {
      return std::nullopt;
    }
    rest.remove_prefix(length);
  }
  return layout;
}

/// Colours up to 1 or up to 255, with or without an alpha: the largest number decides.
class OffColors {
 public:
  void add(std::span<const double> numbers) {
    glm::vec4 color(0, 0, 0, no_alpha);
    for (std::size_t i = 0; i < std::min<std::size_t>(numbers.size(), 4); ++i) {
      color[static_cast<int>(i)] = static_cast<float>(numbers[i]);
      double& largest = i < 3 ? largest_color_ : largest_alpha_;
      if (std::isfinite(numbers[i])) largest = std::max(largest, numbers[i]);
    }
    colors_.push_back(color);
  }
  void add_none() { colors_.emplace_back(no_color, 0, 0, no_alpha); }

  std::size_t count() const { return colors_.size(); }
  std::uint32_t packed(std::size_t i) const {
    const glm::vec4& color = colors_[i];
    if (color.x == no_color) return white;
    std::uint32_t result = color.w == no_alpha ? 0xff000000u : color_byte(color.w / scale_of(largest_alpha_)) << 24;
    for (int channel = 0; channel < 3; ++channel)
      result |= color_byte(color[channel] / scale_of(largest_color_)) << 8 * channel;
    return result;
  }

 private:
  static constexpr float no_color = -2, no_alpha = -2;
  static double scale_of(double largest) { return largest > 1.0 ? 255.0 : 1.0; }

  std::vector<glm::vec4> colors_;
  double largest_color_ = 0, largest_alpha_ = 0;
};

class OffReader {
 public:
  OffReader(ByteSource& source, const glm::dvec3& origin, const ProgressScale& progress)
      : source_(source), progress_(progress), text_(source) {
    model_.origin = origin;
  }

  Model read() {
    read_first_lines();
    check_off_promises();
    read_vertices();
    read_faces();
    add_colors();
    remark();
    return std::move(model_);
  }

 private:
  // ---- words

  [[noreturn]] void refuse_word(std::string_view expected) {
    const bool is_there = text_.to_word();
    throw FileError({at::line(text_.line()), "expected {}, found {}", expected,
                     is_there ? in_quotes(text_.word()) : "the end of the file"});
  }

  /// At the next word that is in no comment.
  bool to_value() {
    while (text_.to_word()) {
      if (text_.front() != '#') return true;
      text_.skip_line();
    }
    return false;
  }

  std::uint64_t count(std::string_view what) {
    std::uint64_t value = 0;
    if (!to_value() || !parse_whole(text_.word(), value)) refuse_word(what);
    text_.skip_word();
    return value;
  }

  glm::dvec3 three_numbers(std::string_view what, std::uint64_t ordinal, std::uint64_t all) {
    glm::dvec3 numbers;
    for (int i = 0; i < 3; ++i)
      if (!to_value() || !text_.number(numbers[i]))
        refuse_word(fmt::format("a number in {} {} of {}", what, ordinal + 1, all));
    return numbers;
  }

  /// The rest of the line; in a file of one line, as many numbers as the first word requires.
  void read_rest(std::size_t in_one_line) {
    rest_.clear();
    if (is_one_line_) {
      for (; in_one_line > 0; --in_one_line)
        if (!to_value() || !text_.number(rest_.emplace_back())) refuse_word("a number");
      return;
    }
    while (!text_.line_is_over() && text_.to_word() && text_.front() != '#') {
      double value = 0;
      if (!text_.number(value)) refuse_word("a number");
      if (rest_.size() < most_rest) rest_.push_back(value);
    }
    text_.skip_line();
  }

  // ---- the first lines

  void read_first_lines() {
    source_.want(byte_order_mark.size());
    const std::string_view start = source_.window();
    text_.take(start.size() - without_mark(start).size(), 0);
    if (!to_value()) throw FileError("the OFF file has no words but comments");
    read_layout();
    vertices_ = count(has_word_ ? "how many vertices there are" : "OFF, or how many vertices there are");
    faces_ = count("how many faces there are");
    // How many edges there are is of no use, and may be missing.
    if (!text_.line_is_over() && text_.to_word() && text_.front() != '#') count("how many edges there are");
    is_one_line_ = !text_.line_is_over() && text_.to_word() && text_.front() != '#';
  }

  /// The word may be missing.
  void read_layout() {
    const std::optional<OffLayout> layout = off_layout(text_.word());
    if (!layout) return;
    if (layout->other_dimensions)
      throw FileError({at::line(text_.line()), "{} has points of more than three dimensions, which are not read",
                       in_quotes(text_.word())});
    layout_ = *layout;
    has_word_ = true;
    text_.take(layout->length, 0);
    if (!text_.line_is_over() && text_.to_word() && is_same_name(text_.word(), "binary"))
      throw FileError("this is an OFF file in binary form, which is not read; save it as text");
  }

  void check_off_promises() {
    if (vertices_ == 0) throw FileError("the file has no vertices");
    const std::uint64_t most = text_.most_bytes_left() + 1;
    const std::uint64_t vertex_bytes = layout_.normals ? 12 : 6, face_bytes = 2;  // digits, and what is between them
    if (vertices_ > most / vertex_bytes || faces_ > most / face_bytes ||
        vertices_ * vertex_bytes + faces_ * face_bytes > most)
      throw FileError({"the header promises {} and {}, but at most {} follow", counted(vertices_, "vertex", "vertices"),
                       counted(faces_, "face"), counted(most - 1, "byte")});
    if (vertices_ > most_off_vertices)
      throw FileError({"{} vertices are more than can be drawn ({})", vertices_, most_off_vertices});
  }

  // ---- vertices

  void read_vertices() {
    const auto room = static_cast<std::size_t>(vertices_);
    model_.positions.reserve(room);
    if (layout_.normals) model_.normals.reserve(room);
    for (std::uint64_t i = 0; i < vertices_; ++i) {
      const glm::dvec3 position = three_numbers("vertex", i, vertices_);
      model_.positions.emplace_back(position - model_.origin);
      if (layout_.normals)
        model_.normals.emplace_back(unit_or_zero(three_numbers("the normal of vertex", i, vertices_)));
      read_rest((layout_.colors ? 4 : 0) + (layout_.textures ? 2 : 0));
      take_rest_of_vertex();
      if (i % 4096 == 0) show_progress();
    }
  }

  void take_rest_of_vertex() {
    if (layout_.textures) rest_.resize(rest_.size() - std::min<std::size_t>(rest_.size(), 2));
    if (layout_.colors) {
      if (rest_.size() < 3)
        throw FileError({at::line(text_.line()), "expected 3 or 4 numbers of a colour, found {}", rest_.size()});
      vertex_colors_.add(rest_);
    } else if (!rest_.empty() && surplus_++ == 0) {
      surplus_line_ = text_.line();
    }
  }

  // ---- faces

  void read_faces() {
    PolygonCollector polygons(model_);
    polygons.expect(faces_);
    std::vector<std::uint32_t> corners;
    for (std::uint64_t i = 0; i < faces_; ++i) {
      read_corners(i, corners);
      const std::size_t first = model_.triangle_count();
      polygons.add(corners);
      read_rest(0);
      take_face_color(first);
      if (i % 4096 == 0) show_progress();
    }
    polygons.remark();
  }

  /// Takes the face's colour for the triangles from `first` on.
  void take_face_color(std::size_t first) {
    const bool has_color = rest_.size() >= 3;
    if (!has_color && !rest_.empty()) ++color_numbers_;
    if (!has_color && colored_.empty()) return;
    if (colored_.empty() && first > 0) {
      face_colors_.add_none();
      colored_.push_back(first);
    }
    if (has_color) {
      face_colors_.add(rest_);
    } else {
      face_colors_.add_none();
    }
    colored_.push_back(model_.triangle_count());
  }

  void read_corners(std::uint64_t face, std::vector<std::uint32_t>& corners) {
    const std::uint64_t size = count(fmt::format("how many corners face {} of {} has", face + 1, faces_));
    if (size > text_.most_bytes_left() / 2 + 1)
      throw FileError(
          {at::line(text_.line()), "the data end inside face {} of {}, which has {} corners", face + 1, faces_, size});
    corners.clear();
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t corner = count(fmt::format("a vertex of face {} of {}", face + 1, faces_));
      if (corner >= vertices_)
        throw FileError({at::line(text_.line()),
                         "face {} refers to vertex {}, but there are {} vertices, counted from 0", face + 1, corner,
                         vertices_});
      corners.push_back(static_cast<std::uint32_t>(corner));
    }
  }

  // ---- colours

  void add_colors() {
    if (vertex_colors_.count() > 0) {
      model_.colors.resize(model_.positions.size());
      for (std::size_t i = 0; i < model_.colors.size(); ++i) model_.colors[i] = vertex_colors_.packed(i);
    } else if (!colored_.empty()) {
      add_face_colors();
    }
  }

  /// Faces of different colours do not share vertices.
  void add_face_colors() {
    model_.colors.assign(model_.positions.size(), white);
    const std::vector<glm::vec3> normals = model_.normals;
    VertexSplitter splitter(model_, normals);
    std::size_t triangle = 0;
    for (std::size_t run = 0; run < colored_.size(); ++run) {
      const std::uint32_t color = face_colors_.packed(run);
      for (; triangle < colored_[run]; ++triangle) {
        for (std::size_t corner = 3 * triangle; corner < 3 * triangle + 3; ++corner) {
          const std::uint32_t vertex = model_.triangles[corner];
          model_.triangles[corner] = splitter.vertex(vertex, vertex, color);
        }
      }
    }
  }

  void remark() {
    std::vector<std::string>& remarks = model_.remarks;
    if (surplus_ > 0) {
      remarks.push_back(fmt::format("{} more numbers than the first line names; they were left out (line {}{}).",
                                    counted(surplus_, "vertex has", "vertices have"), surplus_line_,
                                    surplus_ > 1 ? " and others" : ""));
    }
    if (color_numbers_ > 0) {
      remarks.push_back(fmt::format("{} the number of a colour map, which is not read.",
                                    counted(color_numbers_, "face has", "faces have")));
    }
    if (vertex_colors_.count() > 0 && !colored_.empty())
      remarks.push_back("The colours of faces are not used, because the vertices have colours.");
  }

  void show_progress() {
    text_.commit();
    progress_.at(source_);
  }

  static constexpr std::size_t most_rest = 8;  // that is looked at

  ByteSource& source_;
  const ProgressScale& progress_;
  TextCursor text_;
  OffLayout layout_;
  bool has_word_ = false;     // that says the layout
  bool is_one_line_ = false;  // all of the file; else each vertex and face has its own
  std::uint64_t vertices_ = 0, faces_ = 0;
  Model model_;
  std::vector<double> rest_;
  OffColors vertex_colors_, face_colors_;
  std::vector<std::size_t> colored_;  // where the triangles of each of the face_colors_ end
  std::uint64_t surplus_ = 0, surplus_line_ = 0, color_numbers_ = 0;
};

/// By the word before everything but comments.
Match recognise_off(const FileStart& start) {
  for (std::string_view text = without_mark(start.bytes); !text.empty();) {
    const std::string_view word = next_word(text);
    if (!word.starts_with('#')) return off_layout(word) ? Match::likely : Match::none;
    text.remove_prefix(std::min(text.find_first_of("\r\n"), text.size()));
  }
  return Match::none;
}

std::vector<Model> read_off(const ReadableFile& file, const ProgressScale& progress) {
  return alone(read_about_origin(file.source, progress, [&](const glm::dvec3& origin, const ProgressScale& scale) {
    return OffReader(file.source, origin, scale).read();
  }));
}

}  // namespace

extern const ReaderAbout about_off;
const ReaderAbout about_off{
    .name = "OFF", .extensions = ".off .off.gz", .recognise = recognise_off, .read = read_off, .reads_utf16 = true};

}  // namespace farfirst::app
