// Blends elements behind those that a thread has blended already. A thread has one value, of light and transmittance,
// for each sample or pixel: a file each defines their blending.
#ifdef FLAT_COLOR
#include "render/tiles/square.glsl"
#else
#include "render/tiles/pixel.glsl"
#endif

/// Less than 0.4 of 1/255 is invisible. In light that is 1/8192 where sRGB is steepest.
float opaque() {
  float most = brightest;
#ifdef FLAT_COLOR
  most = min(most, max(chunks[chunk].brightest, 1.0));
#endif
  return 1.0 / ((frame.blends_encoded != 0 ? 640.0 : 8192.0) * most);
}

bool is_full() { return most_transmittance() < opaque(); }

/// The elements among 32 that a thread blends, as bits.
uint covering(uint base, uint thread) {
  uint word = thread * SAMPLES >> 5, own = all_samples << (thread * SAMPLES & 31u), covering = 0u;
  for (uint i = 0u; i < 8u; ++i) {
    uvec4 words = coverage[word * coverage_fours + base / 4u + i];
    covering |= (words.x & own) != 0u ? 1u << 4u * i : 0u;
    covering |= (words.y & own) != 0u ? 2u << 4u * i : 0u;
    covering |= (words.z & own) != 0u ? 4u << 4u * i : 0u;
    covering |= (words.w & own) != 0u ? 8u << 4u * i : 0u;
  }
  return covering;
}

void blend_batch(uint size, uint thread) {
  for (uint base = 0u; base < size; base += 32u) {
    uint bits = covering(base, thread);
    if (size - base < 32u) bits &= (1u << (size - base)) - 1u;
    for (; bits != 0u; bits &= bits - 1u) blend(base + uint(findLSB(bits)), thread);
  }
}

void begin_values() {
  for (int v = 0; v < values; ++v) set_value(v, vec4(0.0, 0.0, 0.0, 1.0));
}

/// Blends behind the present value.
void put_behind(int v, vec4 other) {
  vec4 own = value(v);
  set_value(v, vec4(own.rgb + own.a * other.rgb, own.a * other.a));
}
