// The key of a position is a uint; ascending keys mean back to front. This is the twin of sort/include/farfirst/keys.h,
// which states the rules and their reasons. Both follow the same order, and a test compares them bit for bit.
// It can be included into any shader of version 430 or newer: it has no #version and no bindings, and every name begins
// with farfirst_.
//
// The promise: the same bits in give the same key out as in C++ and CUDA, on every driver that rounds single precision
// additions, subtractions and multiplications to nearest and has infinities. Denormal numbers may be flushed or not.
// Positions come in as bits (read them from a buffer of uint, not of float), because a driver may quieten or lose a NaN
// that it loads as a float. No isnan, isinf, length, dot, distance, fma or division is used, and every intermediate
// number is `precise`, so that nothing is contracted or reordered. A sqrt is only where a search for the root begins.

const int farfirst_radial = 0;  // as enum Metric
const int farfirst_view_depth = 1;
const int farfirst_nearest = 0;  // as enum SortPoint
const int farfirst_farthest = 1;
const int farfirst_mean = 2;
const int farfirst_centroid = 3;

// The point from which the metric measures. Make it with farfirst_prepared.
struct farfirst_Viewpoint {
  vec3 eye;
  vec3 axis;
};
// The metric's value at a point; not valid if there is none.
struct farfirst_Measured {
  float value;
  bool valid;
};

bool farfirst_is_finite(uint word) { return (word & 0x7FFFFFFFu) < 0x7F800000u; }
bool farfirst_is_nan(float number) { return (floatBitsToUint(number) & 0x7FFFFFFFu) > 0x7F800000u; }
// Magnitudes below 2^-100 (bits 0x0D800000) count as +0.
float farfirst_without_tiny(uint word) { return (word & 0x7FFFFFFFu) < 0x0D800000u ? 0.0 : uintBitsToFloat(word); }
float farfirst_multiply(float a, float b) {
  precise float product = a * b;
  return farfirst_without_tiny(floatBitsToUint(product));
}

bool farfirst_is_finite(uvec3 p) {
  return farfirst_is_finite(p.x) && farfirst_is_finite(p.y) && farfirst_is_finite(p.z);
}
// A component that is not finite becomes 0 here. The value is invalid then, whatever comes out.
vec3 farfirst_without_tiny(uvec3 p) {
  return vec3(farfirst_is_finite(p.x) ? farfirst_without_tiny(p.x) : 0.0,
              farfirst_is_finite(p.y) ? farfirst_without_tiny(p.y) : 0.0,
              farfirst_is_finite(p.z) ? farfirst_without_tiny(p.z) : 0.0);
}

// Prepares a viewpoint for the metrics.
farfirst_Viewpoint farfirst_prepared(vec3 eye, vec3 axis) {
  return farfirst_Viewpoint(farfirst_without_tiny(floatBitsToUint(eye)), farfirst_without_tiny(floatBitsToUint(axis)));
}

vec3 farfirst_from_eye(vec3 p, farfirst_Viewpoint view) {
  precise vec3 d = p - view.eye;
  return d;
}

farfirst_Measured farfirst_radial_measure(vec3 p, farfirst_Viewpoint view) {
  vec3 d = farfirst_from_eye(p, view);
  precise float xy = farfirst_multiply(d.x, d.x) + farfirst_multiply(d.y, d.y);
  precise float d2 = xy + farfirst_multiply(d.z, d.z);
  return farfirst_Measured(d2, true);
}

farfirst_Measured farfirst_depth_measure(vec3 p, farfirst_Viewpoint view) {
  vec3 d = farfirst_from_eye(p, view);
  precise float xy = farfirst_multiply(d.x, view.axis.x) + farfirst_multiply(d.y, view.axis.y);
  precise float t = xy + farfirst_multiply(d.z, view.axis.z);
  return farfirst_Measured(t, farfirst_is_finite(floatBitsToUint(d)) && !farfirst_is_nan(t));
}

// A half, exactly, as the bits of a float.
uint farfirst_of_half(uint half_bits) {
  uint sign = (half_bits & 0x8000u) << 16, exponent = (half_bits >> 10) & 31u, fraction = half_bits & 0x3FFu;
  precise float small = float(fraction) * uintBitsToFloat(0x33800000u);  // 2^-24
  if (exponent == 0u) return sign | floatBitsToUint(small);
  return sign | (exponent == 31u ? 0x7F800000u : (exponent + 112u) << 23) | (fraction << 13);
}

// `scale` and `offset` without tiny numbers.
uint farfirst_of_unorm(uint q, float scale, float offset) {
  precise float share = float(q) * uintBitsToFloat(0x37800080u);  // 1/65535, rounded
  precise float number = farfirst_multiply(share, scale) + offset;
  return floatBitsToUint(number);
}

// The transform's rows, without tiny numbers. A point with a component that is not finite goes to one without finite
// components.
uvec3 farfirst_transformed(uvec3 p, mat3x4 rows) {
  if (!farfirst_is_finite(p)) return uvec3(0x7FC00000u);
  vec3 at = farfirst_without_tiny(p);
  uvec3 result;
  for (int i = 0; i < 3; ++i) {
    precise float xy = farfirst_multiply(rows[i].x, at.x) + farfirst_multiply(rows[i].y, at.y);
    precise float xyz = xy + farfirst_multiply(rows[i].z, at.z);
    precise float sum = xyz + rows[i].w;
    result[i] = floatBitsToUint(sum);
  }
  return result;
}

// The value of a point without tiny components.
farfirst_Measured farfirst_measure_of(vec3 p, farfirst_Viewpoint view, int metric) {
  if (metric == farfirst_radial) return farfirst_radial_measure(p, view);
  return farfirst_depth_measure(p, view);
}

