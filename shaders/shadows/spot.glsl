// A particle as seen from the light, in cells of the grid across the light. WIDTH and similar names are those of
// app/render/light_plane.h.
layout(local_size_x = 256) in;
layout(std140, binding = 1) uniform Light {
  vec3 across;
  float cells;  // a metre
  vec3 up;
  float opacity;
  vec2 corner;
  float unit;  // of the sums of optical depths: integers, and so the same in any order
  uint slots;
  float ambient;  // the part of the light that reaches everything
};
layout(std430, binding = 0) readonly buffer Order { uint order[]; };  // the nearest to the light first, the dead last
layout(std430, binding = 1) readonly buffer Places { vec4 places[]; };  // with radii
layout(std430, binding = 2) readonly buffer Colors { uint colors[]; };
layout(std430, binding = 3) buffer Layers { uint layers[]; };  // SLICES + 1 of WIDTH * WIDTH cells
layout(std430, binding = 4) buffer Alive { uint alive; };

struct Spot {
  vec2 place;
  float radius;
  float depth;  // optical, in its middle
};

Spot spot_of(vec4 place, uint color) {
  vec2 at = (vec2(dot(place.xyz, across), dot(place.xyz, up)) - corner) * cells;
  float own = place.w * cells, radius = clamp(own, LEAST_RADIUS, MOST_RADIUS);
  float alpha = min(opacity * float(color >> 24) * (1.0 / 255.0), MOST_ALPHA);
  float share = min(own / radius, 1.0);
  return Spot(at, radius, -log(1.0 - alpha) * share * share);
}

/// The number of ranks of a slice; the last one may have fewer.
uint slice_length() { return max((alive + uint(SLICES) - 1u) / uint(SLICES), 1u); }

/// The rank of this thread.
uint own_rank() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  return group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
}
