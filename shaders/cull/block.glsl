// A group tests one block of elements; each thread tests consecutive ones, in find.comp and keep.comp alike.
layout(local_size_x = 256) in;
layout(location = 0) uniform uint n;  // elements

const uint per_thread = 8u;

uint block() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
uint thread_of_all() { return block() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }
