#version 450
// Velocities for drawing streaks: if an emitter has its own exposure, its particles are drawn as if they were
// correspondingly faster in the picture's exposure.
layout(local_size_x = 256) in;
layout(location = 0) uniform uint first;
layout(location = 1) uniform uint slots;
layout(location = 2) uniform float factor;

layout(std430, binding = 0) readonly buffer Motions { vec4 motions[]; };
layout(std430, binding = 1) writeonly buffer Stretched { vec4 stretched[]; };

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint index = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (index >= slots) return;
  vec4 motion = motions[first + index];
  stretched[first + index] = vec4(factor * motion.xyz, motion.w);
}
