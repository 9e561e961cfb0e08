// Random numbers and curves for the step of a particle system, of + - * / and square roots alone, so that they are the
// same on every machine. GLSL and C++, as step.glsl.

/// lowbias32 (C. Wellons, "Prospecting for Hash Functions", 2018): an integer hash without visible patterns.
uint hash(uint x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

/// 0 <= x < 1. A particle's `identity` never changes; `which` of its numbers.
float random(uint identity, uint which) {
  return float(hash(identity + which * 0x9e3779b9u) >> 8) * 5.9604644775390625e-8f;
}

/// Cosine and sine of a part of a turn, 0 .. 1.
vec2 on_circle(float part) {
  float quarters = floor(4.0f * part + 0.5f);
  float x = (part - 0.25f * quarters) * 6.28318531f, square = x * x;  // within an eighth of a turn
  float sine = x * (1.0f + square * (-0.16666667f + square * (8.3333333e-3f + square * (-1.9841270e-4f))));
  float cosine = 1.0f + square * (-0.5f + square * (4.1666667e-2f + square * (-1.3888889e-3f + square * 2.4801587e-5f)));
  uint turn = uint(quarters) & 3u;
  float first = (turn & 1u) == 0u ? cosine : sine, second = (turn & 1u) == 0u ? sine : cosine;
  return vec2(turn == 0u || turn == 3u ? first : -first, turn < 2u ? second : -second);
}

/// x to the power of 1/3, of a normal number or 0.
float cube_root(float x) {
  if (x <= 1e-30f) return 0.0f;
  float y = uintBitsToFloat(floatBitsToUint(x) / 3u + 709921077u);
  for (int i = 0; i < 3; ++i) y = (2.0f * y + x / (y * y)) / 3.0f;
  return y;
}

/// Of a positive x, by the series of the logarithm and of the exponential, to six digits.
float power(float x, float exponent) {
  uint bits = floatBitsToUint(x);
  float whole = float(int(bits >> 23) - 127);
  float part = uintBitsToFloat((bits & 0x7FFFFFu) | 0x3F800000u);  // 1 .. 2
  if (part > 1.41421356f) {
    part *= 0.5f;
    whole += 1.0f;
  }
  float t = (part - 1.0f) / (part + 1.0f), square = t * t;
  float log2_of_part =
      2.88539008f * t * (1.0f + square * (0.33333333f + square * (0.2f + square * (0.14285714f + square * 0.11111111f))));
  float wanted = clamp((whole + log2_of_part) * exponent, -120.0f, 120.0f);
  float steps = floor(wanted + 0.5f), rest = (wanted - steps) * 0.69314718f;
  float value = 1.0f + rest * (1.0f + rest * (0.5f + rest * (0.16666667f + rest * (0.041666667f + rest * 0.0083333333f))));
  return value * uintBitsToFloat(uint(int(steps) + 127) << 23);
}
