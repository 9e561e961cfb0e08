// STL as text: solids of facets, each an outer loop of vertices. Words in any capitals; only the names of solids end
// with their line.

#include <fmt/format.h>

#include "io/origin.h"
#include "io/polygons.h"
#include "io/text_cursor.h"
#include "io/vertex_joiner.h"
#include "scene/units.h"
#include "stl.h"

namespace farfirst::app::stl {
namespace {

/// Facets to triangles.
class FacetSink {
 public:
  explicit FacetSink(Model& model) : model_(model), polygons_(model), joiner_(model.positions, 0) {}

  void vertex(const glm::dvec3& position) { corners_.push_back(joiner_.vertex(glm::vec3(position - model_.origin))); }
  void loop_end() {
    polygons_.add(corners_);
    corners_.clear();
  }
  void remark() const { polygons_.remark(); }

 private:
  Model& model_;
  PolygonCollector polygons_;
  VertexJoiner joiner_;
  std::vector<std::uint32_t> corners_;
};

/// Walks through the text.
class AsciiParser {
 public:
  explicit AsciiParser(ByteSource& source) : source_(source), text_(source) {}

  void parse(FacetSink& sink, const ProgressScale& progress) {
    for (std::uint64_t facets = 0; text_.to_word();) {
      const std::string_view word = text_.word();
      if (is_same_name(word, "facet")) {
        text_.skip_word();
        parse_facet(sink);
        if (++facets % 4096 == 0) show(progress);
        continue;
      }
      is_open_ = is_same_name(word, "solid") || (is_open_ && !ends_solid(word));
      if (!is_same_name(word, "solid") && !ends_solid(word) && unknown_++ == 0) unknown_line_ = text_.line();
      text_.skip_word();
      skip_name();
    }
  }

  void remark(std::vector<std::string>& remarks) const {
    if (is_open_) remarks.push_back("The file ends without endsolid: it may have been cut short.");
    if (unknown_ > 0) {
      remarks.push_back(fmt::format("{} left out: expected solid, facet or endsolid on line {}.",
                                    counted(unknown_, "line was", "lines were"), unknown_line_));
    }
  }

 private:
  /// Some programs write "end solid", or the name right behind the word.
  static bool ends_solid(std::string_view word) {
    constexpr std::string_view usual = "endsolid";
    return is_same_name(word.substr(0, usual.size()), usual) || is_same_name(word, "end");
  }

  void show(const ProgressScale& progress) {
    text_.commit();
    progress.at(source_);
  }

  /// To the end of the line; or to "facet normal" and "facet outer", in files that are one line.
  void skip_name() {
    while (!text_.line_is_over() && text_.to_word()) {
      const TextCursor::Mark here = text_.mark();
      const bool may_be_facet = is_same_name(text_.word(), "facet");
      text_.skip_word();
      if (!may_be_facet || text_.line_is_over() || !text_.to_word()) continue;
      const bool is_facet = is_same_name(text_.word(), "normal") || is_same_name(text_.word(), "outer");
      if (is_facet) return text_.go_to(here);
    }
  }

  void parse_facet(FacetSink& sink) {
    const std::uint64_t first_line = text_.line();
    int corners = 0;  // of the loop
    bool has_loop = false;
    for (;;) {
      if (!text_.to_word())
        throw FileError({at::line(text_.line()), "the file ends inside the facet of line {}", first_line});
      const std::string_view word = text_.word();
      if (is_same_name(word, "vertex")) {
        text_.skip_word();
        sink.vertex(vertex());
        ++corners;
      } else if (is_same_name(word, "normal")) {
        text_.skip_word();
        skip_normal();
      } else if (is_same_name(word, "endloop") || is_same_name(word, "endfacet")) {
        const bool is_over = is_same_name(word, "endfacet");
        if (corners > 0 || !has_loop) end_loop(sink, corners);
        text_.skip_word();
        corners = 0;
        has_loop = true;
        if (is_over) return;
      } else if (is_same_name(word, "outer") || is_same_name(word, "loop")) {
        text_.skip_word();
      } else {
        throw FileError({at::line(text_.line()), "expected vertex, endloop or endfacet, found {}", in_quotes(word)});
      }
    }
  }

  void end_loop(FacetSink& sink, int corners) const {
    if (corners < 3)
      throw FileError({at::line(text_.line()), "the loop has {}, and needs three",
                       counted(static_cast<std::uint64_t>(corners), "vertex", "vertices")});
    sink.loop_end();
  }

  glm::dvec3 vertex() {
    glm::dvec3 position;
    for (int axis = 0; axis < 3; ++axis) {
      const bool is_there = text_.to_word();
      if (!is_there || !text_.number(position[axis]))
        throw FileError({at::line(text_.line()), "expected a number of a vertex, found {}",
                         is_there ? in_quotes(text_.word()) : "the end of the file"});
    }
    return position;
  }

  /// Normals are computed, so that these may be missing, or no numbers.
  void skip_normal() {
    for (int axis = 0; axis < 3 && !text_.line_is_over(); ++axis) {
      if (text_.to_word() && is_same_name(text_.word(), "outer")) return;
      text_.skip_word();
    }
  }

  ByteSource& source_;
  TextCursor text_;
  bool is_open_ = false;
  std::uint64_t unknown_ = 0, unknown_line_ = 0;
};

Model read_text(ByteSource& source, const glm::dvec3& origin, const ProgressScale& progress) {
  Model model;
  model.origin = origin;
  AsciiParser parser(source);
  FacetSink facets(model);
  parser.parse(facets, progress);
  if (model.positions.empty()) throw FileError("the STL text has no facets");
  facets.remark();
  parser.remark(model.remarks);
  return model;
}

}  // namespace

Model read_ascii(ByteSource& source, const ProgressScale& progress) {
  source.take(source.window().size() - without_mark(source.window()).size());
  return read_about_origin(source, progress, [&](const glm::dvec3& origin, const ProgressScale& scale) {
    return read_text(source, origin, scale);
  });
}

}  // namespace farfirst::app::stl
