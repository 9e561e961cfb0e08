#version 450
// Writes the arguments of an indirect draw whose number of elements is in a buffer: for glDrawArraysIndirect the first
// four words, for glDrawElementsIndirect all five.
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Counts { uint counts[]; };
layout(std430, binding = 1) writeonly buffer Arguments { uint arguments[5]; };
layout(location = 0) uniform uint count_at;
layout(location = 1) uniform uint vertices;  // of each element
layout(location = 2) uniform uint first;     // vertex or index

void main() {
  arguments[0] = vertices * counts[count_at];
  arguments[1] = 1u;
  arguments[2] = first;
  arguments[3] = 0u;
  arguments[4] = 0u;
}
