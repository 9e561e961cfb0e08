#version 450 core
// Finds the number of a work group's threads in a subgroup.
#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#else
#extension GL_ARB_shader_ballot : require
#endif

layout(local_size_x = 256) in;
layout(std430, binding = 0) writeonly buffer Answer { uint size; };

void main() {
#ifdef SUBGROUPS
  if (gl_LocalInvocationIndex == 0u) size = 256u / gl_NumSubgroups;
#else
  if (gl_LocalInvocationIndex == 0u) size = gl_SubGroupSizeARB;
#endif
}
