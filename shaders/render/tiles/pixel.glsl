// A pixel, by a thread: what lies behind what there is, sample by sample.

// What adds less than 0.4 of 1/255 does not show. Of light that is 1/8192 where sRGB is steepest.
// What adds less than 0.4 of 1/255 does not show. Of light that is 1/8192 where sRGB is steepest.
float opaque() { return 1.0 / ((frame.blends_encoded != 0 ? 640.0 : 8192.0) * brightest); }

vec3 light[SAMPLES];
float transmittances[SAMPLES];

bool is_full() {
  float most = transmittances[0];
  for (int s = 1; s < samples; ++s) most = max(most, transmittances[s]);
  return most < opaque();
}

/// The samples of a pixel that an element covers, which covers some.
uint samples_covered(uint i, uint pixel) {
#if SAMPLES == 1
  return 1u;
#else
  uint bit = pixel * SAMPLES;
  return word_covered(i, bit >> 5) >> (bit & 31u) & all_samples;
#endif
}

void blend(uint i, uint pixel) {
  uint covered = samples_covered(i, pixel);
  vec4 color = color_in(i, shaded_place(pixel, covered));
  for (int s = 0; s < samples; ++s) {
    if ((covered >> s & 1u) == 0u) continue;
    light[s] += transmittances[s] * color.rgb;
    transmittances[s] *= 1.0 - color.a;
  }
}

/// Which of 32 elements cover some of the pixel, as bits.
uint covering(uint base, uint pixel) {
  uint word = pixel * SAMPLES >> 5, own = all_samples << (pixel * SAMPLES & 31u), covering = 0u;
  for (uint i = 0u; i < 8u; ++i) {
    uvec4 words = coverage[word * coverage_fours + base / 4u + i];
    covering |= (words.x & own) != 0u ? 1u << 4u * i : 0u;
    covering |= (words.y & own) != 0u ? 2u << 4u * i : 0u;
    covering |= (words.z & own) != 0u ? 4u << 4u * i : 0u;
    covering |= (words.w & own) != 0u ? 8u << 4u * i : 0u;
  }
  return covering;
}

void blend_batch(uint size, uint pixel) {
  for (uint base = 0u; base < size; base += 32u) {
    uint bits = covering(base, pixel);
    if (size - base < 32u) bits &= (1u << (size - base)) - 1u;
    for (; bits != 0u; bits &= bits - 1u) blend(base + uint(findLSB(bits)), pixel);
  }
}

void begin_pixel() {
  for (int s = 0; s < samples; ++s) light[s] = vec3(0.0), transmittances[s] = 1.0;
}

/// Behind what there is.
void put_behind(int s, vec4 pixel) {
  light[s] += transmittances[s] * pixel.rgb;
  transmittances[s] *= pixel.a;
}
