// The samples that the square of a disc covers. No limit of a driver applies, and a disc whose centre is outside the
// picture is drawn like any other.

struct Disc {
  vec2 center;       // pixels
  float half_width;  // pixels
};

// The data of an element from project.comp to blend.comp, 16 bytes, written and read at once. The centre is in 1/256 of
// a pixel (in pixels if it is too far away), half of the width has 15 fractional bits, and alpha is a half. Red, green
// and blue are square roots, whose resolution roughly matches the eye's. Each channel has its own precision, even a
// dark one beside a bright one.
//
//   x  centre x: 24 bits; alpha: upper 8        z  half of the width: upper 24 bits of 31; 1 bit: centre in pixels
//   y  centre y: 24 bits; alpha: lower 8        w  blue: 10 bits; green, red: 11 each

const float fine_center = 256.0, most_fine = 32000.0;

// The brightest light before color_at(): slightly above white in the best light (point.glsl). A step is at most 0.5 of
// 1/255 of sRGB.
const float brightest_root = 1.25;
const vec3 light_steps = vec3(2047.0, 2047.0, 1023.0) / brightest_root;

uint packed_light(vec3 light) {
  uvec3 parts = uvec3(sqrt(clamp(light, 0.0, brightest_root * brightest_root)) * light_steps + 0.5);
  return parts.r | parts.g << 11 | parts.b << 22;
}

vec3 unpacked_light(uint bits) {
  vec3 root = vec3(uvec3(bits, bits >> 11, bits >> 22) & uvec3(2047u, 2047u, 1023u)) / light_steps;
  return root * root;
}

uvec4 packed_sprite(Disc disc, Surface surface) {
  bool far = max(abs(disc.center.x), abs(disc.center.y)) > most_fine;
  ivec2 center = ivec2(round(clamp(disc.center, -8e6, 8e6) * (far ? 1.0 : fine_center)));
  uint alpha = packHalf2x16(vec2(surface.color.a, 0.0));
  return uvec4((uint(center.x) & 0xFFFFFFu) | alpha >> 8 << 24, (uint(center.y) & 0xFFFFFFu) | alpha << 24,
               floatBitsToUint(disc.half_width) >> 7 | (far ? 1u << 24 : 0u), packed_light(surface.color.rgb));
}

void unpack_sprite(uvec4 bits, out Disc disc, out Surface surface) {
  bool far = (bits.z >> 24 & 1u) != 0u;
  ivec2 center = ivec2(bits.xy << 8) >> 8;  // with the sign
  disc.center = vec2(center) / (far ? 1.0 : fine_center);
  disc.half_width = uintBitsToFloat(bits.z << 7 & 0x7FFFFFFFu);
  surface.color = vec4(unpacked_light(bits.w), unpackHalf2x16(bits.x >> 24 << 8 | bits.y >> 24).x);
}

/// False if it is behind the eye, and so invisible whatever its width.
bool disc_of(vec4 clip, float size, out Disc disc) {
  disc.center = (clip.xy / clip.w * 0.5 + 0.5) * frame.viewport;
  disc.half_width = 0.5 * max(size, 1.0);
  return clip.w > 0.0;
}

/// The first pixel of the picture with samples in the square.
vec2 first_pixel(Disc disc) {
  return max(ceil(disc.center - disc.half_width - vec2(sample_bounds().zw) / 16.0), vec2(0.0));
}

/// The pixels of the picture with samples in the square, both ends included. False if there are none.
bool pixels_of(Disc disc, out ivec2 first, out ivec2 last) {
  vec2 least = first_pixel(disc);
  vec2 most = min(floor(disc.center + disc.half_width - vec2(sample_bounds().xy) / 16.0), frame.viewport - 1.0);
  first = ivec2(least);
  last = ivec2(most);
  return all(lessThanEqual(least, most));
}
