#pragma once
// The header of a PLY file (Greg Turk, The PLY Polygon File Format, 1994), with the deviations of real files.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/source.h"

namespace farfirst::app::ply {

enum class Encoding : std::uint8_t { ascii, little_endian, big_endian };
enum class Scalar : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

constexpr std::size_t size_of(Scalar type) {
  constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<std::size_t>(type)];
}

struct Property {
  std::string name;
  Scalar type = Scalar::float32;
  bool is_list = false;
  Scalar count_type = Scalar::uint8;  // of a list
};

constexpr std::size_t absent = static_cast<std::size_t>(-1);

struct Element {
  std::string name;  // in lower case
  std::uint64_t count = 0;
  std::vector<Property> properties;

  bool has_lists() const;
  /// Bytes of one instance in a binary file, its lists taken as empty.
  std::size_t fixed_bytes() const;
  /// Bytes that one instance takes at least.
  std::size_t least_bytes(Encoding encoding) const;
  /// The property of this name, or else of this name in other capitals.
  const Property* find(std::string_view property) const;
  /// The place of a property that is no list; absent if there is none of this name.
  std::size_t column(std::string_view property) const;
  /// For each property, whether it is one of these columns, some of which may be absent.
  std::vector<bool> wanted(std::span<const std::size_t> columns) const;
};

struct Header {
  Encoding encoding = Encoding::ascii;
  std::vector<Element> elements;
  std::uint64_t lines = 0;           // of the header; the body of an ascii file starts on the next one
  std::vector<std::string> remarks;  // what was odd and passed over
  bool says_antialiased = false;     // in a comment: splats of Mip-Splatting

  const Element* find(std::string_view element) const;
  /// May numbers of this type have more digits than a float? So may decimal digits.
  bool exceeds_floats(Scalar type) const {
    return encoding == Encoding::ascii || (size_of(type) >= 4 && type != Scalar::float32);
  }
};

bool is_ply(std::string_view bytes);

/// Reads the header and leaves the source at the first byte of the body. Throws FileError.
Header read_header(ByteSource& source);

/// Refuses a header that promises more than can follow it. Call it before memory is taken.
void check_promises(const Header& header, const ByteSource& source);

}  // namespace farfirst::app::ply
