#version 450 core
// The size of subgroups, which GL_ARB_shader_ballot tells to shaders only.
#extension GL_ARB_shader_ballot : require
layout(local_size_x = 1) in;
layout(std430, binding = 0) writeonly buffer Answer { uint size; };

void main() { size = gl_SubGroupSizeARB; }
