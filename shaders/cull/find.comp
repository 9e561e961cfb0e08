#version 450
// Finds visible elements: those whose extent is not wholly behind the eye, or beyond one of the four sides of the view.
// An element that is not finite is never drawn.
#include "common/finite.glsl"
#include "cull/block.glsl"
#include "cull/group_scan.glsl"
#include ELEMENT
layout(std430, binding = 0) writeonly buffer Found { uint found[]; };  // by every thread: a bit for each of its elements
layout(std430, binding = 6) writeonly buffer Sums { uint sums[]; };    // of every block

// Pixels around the picture that count as visible: for pictures moved by less, to smooth edges.
const float margin = 2.0;

/// The possible distance of clip coordinates from those that another shader computes with other rounding.
float rounding(vec3 position) {
  vec3 parts = abs(position) + abs(frame.view[3].xyz);
  float scale = max(max(abs(frame.projection[0][0]), abs(frame.projection[1][1])), 1.0);
  return exp2(-19.0) * scale * (parts.x + parts.y + parts.z);
}

/// A bit for each plane that the place is beyond. `pixels`: the extent around it that is drawn.
uint planes_before(vec4 clip, float pixels, float slack) {
  vec2 side = clip.w * (1.0 + 2.0 * (pixels + margin) / frame.viewport) + slack;
  return (clip.x > side.x ? 1u : 0u) | (-clip.x > side.x ? 2u : 0u) | (clip.y > side.y ? 4u : 0u) |
         (-clip.y > side.y ? 8u : 0u) | (-clip.w > slack ? 16u : 0u);
}

#ifdef FOOTPRINT_ELLIPSE
/// The bounding box, enlarged in case another shader rounds differently.
bool ellipse_can_show(Ellipse ellipse) {
  vec2 extent = half_extent(ellipse) * 1.001 + margin + 1e-4 * abs(ellipse.center);
  return ellipse.reach > 0.0 && all(greaterThan(ellipse.center + extent, vec2(0.0))) &&
         all(lessThan(ellipse.center - extent, frame.viewport));
}
#endif

// Without branches, so that reads of several elements are in flight at once.
bool can_show(uint element) {
  Surface surface;
#ifdef FOOTPRINT_TRIANGLE
  uint beyond = ~0u;
  bool finite = true;
  for (uint corner = 0u; corner < 3u; ++corner) {
    Vertex vertex = fetch(element, corner);
    finite = finite && is_finite(vertex.position);
    beyond &= planes_before(project(vertex, surface), 0.0, rounding(vertex.position));
  }
  return finite && beyond == 0u;
#endif
#ifdef FOOTPRINT_SPRITE
  Vertex vertex = fetch(element);
  float size;
  vec4 clip = project(vertex, size, surface);
  return is_finite(vertex.position) &&
         planes_before(clip, 0.5 * max(size, 1.0), rounding(vertex.position)) == 0u;
#endif
#ifdef FOOTPRINT_ELLIPSE
  return ellipse_can_show(project(fetch(element), surface));
#endif
}

shared uint rows[gl_WorkGroupSize.x];  // by thread: a bit for each of the elements that it tests

/// Neighbouring threads test neighbouring elements, in rows of one per thread.
uint test_rows() {
  uint first = block() * gl_WorkGroupSize.x * per_thread + gl_LocalInvocationID.x, bits = 0u;
  for (uint row = 0u; row < per_thread; ++row) {
    uint element = first + row * gl_WorkGroupSize.x;
    bits |= uint(can_show(min(element, n - 1u)) && element < n) << row;
  }
  return bits;
}

/// Gives each thread the bits of consecutive elements.
uint turned(uint bits) {
  const uint threads_of_row = gl_WorkGroupSize.x / per_thread;
  rows[gl_LocalInvocationID.x] = bits;
  barrier();
  uint row = gl_LocalInvocationID.x / threads_of_row;
  uint first = gl_LocalInvocationID.x % threads_of_row * per_thread;
  uint own = 0u;
  for (uint i = 0u; i < per_thread; ++i) own |= (rows[first + i] >> row & 1u) << i;
  return own;
}

void main() {
  uint thread = thread_of_all(), bits = turned(test_rows());
  uint total;
  sum_before(uint(bitCount(bits)), total);
  if (thread * per_thread < n) found[thread] = bits;
  if (gl_LocalInvocationID.x == 0u && thread * per_thread < n) sums[block()] = total;
}
