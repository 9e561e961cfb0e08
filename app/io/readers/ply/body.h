#pragma once
// The body of a PLY file, element by element: text and binary behind one interface.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "header.h"

namespace farfirst::app::ply {

/// Instances are handed over in blocks: one column of doubles for each property that was asked for.
constexpr std::size_t block_size = 1024;
struct Block {
  std::size_t count = 0;
  std::vector<std::vector<double>> columns;  // block_size each; empty where the property is not wanted
};

class Body {
 public:
  /// A place between two instances, to come back to.
  struct Mark {
    std::uint64_t position = 0, line = 0;
  };

  virtual ~Body() = default;
  virtual Mark mark() const = 0;
  virtual void go_to(const Mark& mark) = 0;
  /// The line where the last instance ended, or the byte where it began if that was at `start`.
  virtual Place place(const Mark& start) const = 0;

  /// Reads all instances of an element. `wanted` has an entry per property; lists are stepped over.
  /// take() may return false to stop early: the body is then inside the element, and go_to() must follow.
  virtual void read_scalars(const Element& element, const std::vector<bool>& wanted,
                            const std::function<bool(const Block&)>& take) = 0;
  /// Reads one instance and keeps one of its lists; `ordinal` of the instance is for messages.
  virtual void read_list(const Element& element, std::uint64_t ordinal, std::size_t property,
                         std::vector<double>& values) = 0;
  /// The short way: a run of instances that are nothing but a list of three unsigned numbers, straight to `to`, which
  /// has room for `most` triangles. Returns how many were read; 0 where the next instance must go the long way.
  virtual std::size_t read_triangles(const Element& element, std::size_t most, std::uint32_t* to) = 0;
  virtual void skip(const Element& element) = 0;

  /// "the data end inside face 3 of 12"
  [[noreturn]] static void refuse_end(const Place& place, const Element& element, std::uint64_t ordinal);
  /// "vertex", "face", "element 'tristrips'"
  static std::string singular(const Element& element);
};

std::unique_ptr<Body> make_binary_body(ByteSource& source, Encoding encoding);
/// Lines count from 1; `lines` is how many the header took.
std::unique_ptr<Body> make_ascii_body(ByteSource& source, std::uint64_t lines, std::vector<std::string>& remarks);

}  // namespace farfirst::app::ply
