// Two displayed pictures, and the distance between their pixels as in app/compare/measure.h: in steps of 1/255,
// premultiplied.
layout(binding = 0) uniform sampler2D first;
layout(binding = 1) uniform sampler2D second;

ivec4 steps_of(vec4 color) { return ivec4(color * 255.0 + 0.5); }

ivec3 differences(ivec4 a, ivec4 b) {
  ivec3 before_black = a.rgb - b.rgb;
  ivec3 before_white = before_black - (a.a - b.a);
  return max(abs(before_black), abs(before_white));
}

int largest_of(ivec3 differences) { return max(max(differences.r, differences.g), differences.b); }
