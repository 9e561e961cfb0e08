// The properties of a particle during its life, and its appearance. GLSL and C++, as step.glsl, also for several
// particles at once: values that depend on the particle have the types float, uint, vec3 and the like, the others
// SAME_UINT; SELECT is the operator with a question mark, whose name cannot be overloaded.
//
// It is stored in these arrays, by slot:
//
//   places    position and radius. In a slot without a particle x is a NaN, so that it is not sorted or drawn; if the
//             particle has just died, w is the x of the place of its death
//   motions   velocity, and the age at the end of the step, in steps; negative if there is no particle
//   numbers   of the birth, counted by the emitter's ring
//   colors    RGBA8, sRGB, straight alpha

// Ages of slots without a particle. One that died in this step has -1 less the time since then, in steps.
#define LONG_DEAD -4.0f
// Ages are multiples of this, so that they are exact for days, and births in a row are never counted twice.
#define AGE_UNIT 0.00390625f
#define FORGOTTEN uintBitsToFloat(0x7FC00000u)

/// Constant for a particle, and unique. `ring_number`: the slot of the parent.
uint identity_of(uint number, uint ring_number) {
  return hash(emitter.seed ^ hash(number + hash(ring_number)));
}

/// For a ring that is not a child's: the number of births of this step before the one in this place, if there is one.
uint births_before(uint place) {
  return SELECT(place >= births.first, place - births.first, place + emitter.ring - births.first);
}

float life_of(uint identity) { return emitter.life + random(identity, 7u) * emitter.life_more; }

/// The place in the curve's table, 0 .. 63.
float curve_place(ParticleCurve curve, SAME_UINT along, uint identity, float part, vec3 velocity, float height) {
  float x = part;
  if (along == 1u) x = sqrt(dot(velocity, velocity));
  if (along == 2u) x = height;
  if (along == 3u) x = random(identity, 9u);
  return 63.0f * clamp((x - curve.from) * curve.scale, 0.0f, 1.0f);
}

/// The tables of an emitter follow each other: colours with opacity, then growth.
vec4 in_table(SAME_UINT first, float place) {
  uint low = min(uint(place), 63u);
  return mix(curves[first + low], curves[first + min(low + 1u, 63u)], place - float(low));
}

uint byte_of(float value) { return uint(255.0f * clamp(value, 0.0f, 1.0f) + 0.5f); }

uint color_of(uint identity, float part, vec3 velocity, float height) {
  vec4 color = in_table(emitter.table, curve_place(emitter.color, ALONG_COLOR, identity, part, velocity, height));
  float opacity = color.w;
  if (!ONE_PLACE)
    opacity = in_table(emitter.table, curve_place(emitter.opacity, ALONG_OPACITY, identity, part, velocity, height)).w;
  return byte_of(color.x) | byte_of(color.y) << 8 | byte_of(color.z) << 16 | byte_of(opacity) << 24;
}

float radius_of(uint identity, float part, vec3 velocity, float height) {
  float own = emitter.size_least + random(identity, 8u) * emitter.size_more;
  if (!GROWS) return own;
  return own *
         in_table(emitter.table + 64u, curve_place(emitter.growth, ALONG_GROWTH, identity, part, velocity, height)).x;
}
