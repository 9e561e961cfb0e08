// A point stands for PER_POINT elements (index, sublist), as they were captured before.
layout(std430, binding = 0) readonly buffer Captured { uvec2 captured[]; };
const uint per_point = uint(PER_POINT);
