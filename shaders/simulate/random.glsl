// Random numbers for the step of a particle system. GLSL and C++, as step.glsl, also for several particles at once.

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
