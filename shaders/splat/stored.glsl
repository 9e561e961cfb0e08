// Splats as stored in OpenGL's memory: beside the position four words, and by their degree 0, 3, 7 or 12 more.
// app/render/packed_splat.h packs them, and describes the fields.
//   DEGREE   of the spherical harmonics, 0 to 3
layout(std430, binding = 2) readonly buffer Vertices { uvec4 vertices[]; };  // position, and the constant part of the colour
layout(std430, binding = 3) readonly buffer Shapes { uint shapes[]; };      // three words
#if DEGREE > 0
layout(std430, binding = 4) readonly buffer Harmonics { uint harmonics[]; };
#endif

const int coefficients = (DEGREE + 1) * (DEGREE + 1);

struct Shape {
  vec3 scale;
  vec4 rotation;  // x y z w, of unit length
  float opacity;
};

/// `bits` of a word from `shift` on.
uint bits_of(uint word, int shift, int bits) { return bitfieldExtract(word, shift, bits); }

const float steps_of_octave = 16382.0 / 32.0;

/// `top`: the logarithm of the largest scale of the scene, to the base of 2.
float scale_of(uint code, float top) {
  return code == 0u ? 0.0 : exp2(top - float(16383u - code) / steps_of_octave);
}

vec4 rotation_of(uint largest, uvec3 codes) {
  vec3 others = (vec3(codes) / 8191.0 * 2.0 - 1.0) * 0.70710678;
  float rest = sqrt(max(1.0 - dot(others, others), 0.0));
  if (largest == 0u) return vec4(rest, others);
  if (largest == 1u) return vec4(others.x, rest, others.yz);
  return largest == 2u ? vec4(others.xy, rest, others.z) : vec4(others, rest);
}

Shape shape_at(uint splat, float top) {
  uvec3 words = uvec3(shapes[3u * splat], shapes[3u * splat + 1u], shapes[3u * splat + 2u]);
  uvec3 scales = uvec3(bits_of(words.x, 0, 14), bits_of(words.x, 14, 14), bits_of(words.y, 0, 14));
  uvec3 rotation = uvec3(bits_of(words.y, 14, 13), bits_of(words.z, 0, 13),
                         bits_of(words.y, 27, 5) | bits_of(words.z, 24, 8) << 5);
  Shape shape;
  shape.scale = vec3(scale_of(scales.x, top), scale_of(scales.y, top), scale_of(scales.z, top));
  shape.rotation = rotation_of(bits_of(words.x, 28, 2), rotation);
  shape.opacity = float(bits_of(words.z, 13, 11)) / 2047.0;
  return shape;
}

/// The part of the colour that is the same in all directions.
vec3 flat_color(uint word) {
  vec3 parts = (vec3(bits_of(word, 0, 10), bits_of(word, 10, 10), bits_of(word, 20, 9)) - vec3(512.0, 512.0, 256.0)) /
               vec3(511.0, 511.0, 255.0);
  return 0.5 + parts * exp2(float(word >> 29) - 1.0);
}

#if DEGREE > 0
const uint harmonic_words = DEGREE == 1 ? 3u : DEGREE == 2 ? 7u : 12u;

/// Real spherical harmonics from the second on, as in scene/splats.cpp.
void harmonics_along(vec3 d, out float basis[coefficients]) {
  basis[0] = 0.0;
  basis[1] = -0.4886025119029199 * d.y;
  basis[2] = 0.4886025119029199 * d.z;
  basis[3] = -0.4886025119029199 * d.x;
#if DEGREE > 1
  float xx = d.x * d.x, yy = d.y * d.y, zz = d.z * d.z;
  basis[4] = 1.0925484305920792 * d.x * d.y;
  basis[5] = -1.0925484305920792 * d.y * d.z;
  basis[6] = 0.31539156525252005 * (2.0 * zz - xx - yy);
  basis[7] = -1.0925484305920792 * d.x * d.z;
  basis[8] = 0.5462742152960396 * (xx - yy);
#endif
#if DEGREE > 2
  basis[9] = -0.5900435899266435 * d.y * (3.0 * xx - yy);
  basis[10] = 2.890611442640554 * d.x * d.y * d.z;
  basis[11] = -0.4570457994644658 * d.y * (4.0 * zz - xx - yy);
  basis[12] = 0.3731763325901154 * d.z * (2.0 * zz - 3.0 * xx - 3.0 * yy);
  basis[13] = -0.4570457994644658 * d.x * (4.0 * zz - xx - yy);
  basis[14] = 1.445305721320277 * d.z * (xx - yy);
  basis[15] = -0.5900435899266435 * d.x * (xx - 3.0 * yy);
#endif
}

/// The contribution of the harmonics up to a degree in this direction.
vec3 harmonic_color(uint splat, vec3 direction, int degree) {
  float basis[coefficients];
  harmonics_along(direction, basis);
  uint words[harmonic_words];
  for (uint i = 0u; i < harmonic_words; ++i) words[i] = harmonics[splat * harmonic_words + i];
  int used = min((degree + 1) * (degree + 1), coefficients);
  vec3 sum = vec3(0.0);
  for (int k = 1; k < coefficients; ++k) {
    float weight = k < used ? basis[k] : 0.0;
    for (int channel = 0; channel < 3; ++channel) {
      int at = 1 + 3 * (k - 1) + channel;
      sum[channel] += weight * (float(bits_of(words[at / 4], 8 * (at % 4), 8)) - 128.0);
    }
  }
  float range = exp2((float(words[0] & 255u) - 128.0) / 8.0);
  return sum * (range / 127.0);
}
#endif
