// The calls of lanes_highway.h with vectors of one number, where there is no Highway.

namespace farfirst::app::cpu::HWY_NAMESPACE {

struct Mask {
  bool is;
};
using IntMask = Mask;

template <class T>
struct Lane {
  T value;
  friend Lane operator/(Lane a, Lane b) { return {a.value / b.value}; }
  friend Mask operator<(Lane a, Lane b) { return {a.value < b.value}; }
  friend Mask operator<=(Lane a, Lane b) { return {a.value <= b.value}; }
  friend Mask operator>(Lane a, Lane b) { return {a.value > b.value}; }
  friend Mask operator>=(Lane a, Lane b) { return {a.value >= b.value}; }
  friend Mask operator==(Lane a, Lane b) { return {a.value == b.value}; }
  friend Mask operator!=(Lane a, Lane b) { return {a.value != b.value}; }
};
using Float = Lane<float>;
using Int = Lane<std::int32_t>;

inline Float operator+(Float a, Float b) { return {a.value + b.value}; }
inline Float operator-(Float a, Float b) { return {a.value - b.value}; }
inline Float operator*(Float a, Float b) { return {a.value * b.value}; }
// Lanes that do not count may overflow.
inline Int wrapped(std::uint32_t x) { return {static_cast<std::int32_t>(x)}; }
inline std::uint32_t word(Int x) { return static_cast<std::uint32_t>(x.value); }
inline Int operator+(Int a, Int b) { return wrapped(word(a) + word(b)); }
inline Int operator-(Int a, Int b) { return wrapped(word(a) - word(b)); }
inline Int operator*(Int a, Int b) { return wrapped(word(a) * word(b)); }
inline Int operator&(Int a, Int b) { return {a.value & b.value}; }
inline Int operator|(Int a, Int b) { return {a.value | b.value}; }

inline int lane_count() { return 1; }

inline Float all(float x) { return {x}; }
inline Int all(std::int32_t x) { return {x}; }
inline Int numbered() { return {0}; }
inline Float load(const float* from) { return {*from}; }
inline Int load(const std::int32_t* from) { return {*from}; }
inline void store(Float x, float* to) { *to = x.value; }
inline void store(Int x, std::int32_t* to) { *to = x.value; }
inline Float gather(const float* from, Int at) { return {from[at.value]}; }
inline Int gather(const std::int32_t* from, Int at) { return {from[at.value]}; }

inline Float minimum(Float a, Float b) { return {a.value < b.value ? a.value : b.value}; }
inline Float maximum(Float a, Float b) { return {a.value > b.value ? a.value : b.value}; }
inline Int minimum(Int a, Int b) { return {std::min(a.value, b.value)}; }
inline Int maximum(Int a, Int b) { return {std::max(a.value, b.value)}; }
inline Float root(Float x) { return {std::sqrt(x.value)}; }
inline Float magnitude(Float x) { return {std::fabs(x.value)}; }
inline Float rounded_up(Float x) { return {std::ceil(x.value)}; }
inline Float rounded_down(Float x) { return {std::floor(x.value)}; }
inline bool fits(Float x) { return std::fabs(x.value) < 0x1p31f; }
inline Int nearest(Float x) { return {fits(x) ? static_cast<std::int32_t>(std::nearbyint(x.value)) : INT32_MIN}; }
inline Int truncated(Float x) { return {fits(x) ? static_cast<std::int32_t>(x.value) : INT32_MIN}; }
inline Float to_float(Int x) { return {static_cast<float>(x.value)}; }
inline Float as_float(Int x) { return {std::bit_cast<float>(x.value)}; }
inline Int as_int(Float x) { return {std::bit_cast<std::int32_t>(x.value)}; }
template <int bits>
inline Int left(Int x) {
  return wrapped(word(x) << bits);
}
template <int bits>
inline Int right(Int x) {
  return {x.value >> bits};
}
inline Int shifted_right(Int x, int by) { return {x.value >> by}; }
inline Float select(Mask which, Float yes, Float no) { return which.is ? yes : no; }
inline Int select(Mask which, Int yes, Int no) { return which.is ? yes : no; }
inline Mask as_mask(Mask which) { return which; }
inline Mask as_int_mask(Mask which) { return which; }
inline Mask both(Mask a, Mask b) { return {a.is && b.is}; }
inline Mask either(Mask a, Mask b) { return {a.is || b.is}; }
inline Mask without(Mask a, Mask b) { return {a.is && !b.is}; }
inline int store_some(Int x, std::uint32_t which, std::int32_t* to) {
  *to = x.value;
  return static_cast<int>(which & 1);
}
inline void store_interleaved(Float a, Float b, Float c, Float d, float* to) {
  to[0] = a.value, to[1] = b.value, to[2] = c.value, to[3] = d.value;
}
inline void load_interleaved(const float* from, Float& a, Float& b, Float& c, Float& d) {
  a.value = from[0], b.value = from[1], c.value = from[2], d.value = from[3];
}
inline void load_interleaved(const float* from, Float& a, Float& b, Float& c) {
  a.value = from[0], b.value = from[1], c.value = from[2];
}
inline std::uint32_t bits(Mask which) { return which.is ? 1 : 0; }

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
#include "quad_plain.h"
