// GLSL's numbers and vectors for as many particles at once as a vector of this instruction set holds, by Highway. No
// operation is fused with another or replaced by a quicker one: each lane has the bits that one particle would have.

namespace farfirst::app::simulate::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#define FARFIRST_INLINE inline __attribute__((always_inline))

constexpr hn::CappedTag<float, whole_block> real_tag;
constexpr hn::CappedTag<std::int32_t, whole_block> int_tag;
constexpr hn::CappedTag<std::uint32_t, whole_block> uint_tag;

FARFIRST_INLINE std::uint32_t lanes() { return static_cast<std::uint32_t>(hn::Lanes(real_tag)); }

// Types of one lane each. Constants become vectors by themselves, but only those of the same type.

struct Int;
struct Uint;

struct Mask {
  hn::Mask<decltype(real_tag)> raw;
};
FARFIRST_INLINE Mask operator&&(Mask a, Mask b) { return {hn::And(a.raw, b.raw)}; }
FARFIRST_INLINE Mask operator||(Mask a, Mask b) { return {hn::Or(a.raw, b.raw)}; }
FARFIRST_INLINE Mask without(Mask a, Mask b) { return {hn::AndNot(b.raw, a.raw)}; }
FARFIRST_INLINE bool is_empty(Mask which) { return hn::AllFalse(real_tag, which.raw); }
FARFIRST_INLINE std::uint32_t bits(Mask which) {
  alignas(8) std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(real_tag, which.raw, bytes);
  return (bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8) & ((1u << lanes()) - 1);
}

struct Real {
  hn::Vec<decltype(real_tag)> raw;
  Real() = default;
  FARFIRST_INLINE Real(hn::Vec<decltype(real_tag)> x) : raw(x) {}
  template <std::same_as<float> T>
  FARFIRST_INLINE Real(T x) : raw(hn::Set(real_tag, x)) {}
  FARFIRST_INLINE explicit Real(Uint x);  // below 2^31

  FARFIRST_INLINE friend Real operator+(Real a, Real b) { return hn::Add(a.raw, b.raw); }
  FARFIRST_INLINE friend Real operator-(Real a, Real b) { return hn::Sub(a.raw, b.raw); }
  FARFIRST_INLINE friend Real operator*(Real a, Real b) { return hn::Mul(a.raw, b.raw); }
  FARFIRST_INLINE friend Real operator/(Real a, Real b) { return hn::Div(a.raw, b.raw); }
  FARFIRST_INLINE friend Real operator-(Real a) { return hn::Neg(a.raw); }
  FARFIRST_INLINE friend Mask operator<(Real a, Real b) { return {hn::Lt(a.raw, b.raw)}; }
  FARFIRST_INLINE friend Mask operator<=(Real a, Real b) { return {hn::Le(a.raw, b.raw)}; }
  FARFIRST_INLINE friend Mask operator>(Real a, Real b) { return {hn::Gt(a.raw, b.raw)}; }
  FARFIRST_INLINE friend Mask operator>=(Real a, Real b) { return {hn::Ge(a.raw, b.raw)}; }
};

struct Int {
  hn::Vec<decltype(int_tag)> raw;
  FARFIRST_INLINE Int(hn::Vec<decltype(int_tag)> x) : raw(x) {}
  template <std::same_as<std::int32_t> T>
  FARFIRST_INLINE Int(T x) : raw(hn::Set(int_tag, x)) {}
  /// Towards zero.
  FARFIRST_INLINE explicit Int(Real x) : raw(hn::ConvertTo(int_tag, x.raw)) {}
  FARFIRST_INLINE friend Int operator+(Int a, Int b) { return hn::Add(a.raw, b.raw); }
};

struct Uint {
  hn::Vec<decltype(uint_tag)> raw;
  FARFIRST_INLINE Uint(hn::Vec<decltype(uint_tag)> x) : raw(x) {}
  template <std::same_as<std::uint32_t> T>
  FARFIRST_INLINE Uint(T x) : raw(hn::Set(uint_tag, x)) {}
  FARFIRST_INLINE explicit Uint(Int x) : raw(hn::BitCast(uint_tag, x.raw)) {}
  /// For numbers below 2^31.
  FARFIRST_INLINE explicit Uint(Real x) : Uint(Int(x)) {}

  FARFIRST_INLINE friend Uint operator+(Uint a, Uint b) { return hn::Add(a.raw, b.raw); }
  FARFIRST_INLINE friend Uint operator-(Uint a, Uint b) { return hn::Sub(a.raw, b.raw); }
  FARFIRST_INLINE friend Uint operator*(Uint a, Uint b) { return hn::Mul(a.raw, b.raw); }
  FARFIRST_INLINE friend Uint operator^(Uint a, Uint b) { return hn::Xor(a.raw, b.raw); }
  FARFIRST_INLINE friend Uint operator|(Uint a, Uint b) { return hn::Or(a.raw, b.raw); }
  FARFIRST_INLINE friend Uint operator&(Uint a, Uint b) { return hn::And(a.raw, b.raw); }
  FARFIRST_INLINE friend Uint operator<<(Uint a, int by) { return hn::ShiftLeftSame(a.raw, by); }
  FARFIRST_INLINE friend Uint operator>>(Uint a, int by) { return hn::ShiftRightSame(a.raw, by); }
  FARFIRST_INLINE friend Mask operator<(Uint a, Uint b) { return {hn::RebindMask(real_tag, hn::Lt(a.raw, b.raw))}; }
  FARFIRST_INLINE friend Mask operator>=(Uint a, Uint b) { return {hn::Not((a < b).raw)}; }
  FARFIRST_INLINE Uint& operator*=(Uint b) { return *this = *this * b; }
  FARFIRST_INLINE Uint& operator^=(Uint b) { return *this = *this ^ b; }
};