// The value of a point given as bits.
farfirst_Measured farfirst_measure_of(uvec3 p, farfirst_Viewpoint view, int metric) {
  farfirst_Measured m = farfirst_measure_of(farfirst_without_tiny(p), view, metric);
  return farfirst_Measured(m.value, m.valid && farfirst_is_finite(p));
}

vec3 farfirst_centroid_of(uvec3 p0, uvec3 p1, uvec3 p2) {
  float third = uintBitsToFloat(0x3EAAAAABu);  // 1/3, rounded
  precise vec3 sum = farfirst_without_tiny(p0) + farfirst_without_tiny(p1);
  precise vec3 total = sum + farfirst_without_tiny(p2);
  return vec3(farfirst_multiply(total.x, third), farfirst_multiply(total.y, third), farfirst_multiply(total.z, third));
}

farfirst_Measured farfirst_measure_of(uvec3 p0, uvec3 p1, uvec3 p2, farfirst_Viewpoint view, int metric,
                                      int sort_point) {
  if (sort_point == farfirst_centroid) {
    vec3 centre = farfirst_centroid_of(p0, p1, p2);
    farfirst_Measured m = farfirst_measure_of(centre, view, metric);
    return farfirst_Measured(m.value, m.valid && farfirst_is_finite(p0) && farfirst_is_finite(p1) &&
                                          farfirst_is_finite(p2) && farfirst_is_finite(floatBitsToUint(centre)));
  }
  farfirst_Measured a = farfirst_measure_of(p0, view, metric);
  farfirst_Measured b = farfirst_measure_of(p1, view, metric);
  farfirst_Measured c = farfirst_measure_of(p2, view, metric);
  bool valid = a.valid && b.valid && c.valid;
  if (sort_point == farfirst_mean) {
    precise float ab = a.value + b.value;
    precise float sum = ab + c.value;
    return farfirst_Measured(farfirst_multiply(sum, uintBitsToFloat(0x3EAAAAABu)), valid && !farfirst_is_nan(sum));
  }
  if (sort_point == farfirst_nearest) {
    float m = b.value < a.value ? b.value : a.value;
    return farfirst_Measured(c.value < m ? c.value : m, valid);
  }
  float m = b.value > a.value ? b.value : a.value;
  return farfirst_Measured(c.value > m ? c.value : m, valid);
}

uint farfirst_ordered_bits(float number) {
  uint word = floatBitsToUint(number);
  return word ^ ((word >> 31) != 0u ? 0xFFFFFFFFu : 0x80000000u);
}

uint farfirst_key_of(farfirst_Measured m, int metric) {
  if (!m.valid) return 0u;
  return ~(metric == farfirst_radial ? floatBitsToUint(m.value) : farfirst_ordered_bits(m.value));
}

// The key of a point. `position` holds the bits of x, y, z.
uint farfirst_key_of_point(uvec3 position, farfirst_Viewpoint view, int metric) {
  return farfirst_key_of(farfirst_measure_of(position, view, metric), metric);
}

// The key of a triangle. The positions hold the bits of x, y, z.
uint farfirst_key_of_triangle(uvec3 p0, uvec3 p1, uvec3 p2, farfirst_Viewpoint view, int metric, int sort_point) {
  return farfirst_key_of(farfirst_measure_of(p0, p1, p2, view, metric, sort_point), metric);
}

// ---- Keys of fewer bits

// Made by keys::prepared in C++.
struct farfirst_Steps {
  int shift;
  bool linear;
  float farthest;
  float scale;
  float last;
};

// Is 4 * f * 2^23 less than the square of an odd number below 2^25?
bool farfirst_is_below(uint f, uint odd) {
  uint high, low, square_high, square_low;
  umulExtended(f, 1u << 25, high, low);
  umulExtended(odd, odd, square_high, square_low);
  return high < square_high || (high == square_high && low < square_low);
}

// The root, rounded to nearest. GLSL's own may be some units off in its last place, so it is only tried first.
// The number is f * 2^(exponent - 23) with an even exponent, so its root is that of f * 2^23, times 2^(exponent/2 - 23):
// the whole number s for which that lies between the squares of s - 1/2 and s + 1/2.
float farfirst_root(float number) {
  uint word = floatBitsToUint(number);
  if (word == 0u || word >= 0x7F800000u) return number;
  int exponent = int(word >> 23) - 127, odd = exponent & 1;
  uint f = ((word & 0x7FFFFFu) | 0x800000u) << odd;
  uint s = clamp(uint(sqrt(float(f) * 8388608.0) + 0.5), 0x800000u, 0xFFFFFFu);
  while (farfirst_is_below(f, 2u * s - 1u)) --s;
  while (!farfirst_is_below(f, 2u * s + 1u)) ++s;
  return uintBitsToFloat((uint((exponent - odd) / 2 + 127) << 23) | (s & 0x7FFFFFu));
}

// The metric's value from which a key other than 0 was made.
float farfirst_value_of(uint key, int metric) {
  uint word = ~key;
  if (metric == farfirst_radial) return uintBitsToFloat(word);
  return uintBitsToFloat(word ^ ((word >> 31) != 0u ? 0x80000000u : 0xFFFFFFFFu));
}

// Reduces a key of 32 bits.
uint farfirst_with_fewer_bits(uint key, int metric, farfirst_Steps steps) {
  if (!steps.linear) return key >> steps.shift;
  if (key == 0u) return 0u;
  float value = farfirst_value_of(key, metric);
  precise float from_far = steps.farthest - (metric == farfirst_radial ? farfirst_root(value) : value);
  return uint(clamp(farfirst_multiply(from_far, steps.scale), 0.0, steps.last));
}
