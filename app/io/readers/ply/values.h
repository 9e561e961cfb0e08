#pragma once
// Scalars of a PLY body: out of bytes, or out of text.

#include <bit>
#include <cstdint>
#include <cstring>

#include "header.h"
#include "io/color.h"
#include "io/text.h"

namespace farfirst::app::ply {

/// The full value of colours of this type, with this largest number. Words hold bytes where none is
/// larger than a byte.
constexpr double full_scale(Scalar type, double largest) {
  if (size_of(type) == 1) return 255.0;
  if (type == Scalar::float32 || type == Scalar::float64) return full_color(largest);
  return largest <= 255.0 ? 255.0 : 65535.0;
}

/// Bytes that were declared as signed are bytes all the same.
constexpr double unsigned_value(Scalar type, double value) {
  return type == Scalar::int8 && value < 0.0 ? value + 256.0 : value;
}

template <class T, bool swapped>
T load(const char* p) {
  T value;
  if constexpr (swapped && sizeof(T) > 1) {
    char bytes[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i) bytes[i] = p[sizeof(T) - 1 - i];
    std::memcpy(&value, bytes, sizeof(T));
  } else {
    std::memcpy(&value, p, sizeof(T));
  }
  return value;
}

/// Calls visitor.template operator()<T, swapped>() for the type as it lies in a file of this encoding.
template <class Visitor>
decltype(auto) with_type(Scalar type, Encoding encoding, Visitor&& visitor) {
  const bool swapped = (encoding == Encoding::big_endian) != (std::endian::native == std::endian::big);
  const auto pick = [&]<class T>() -> decltype(auto) {
    return swapped ? visitor.template operator()<T, true>() : visitor.template operator()<T, false>();
  };
  switch (type) {
    case Scalar::int8:
      return pick.template operator()<std::int8_t>();
    case Scalar::uint8:
      return pick.template operator()<std::uint8_t>();
    case Scalar::int16:
      return pick.template operator()<std::int16_t>();
    case Scalar::uint16:
      return pick.template operator()<std::uint16_t>();
    case Scalar::int32:
      return pick.template operator()<std::int32_t>();
    case Scalar::uint32:
      return pick.template operator()<std::uint32_t>();
    case Scalar::float32:
      return pick.template operator()<float>();
    case Scalar::float64:
      break;
  }
  return pick.template operator()<double>();
}

/// One scalar at p.
inline double load_scalar(const char* p, Scalar type, Encoding encoding) {
  return with_type(type, encoding, [p]<class T, bool swapped>() { return static_cast<double>(load<T, swapped>(p)); });
}

/// `count` scalars, `stride` bytes apart.
inline void load_column(const char* p, std::size_t stride, std::size_t count, Scalar type, Encoding encoding,
                        double* to) {
  with_type(type, encoding, [=]<class T, bool swapped>() {
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<double>(load<T, swapped>(p + i * stride));
  });
}

}  // namespace farfirst::app::ply
