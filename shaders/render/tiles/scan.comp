#version 450
// Turns the sums of project.comp's work groups into the place of each group's first pair, and plans the chunks. One
// work group, each of whose threads adds neighbouring sums, four at a time.
#include "render/tiles/grid.glsl"
#include "render/tiles/plan.glsl"
layout(local_size_x = 1024) in;

layout(std430, binding = 7) buffer Sums { uvec4 sums[]; };
layout(std430, binding = 8) buffer Count { uint elements, pairs, brightest; };
layout(std430, binding = 10) writeonly buffer Counted { uint counted[]; };  // pairs, for the host: of some frames
layout(location = 0) uniform uint place_of_count;

shared uint scanned[1024];

uint sum_of(uvec4 v) { return v.x + v.y + v.z + v.w; }

/// After the last group, old values remain.
uvec4 sums_at(uint i) {
  uvec4 places = 4u * i + uvec4(0u, 1u, 2u, 3u);
  return mix(uvec4(0u), sums[i], lessThan(places, uvec4(grid.groups)));
}

void main() {
  uint thread = gl_LocalInvocationIndex;
  uint fours = (grid.groups + 3u) / 4u, share = (fours + 1023u) / 1024u;
  uint begin = min(thread * share, fours), end = min(begin + share, fours);
  uint sum = 0u;
  for (uint i = begin; i < end; ++i) sum += sum_of(sums_at(i));
  scanned[thread] = sum;
  barrier();
  for (uint step = 1u; step < 1024u; step *= 2u) {
    uint before = thread >= step ? scanned[thread - step] : 0u;
    barrier();
    scanned[thread] += before;
    barrier();
  }
  uint place = scanned[thread] - sum;
  for (uint i = begin; i < end; ++i) {
    uvec4 own = sums_at(i);
    uint second = place + own.x, third = second + own.y, fourth = third + own.z;
    sums[i] = uvec4(place, second, third, fourth);
    place = fourth + own.w;
  }
  if (thread == 0u) {
    pairs = scanned[1023];
    counted[place_of_count] = scanned[1023];
  }
  plan_chunks(scanned[1023], uintBitsToFloat(brightest), 1024u);
}
