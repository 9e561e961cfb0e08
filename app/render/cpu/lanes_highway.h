// Vectors of numbers by Highway, for one instruction set: kernels_inl.h. No operation is fused with another, so that
// all give the same bits.

namespace farfirst::app::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::CappedTag<float, 16>;
using IntTag = hn::CappedTag<std::int32_t, 16>;
using Float = hn::Vec<FloatTag>;
using Int = hn::Vec<IntTag>;
using Mask = hn::Mask<FloatTag>;
using IntMask = hn::Mask<IntTag>;
constexpr FloatTag float_tag;
constexpr IntTag int_tag;

inline int lane_count() { return static_cast<int>(hn::Lanes(float_tag)); }

inline Float all(float x) { return hn::Set(float_tag, x); }
inline Int all(std::int32_t x) { return hn::Set(int_tag, x); }
inline Int numbered() { return hn::Iota(int_tag, 0); }
inline Float load(const float* from) { return hn::LoadU(float_tag, from); }
inline Int load(const std::int32_t* from) { return hn::LoadU(int_tag, from); }
inline void store(Float x, float* to) { hn::StoreU(x, float_tag, to); }
inline void store(Int x, std::int32_t* to) { hn::StoreU(x, int_tag, to); }
inline Float gather(const float* from, Int at) { return hn::GatherIndex(float_tag, from, at); }
inline Int gather(const std::int32_t* from, Int at) { return hn::GatherIndex(int_tag, from, at); }

inline Float minimum(Float a, Float b) { return hn::Min(a, b); }
inline Float maximum(Float a, Float b) { return hn::Max(a, b); }
inline Int minimum(Int a, Int b) { return hn::Min(a, b); }
inline Int maximum(Int a, Int b) { return hn::Max(a, b); }
inline Float root(Float x) { return hn::Sqrt(x); }
inline Float magnitude(Float x) { return hn::Abs(x); }
inline Float rounded_up(Float x) { return hn::Ceil(x); }
inline Float rounded_down(Float x) { return hn::Floor(x); }
inline Int nearest(Float x) { return hn::NearestInt(x); }
inline Int truncated(Float x) { return hn::ConvertTo(int_tag, x); }
inline Float to_float(Int x) { return hn::ConvertTo(float_tag, x); }
inline Float as_float(Int x) { return hn::BitCast(float_tag, x); }
inline Int as_int(Float x) { return hn::BitCast(int_tag, x); }
template <int bits>
inline Int left(Int x) {
  return hn::ShiftLeft<bits>(x);
}
template <int bits>
inline Int right(Int x) {
  return hn::ShiftRight<bits>(x);
}
inline Int shifted_right(Int x, int by) { return hn::ShiftRightSame(x, by); }
inline Float select(Mask which, Float yes, Float no) { return hn::IfThenElse(which, yes, no); }
inline Int select(IntMask which, Int yes, Int no) { return hn::IfThenElse(which, yes, no); }
inline Mask as_mask(IntMask which) { return hn::RebindMask(float_tag, which); }
inline IntMask as_int_mask(Mask which) { return hn::RebindMask(int_tag, which); }
inline IntMask both(IntMask a, IntMask b) { return hn::And(a, b); }
inline IntMask either(IntMask a, IntMask b) { return hn::Or(a, b); }
inline IntMask without(IntMask a, IntMask b) { return hn::AndNot(b, a); }
inline Mask both(Mask a, Mask b) { return hn::And(a, b); }
/// Stores the lanes whose bits are set, one after the other; whole vectors are written. Returns how many there are.
inline int store_some(Int x, std::uint32_t which, std::int32_t* to) {
  const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(which), static_cast<std::uint8_t>(which >> 8)};
  // Not CompressStore: some processors take a hundred cycles for that.
  store(hn::Compress(x, hn::LoadMaskBits(int_tag, bytes)), to);
  return std::popcount(which);
}
/// One after the other: a's first lane, b's, c's, d's, a's second one, and so on.
inline void store_interleaved(Float a, Float b, Float c, Float d, float* to) {
  hn::StoreInterleaved4(a, b, c, d, float_tag, to);
}
/// The other way round.
inline void load_interleaved(const float* from, Float& a, Float& b, Float& c, Float& d) {
  hn::LoadInterleaved4(float_tag, from, a, b, c, d);
}
inline void load_interleaved(const float* from, Float& a, Float& b, Float& c) {
  hn::LoadInterleaved3(float_tag, from, a, b, c);
}
inline std::uint32_t bits(IntMask which) {
  alignas(8) std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(int_tag, which, bytes);
  const std::uint32_t word = bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8;
  return word & ((1u << lane_count()) - 1);
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE

#if HWY_TARGET == HWY_SCALAR
#include "quad_plain.h"
#else
namespace farfirst::app::cpu::HWY_NAMESPACE {

// ---- Four numbers

using QuadTag = hn::FixedTag<float, 4>;
using Quad = hn::Vec<QuadTag>;
constexpr QuadTag quad_tag;
inline Quad load_quad(const float* from) { return hn::Load(quad_tag, from); }
inline void store_quad(Quad x, float* to) { hn::Store(x, quad_tag, to); }
inline Quad last_of(Quad x) { return hn::Broadcast<3>(x); }

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
#endif
