#version 450
// Places particles between the last step and the present one. Particles that are not born yet have no place.
layout(local_size_x = 256) in;
layout(location = 0) uniform uint slots;
layout(location = 1) uniform float ago;  // of a step

layout(std430, binding = 0) readonly buffer Places { vec4 places[]; };
layout(std430, binding = 1) readonly buffer Motions { vec4 motions[]; };
layout(std430, binding = 2) writeonly buffer Shown { vec4 shown[]; };

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint slot = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (slot >= slots) return;
  vec4 place = places[slot], motion = motions[slot];
  place.xyz -= ago * STEP_SECONDS * motion.xyz;
  if (motion.w <= ago) place.x = uintBitsToFloat(0x7FC00000u);
  shown[slot] = place;
}
