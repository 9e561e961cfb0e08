// The sample positions of a pixel, in sixteenths of a pixel from its lower left corner, and the bits of a tile's
// samples: those of a pixel together, pixel by pixel, row by row.
//   SAMPLES            1, 2, 4 or 8
//   SAMPLE_POSITIONS   as many ivec2, those of the context
const ivec2 sample_positions[SAMPLES] = ivec2[SAMPLES](SAMPLE_POSITIONS);

const int samples = SAMPLES;
const uint all_samples = (1u << SAMPLES) - 1u;  // of a pixel
const uint coverage_words = 2u * SAMPLES;       // of a tile

/// The bounds of the samples of a pixel, in sixteenths.
ivec4 sample_bounds() {
  ivec4 bounds = ivec4(sample_positions[0], sample_positions[0]);
  for (int i = 1; i < samples; ++i) bounds = ivec4(min(bounds.xy, sample_positions[i]), max(bounds.zw, sample_positions[i]));
  return bounds;
}

/// The middle of covered samples, in pixels from the middle of their pixel; the latter if all are covered.
vec2 middle_of(uint covered) {
  if (covered == all_samples) return vec2(0.0);
  vec2 sum = vec2(0.0);
  for (int i = 0; i < samples; ++i) sum += (covered >> i & 1u) != 0u ? vec2(sample_positions[i]) : vec2(0.0);
  return sum / (16.0 * float(bitCount(covered))) - 0.5;
}
