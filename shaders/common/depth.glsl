// The depth of a fragment as a key of keys/keys.glsl: the same bits on every driver, since it uses only the operations
// of keys. There is no division, because drivers round it differently.
#include "common/frame.glsl"
#include "keys/keys.glsl"

farfirst_Viewpoint viewpoint() { return farfirst_prepared(frame.eye, frame.axis); }

/// The ray into the world through a place of the picture, in pixels. Its view depth is 1.
vec3 ray_through(vec2 place) {
  precise vec3 across = frame.ray_across * place.x;
  precise vec3 up = frame.ray_up * place.y;
  precise vec3 ray = (frame.ray_corner + across) + up;
  return ray;
}

float exact_dot(vec3 a, vec3 b) {
  precise float xy = farfirst_multiply(a.x, b.x) + farfirst_multiply(a.y, b.y);
  precise float sum = xy + farfirst_multiply(a.z, b.z);
  return sum;
}

vec3 exact_cross(vec3 a, vec3 b) {
  precise vec3 product = vec3(farfirst_multiply(a.y, b.z) - farfirst_multiply(a.z, b.y),
                              farfirst_multiply(a.z, b.x) - farfirst_multiply(a.x, b.z),
                              farfirst_multiply(a.x, b.y) - farfirst_multiply(a.y, b.x));
  return product;
}

/// Scales v by the power of two that brings its largest component to at least 1, and below 2.
vec3 brought_to_one(vec3 v) {
  uvec3 words = floatBitsToUint(v) & 0x7F800000u;
  uint exponent = max(max(words.x, words.y), words.z);
  if (exponent == 0u || exponent >= 0x7F000000u) return vec3(0.0);
  float factor = uintBitsToFloat(0x7F000000u - exponent);
  return vec3(farfirst_multiply(v.x, factor), farfirst_multiply(v.y, factor), farfirst_multiply(v.z, factor));
}

/// a / b except for a few last bits; infinity if b is practically 0. Newton's method.
float exact_quotient(float a, float b) {
  uint word = floatBitsToUint(b), exponent = word & 0x7F800000u;
  if (exponent == 0u || exponent >= 0x7E800000u) return uintBitsToFloat(0x7F800000u);
  float part = uintBitsToFloat((word & 0x007FFFFFu) | 0x3F000000u);  // of b, from 1/2 to 1
  precise float guess = uintBitsToFloat(0x4034B4B5u) - uintBitsToFloat(0x3FF0F0F1u) * part;  // 48/17 - 32/17 b
  for (int i = 0; i < 4; ++i) {
    precise float product = part * guess;
    precise float rest = 1.0 - product;
    precise float step = guess * rest;
    precise float next = guess + step;
    guess = next;
  }
  float scale = uintBitsToFloat((0x7E800000u - exponent) | (word & 0x80000000u));
  return farfirst_multiply(farfirst_multiply(a, guess), scale);
}

/// The key of a place on a ray.
uint key_on(vec3 ray, float view_depth) {
  float measure = frame.metric == farfirst_radial
                      ? farfirst_multiply(farfirst_multiply(view_depth, view_depth), exact_dot(ray, ray))
                      : view_depth;
  return farfirst_key_of(farfirst_Measured(measure, true), frame.metric);
}
