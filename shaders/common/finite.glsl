// Positions that are not finite, by their bits.
bool is_finite(vec3 v) { return all(lessThan(floatBitsToUint(v) & 0x7FFFFFFFu, uvec3(0x7F800000u))); }

/// Clip coordinates that are behind the eye.
const vec4 outside = vec4(0.0, 0.0, 0.0, -1.0);
