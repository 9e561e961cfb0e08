#version 450
// Lights the colours of all particles by the remaining light: between the layers before and behind their slice, in
// proportion to their place in it, and without their own contribution.
#include "common/color.glsl"
#include "shadows/spot.glsl"
layout(std430, binding = 5) writeonly buffer Lit { uint lit[]; };

float depth_in_layer(uint layer, vec2 place) {
  vec2 inside = clamp(place - 0.5, 0.0, float(WIDTH) - 1.001);
  uvec2 cell = uvec2(inside);
  vec2 part = inside - vec2(cell);
  uint at = (layer * uint(WIDTH) + cell.y) * uint(WIDTH) + cell.x;
  vec4 corners = uintBitsToFloat(uvec4(layers[at], layers[at + 1u], layers[at + WIDTH], layers[at + WIDTH + 1u]));
  return mix(mix(corners.x, corners.y, part.x), mix(corners.z, corners.w, part.x), part.y);
}

float depth_before(Spot spot, uint rank) {
  uint ranks = slice_length(), slice = rank / ranks;
  float share = float(rank - slice * ranks) / float(min(ranks, alive - slice * ranks));
  float depth = mix(depth_in_layer(slice, spot.place), depth_in_layer(slice + 1u, spot.place), share);
  return max(depth - share * spot.depth, 0.0);
}

void main() {
  uint rank = own_rank();
  if (rank >= alive) return;
  uint element = order[rank], color = colors[element];
  float light = ambient + (1.0 - ambient) * exp(-depth_before(spot_of(places[element], color), rank));
  vec3 shaded = srgb_from_linear(linear_from_srgb(unpackUnorm4x8(color).rgb) * light);
  lit[element] = packUnorm4x8(vec4(shaded, 0.0)) | (color & 0xFF000000u);
}
