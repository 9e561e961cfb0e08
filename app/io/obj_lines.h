#pragma once
// The lines of an OBJ file, looked at before tinyobjloader sees them. The library believes what it reads, so bad
// numbers and vertex numbers out of range are refused here with the line they stand on.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "source.h"

namespace farfirst::app::obj {

/// A stream buffer that hands checked lines to the library, a batch at a time, and remembers what the library's
/// callbacks leave out: vertex colours and values that are not finite.
class CheckedLines final : public std::streambuf {
 public:
  CheckedLines(ByteSource& source, const ProgressScale& progress) : source_(source), progress_(progress) {}

  /// After all was read: numbers that referred forward must exist by now.
  void finish();
  /// Where a face first named a normal that does not exist; 0 if none did. A model can do without its normals.
  std::uint64_t bad_normals_line() const { return bad_normals_line_; }

  const std::vector<std::uint32_t>& colors() const { return colors_; }  // empty, or one per vertex
  const std::vector<std::pair<std::size_t, glm::vec3>>& not_finite() const { return not_finite_; }
  std::uint64_t lines() const { return polylines_; }
  std::uint64_t surfaces() const { return surfaces_; }
  /// Faces without any corner: the library does not report them.
  std::uint64_t empty_faces() const { return empty_faces_; }

 protected:
  int_type underflow() override;

 private:
  /// What faces refer to: how many there are so far, and the farthest number that was named before it existed.
  struct Numbered {
    std::int64_t count = 0;
    std::int64_t farthest = 0;
    std::uint64_t line = 0;
  };

  [[noreturn]] void refuse(const std::string& what) const;
  [[noreturn]] void refuse_corner(std::string_view word) const;
  void normals_are_bad(std::uint64_t line);

  /// Appends the next line to text_, lines that end in a backslash joined. False at the end of the data.
  bool next_line();
  /// Appends up to the end of a line, without it. False if there was nothing left.
  bool append_line();
  /// Looks at the line that begins here in text_. To the library only spaces and tabs are blanks, and a comment cannot
  /// follow a statement: other blanks become spaces and such comments are cut off.
  void check(std::size_t begin);
  /// At least `least` numbers, at most seven (x y z, perhaps w, r g b). Returns how many.
  std::size_t check_numbers(std::string_view line, std::size_t least, std::string_view what);
  void check_vertex(std::string_view line);
  void check_face(std::string_view line);
  /// v, v/vt, v//vn, v/vt/vn. A number of vt or vn may be missing: v/, v//, v/vt/. As in Blender and assimp, the corner
  /// then has none.
  void check_corner(std::string_view word);

  /// The library would read the number of the next word after a slash that ends a word.
  void drop_slashes(std::string_view slashes);
  /// An integer that ends at a slash or with the word.
  void read_number(std::string_view& word, std::string_view whole, std::int64_t& number) const;
  void check_vertex_number(std::string_view& word, std::string_view whole);
  void check_normal_number(std::string_view& word, std::string_view whole);
  void note(Numbered& all, std::int64_t number) const;

  ByteSource& source_;
  const ProgressScale& progress_;
  std::string text_;
  std::uint64_t line_ = 0;
  std::array<double, 7> values_{};
  Numbered vertex_, normal_;
  std::uint64_t bad_normals_line_ = 0;
  std::vector<std::uint32_t> colors_;
  std::vector<std::pair<std::size_t, glm::vec3>> not_finite_;
  std::uint64_t polylines_ = 0, surfaces_ = 0, empty_faces_ = 0;
};

}  // namespace farfirst::app::obj
