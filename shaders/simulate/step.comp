#version 450
// One step of the particles of some emitters that are independent of each other: those of a level with the same
// program. A work group belongs to one emitter. A barrier comes before those of the next level.
#include "simulate/blocks.glsl"
layout(local_size_x = 256) in;

layout(std140, binding = 1) uniform Surroundings {
  ParticleForce forces[16];
  ParticleCollider colliders[16];
};
layout(std140, binding = 2) uniform Emitters { ParticleEmitter emitters[EMITTERS]; };
layout(std140, binding = 3) uniform Moment {
  ParticleBirths births_of[32];
  ParticleDrift drifts[16];
};
layout(std140, binding = 4) uniform Members { uvec4 members[MEMBERS]; };  // the first group of each, and which it is
layout(std430, binding = 0) buffer Places { vec4 places[]; };
layout(std430, binding = 1) buffer Motions { vec4 motions[]; };
layout(std430, binding = 2) buffer Numbers { uint numbers[]; };
layout(std430, binding = 3) writeonly buffer Colors { uint colors[]; };
layout(std430, binding = 4) readonly buffer Curves { vec4 curves[]; };
layout(std430, binding = 5) readonly buffer Triangles { vec4 triangles[]; };

// Properties that the members do not share are read from each.
#ifndef BIRTH
#define BIRTH emitter.birth
#define SHAPE emitter.shape
#define SWIRLS (emitter.swirl != 0.0)
#define ALONG_COLOR emitter.color.along
#define ALONG_OPACITY emitter.opacity.along
#define ALONG_GROWTH emitter.growth.along
#define ONE_PLACE (emitter.one_place != 0u)
#define GROWS (emitter.grows != 0u)
#define EACH_FORCE                                             \
  for (uint i = 0u; i < FORCES; ++i)                           \
    if ((emitter.forces >> i & 1u) != 0u) add_force(i, forces[i].kind, place, pull, air);
#define EACH_COLLIDER \
  for (uint i = 0u; i < COLLIDERS; ++i) meet(contact, i, colliders[i].shape, from, way);
#endif

#ifdef WHICH  // there is one member
const uint which = WHICH;
#else
uint which;
#endif
#define emitter emitters[which]
#define births births_of[which]
#define IN_OUT(type) inout type
#define PRECISE precise
#define SAME_UINT uint
#define SELECT(condition, yes, no) ((condition) ? (yes) : (no))
#include "simulate/random.glsl"
#include "simulate/particle.glsl"
#include "simulate/births.glsl"
#include "simulate/forces.glsl"
#include "simulate/touch.glsl"
#include "simulate/motion.glsl"
#include "simulate/step.glsl"

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x, member = 0u;
  for (uint i = 1u; i < MEMBERS; ++i) member += group >= members[i].x ? 1u : 0u;
#ifndef WHICH
  which = members[member].y;
#endif
  uint index = (group - members[member].x) * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (index < emitter.slots) step_slot(index);
}
