// Elements and the tiles that they may touch, shared evenly whatever the sizes of elements. A group is 256 elements;
// its pairs of element and tile are numbered; and a job, which is a work group, takes some of them.
//   ELEMENT   the file of the elements' kind; ELEMENTS_IN_STORAGE
//   SAMPLES, SAMPLE_POSITIONS   of a pixel
#include "common/frame.glsl"
#include ELEMENT
#include "render/exact/band.glsl"
#include "render/exact/shape.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer List { uint list[]; };
layout(std430, binding = 7) readonly buffer Count { uint elements; };

uint element_at(uint i) { return band.is_listed != 0u ? list[i] : i; }

const uint pairs_of_job = 2048u;

shared uint ends[256];             // of the pairs of each element of the group
shared uvec4 rectangles[256];      // tiles of the picture: first, size

/// The tiles of the strip around element i.
uvec4 tiles_around(uint i) {
  ivec2 first, last;
  if (i >= elements || !pixels_of(shape_of(element_at(i)), first, last)) return uvec4(0u);
  uvec2 low = uvec2(first) / 8u, high = uvec2(last) / 8u;
  uint first_row = band.strip_first / band.tiles_across, end_row = band.strip_end / band.tiles_across;
  if (low.y >= end_row || high.y < first_row) return uvec4(0u);
  low.y = max(low.y, first_row);
  high.y = min(high.y, end_row - 1u);
  return uvec4(low, high - low + 1u);
}

/// Numbers the pairs of a group. Every thread must call it.
void share_out(uint group) {
  uint thread = gl_LocalInvocationIndex;
  uvec4 own = tiles_around(256u * group + thread);
  rectangles[thread] = own;
  ends[thread] = own.z * own.w;
  barrier();
  for (uint step = 1u; step < 256u; step *= 2u) {
    uint before = thread >= step ? ends[thread - step] : 0u;
    barrier();
    ends[thread] += before;
    barrier();
  }
}

/// The element of the group with this pair.
uint owner_of(uint pair) {
  uint low = 0u;
  for (uint step = 128u; step > 0u; step /= 2u) {
    if (ends[low + step - 1u] <= pair) low += step;
  }
  return low;
}

uint tile_of(uint pair, uint owner) {
  uvec4 rectangle = rectangles[owner];
  uint number = pair - (owner > 0u ? ends[owner - 1u] : 0u);
  return (rectangle.y + number / rectangle.z) * band.tiles_across + rectangle.x + number % rectangle.z;
}
