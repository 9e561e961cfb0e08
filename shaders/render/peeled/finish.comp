#version 450
// Writes the picture: the mean of each pixel's samples.
#include "render/exact/band.glsl"
#include "render/peeled/samples.glsl"
layout(local_size_x = 64) in;  // the pixels of a tile

layout(rgba16f, binding = 0) uniform writeonly image2D picture;
layout(location = 0) uniform ivec2 size;

void main() {
  uint tile = band.band_first + group_number(), pixel = gl_LocalInvocationIndex;
  if (tile >= band.band_end) return;
  ivec2 place = corner_of_tile(tile) + ivec2(pixel & 7u, pixel >> 3);
  if (any(greaterThanEqual(place, size))) return;
  vec4 sum = vec4(0.0);
  for (uint s = 0u; s < SAMPLES; ++s) sum += lights[first_list(tile, pixel) + s];
  imageStore(picture, place, sum / float(SAMPLES));
}
