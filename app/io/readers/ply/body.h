#pragma once
// The body of a PLY file, element by element: text and binary behind one interface.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "header.h"
#include "io/text.h"

namespace farfirst::app::ply {

/// Instances come in blocks: one column of doubles for each requested property.
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
  virtual void read_scalars(const Element& element, const std::vector<bool>& wanted,
                            const std::function<void(const Block&)>& take) = 0;
  /// Reads one instance and keeps one of its lists; `ordinal` of the instance is for messages.
  virtual void read_list(const Element& element, std::uint64_t ordinal, std::size_t property,
                         std::vector<double>& values) = 0;
  /// The fast path: a run of instances that are only a list of three unsigned numbers, written directly to `to`, which
  /// can hold `most` triangles. Returns how many were read; 0 if the next instance needs the general path.
  virtual std::size_t read_triangles(const Element& element, std::size_t most, std::uint32_t* to) = 0;
  virtual void skip(const Element& element) = 0;

  /// "the data end inside face 3 of 12"
  [[noreturn]] static void refuse_end(const Place& place, const Element& element, std::uint64_t ordinal);
  /// "vertex", "face", "element 'tristrips'"
  static std::string singular(const Element& element);
};

/// The common code of both encodings for the properties of an instance. `Format` reads a number(), a list_count() and
/// list_values(), skips scalars and lists, and ends.
template <class Format>
class BodyOf : public Body {
 public:
  void read_scalars(const Element& element, const std::vector<bool>& wanted,
                    const std::function<void(const Block&)>& take) override {
    if (element.properties.empty()) return;
    Block block;
    for (const bool want : wanted) block.columns.emplace_back(want ? block_size : 0);
    for (std::uint64_t done = 0; done < element.count; done += block.count) {
      block.count = static_cast<std::size_t>(std::min<std::uint64_t>(block_size, element.count - done));
      format().read_block(element, done, block);
      take(block);
    }
  }

  void read_list(const Element& element, std::uint64_t ordinal, std::size_t property,
                 std::vector<double>& values) override {
    for (const Property& p : element.properties) {
      const std::uint64_t count = count_of(element, ordinal, p);
      if (&p == &element.properties[property]) {
        format().list_values(element, ordinal, p, count, values);
      } else {
        format().step_over(element, ordinal, p, count);
      }
    }
    format().end_row(element, ordinal);
  }

  void skip(const Element& element) override {
    if (element.properties.empty()) return;
    for (std::uint64_t i = 0; i < element.count; ++i) {
      for (const Property& p : element.properties) format().step_over(element, i, p, count_of(element, i, p));
      format().end_row(element, i);
    }
  }

 protected:
  void read_rows(const Element& element, std::uint64_t first, Block& block) {
    for (std::size_t row = 0; row < block.count; ++row) {
      for (std::size_t i = 0; i < element.properties.size(); ++i) {
        const Property& p = element.properties[i];
        if (p.is_list || block.columns[i].empty()) {
          format().step_over(element, first + row, p, count_of(element, first + row, p));
        } else {
          block.columns[i][row] = format().number(element, first + row, p.type);
        }
      }
      format().end_row(element, first + row);
    }
  }

  /// The number of entries of the list at `start`.
  std::uint64_t list_count(const Element& element, std::uint64_t ordinal, const Property& list, const Mark& start) {
    const double count = format().number(element, ordinal, list.count_type);
    if (!(count >= 0.0) || count > 4294967295.0 || count != std::floor(count))
      throw FileError({format().place(start), "expected how many entries list {} of {} {} has, found {}",
                       in_quotes(list.name), singular(element), ordinal + 1, count});
    return static_cast<std::uint64_t>(count);
  }

 private:
  Format& format() { return static_cast<Format&>(*this); }
  std::uint64_t count_of(const Element& element, std::uint64_t ordinal, const Property& p) {
    return p.is_list ? format().list_count(element, ordinal, p) : 1;
  }
};

/// For the source behind the header.
std::unique_ptr<Body> make_body(const Header& header, ByteSource& source, std::vector<std::string>& remarks);
/// Lines count from 1; `lines` is how many the header took.
std::unique_ptr<Body> make_ascii_body(ByteSource& source, std::uint64_t lines, std::vector<std::string>& remarks);

}  // namespace farfirst::app::ply