FARFIRST_INLINE Real::Real(Uint x) : raw(hn::ConvertTo(real_tag, hn::BitCast(int_tag, x.raw))) {}

FARFIRST_INLINE Real select(Mask which, Real yes, Real no) { return hn::IfThenElse(which.raw, yes.raw, no.raw); }
FARFIRST_INLINE Uint select(Mask which, Uint yes, Uint no) {
  return hn::IfThenElse(hn::RebindMask(uint_tag, which.raw), yes.raw, no.raw);
}
// With the results of glm, also for NaN.
FARFIRST_INLINE Real min(Real a, Real b) { return select(b < a, b, a); }
FARFIRST_INLINE Real max(Real a, Real b) { return select(a < b, b, a); }
FARFIRST_INLINE Real clamp(Real x, Real low, Real high) { return min(max(x, low), high); }
FARFIRST_INLINE Uint min(Uint a, Uint b) { return hn::Min(a.raw, b.raw); }
FARFIRST_INLINE Real sqrt(Real x) { return hn::Sqrt(x.raw); }
FARFIRST_INLINE Real mix(Real a, Real b, Real part) { return a * (1.0f - part) + b * part; }

// ---- vectors

struct Vec3 {
  Real x, y, z;
  Vec3() = default;
  FARFIRST_INLINE Vec3(Real a, Real b, Real c) : x(a), y(b), z(c) {}
  FARFIRST_INLINE explicit Vec3(Real all) : x(all), y(all), z(all) {}
  FARFIRST_INLINE Vec3(const glm::vec3& all) : x(all.x), y(all.y), z(all.z) {}

  FARFIRST_INLINE friend Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  FARFIRST_INLINE friend Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  FARFIRST_INLINE friend Vec3 operator*(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
  FARFIRST_INLINE friend Vec3 operator/(Vec3 a, Vec3 b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }
  FARFIRST_INLINE friend Vec3 operator*(Vec3 a, Real b) { return a * Vec3(b); }
  FARFIRST_INLINE friend Vec3 operator*(Real a, Vec3 b) { return Vec3(a) * b; }
  FARFIRST_INLINE friend Vec3 operator/(Vec3 a, Real b) { return a / Vec3(b); }
  FARFIRST_INLINE Vec3& operator+=(Vec3 b) { return *this = *this + b; }
};

struct IVec3 {
  Int x, y, z;
  FARFIRST_INLINE IVec3(Int a, Int b, Int c) : x(a), y(b), z(c) {}
  FARFIRST_INLINE explicit IVec3(Vec3 from) : x(from.x), y(from.y), z(from.z) {}
  FARFIRST_INLINE IVec3(const glm::ivec3& all) : x(all.x), y(all.y), z(all.z) {}
  FARFIRST_INLINE friend IVec3 operator+(IVec3 a, IVec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
};

struct Vec4 {
  Real x, y, z, w;
};

FARFIRST_INLINE Vec3 select(Mask which, Vec3 yes, Vec3 no) {
  return {select(which, yes.x, no.x), select(which, yes.y, no.y), select(which, yes.z, no.z)};
}
FARFIRST_INLINE Vec4 select(Mask which, const Vec4& yes, const Vec4& no) {
  return {select(which, yes.x, no.x), select(which, yes.y, no.y), select(which, yes.z, no.z),
          select(which, yes.w, no.w)};
}
FARFIRST_INLINE Real floor(Real x) { return hn::Floor(x.raw); }
FARFIRST_INLINE Vec3 floor(Vec3 v) { return {floor(v.x), floor(v.y), floor(v.z)}; }
FARFIRST_INLINE Vec3 abs(Vec3 v) { return {hn::Abs(v.x.raw), hn::Abs(v.y.raw), hn::Abs(v.z.raw)}; }
FARFIRST_INLINE Vec3 max(Vec3 a, Vec3 b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
FARFIRST_INLINE Vec3 mix(Vec3 a, Vec3 b, Real part) { return a * (1.0f - part) + b * part; }
FARFIRST_INLINE Vec4 mix(Vec4 a, Vec4 b, Real part) {
  return {mix(a.x, b.x, part), mix(a.y, b.y, part), mix(a.z, b.z, part), mix(a.w, b.w, part)};
}
FARFIRST_INLINE Real dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
FARFIRST_INLINE Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y};
}

// ---- memory

FARFIRST_INLINE Vec4 load(const glm::vec4* from) {
  Vec4 result;
  hn::LoadInterleaved4(real_tag, &from->x, result.x.raw, result.y.raw, result.z.raw, result.w.raw);
  return result;
}
FARFIRST_INLINE void store(const Vec4& v, glm::vec4* to) {
  hn::StoreInterleaved4(v.x.raw, v.y.raw, v.z.raw, v.w.raw, real_tag, &to->x);
}
FARFIRST_INLINE Uint load(const std::uint32_t* from) { return hn::LoadU(uint_tag, from); }
FARFIRST_INLINE void store(Uint x, std::uint32_t* to) { hn::StoreU(x.raw, uint_tag, to); }

/// An array whose rows are read by an index in each lane.
struct Rows {
  const glm::vec4* first;
  FARFIRST_INLINE Vec4 operator[](Uint row) const {
    alignas(64) std::uint32_t at[whole_block];
    alignas(64) glm::vec4 rows[whole_block];
    store(row, at);
    for (std::uint32_t i = 0; i < lanes(); ++i) rows[i] = first[at[i]];
    return load(rows);
  }
};

}  // namespace farfirst::app::simulate::HWY_NAMESPACE
