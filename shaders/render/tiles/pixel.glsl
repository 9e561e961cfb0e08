// One pixel per thread, sample by sample.
const int values = SAMPLES;

vec3 light[SAMPLES];
float transmittances[SAMPLES];

vec4 value(int v) { return vec4(light[v], transmittances[v]); }
void set_value(int v, vec4 value) { light[v] = value.rgb, transmittances[v] = value.a; }

float most_transmittance() {
  float most = transmittances[0];
  for (int s = 1; s < samples; ++s) most = max(most, transmittances[s]);
  return most;
}

/// The samples of a pixel that an element covers, if it covers any of the pixel.
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

ivec2 first_pixel_of(uint thread) { return ivec2(thread & 7u, thread >> 3); }

#ifdef CHUNKED
ivec3 kept_place(ivec2 first, int v) { return ivec3(first, v); }
#endif

void store(ivec2 first) {
  vec4 sum = vec4(0.0);
  for (int s = 0; s < samples; ++s) sum += vec4(light[s], 1.0 - transmittances[s]);
  imageStore(picture, first, sum / float(samples));
}
