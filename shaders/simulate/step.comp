#version 450
// One step of one emitter's particles. The emitters of a level may run at the same time; a barrier is before the next.
#include "simulate/blocks.glsl"
layout(local_size_x = 256) in;
layout(location = 0) uniform uint which;  // of the emitters

layout(std140, binding = 1) uniform Surroundings {
  ParticleForce forces[16];
  ParticleCollider colliders[16];
};
layout(std140, binding = 2) uniform EmitterBlock { ParticleEmitter emitter; };
layout(std140, binding = 3) uniform Moment {
  ParticleBirths births_of[32];
  ParticleDrift drifts[16];
};
layout(std430, binding = 0) buffer Places { vec4 places[]; };
layout(std430, binding = 1) buffer Motions { vec4 motions[]; };
layout(std430, binding = 2) buffer Numbers { uint numbers[]; };
layout(std430, binding = 3) writeonly buffer Colors { uint colors[]; };
layout(std430, binding = 4) readonly buffer Curves { vec4 curves[]; };
layout(std430, binding = 5) readonly buffer Triangles { vec4 triangles[]; };

#define births births_of[which]
#define IN_OUT(type) inout type
#define PRECISE precise
#include "simulate/random.glsl"
#include "simulate/motion.glsl"
#include "simulate/step.glsl"

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint index = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (index < emitter.slots) step_slot(index);
}
