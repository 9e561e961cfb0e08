// A triangle's fragments are where the ray meets its plane, but within the range of the corners' depths: a plane seen
// edge-on, or almost without a direction, has no reliable depth.
#include "common/depth.glsl"

struct Depth {
  vec3 normal;
  float offset;              // of the plane from the eye, along the normal
  float nearest, farthest;  // view depth of the corners
};

float corner_depth(vec3 position) { return farfirst_depth_measure(position, viewpoint()).value; }

/// The corners as bits.
Depth depth_of_corners(uvec3 first_bits, uvec3 second_bits, uvec3 third_bits) {
  vec3 a = farfirst_without_tiny(first_bits);
  vec3 b = farfirst_without_tiny(second_bits);
  vec3 c = farfirst_without_tiny(third_bits);
  precise vec3 ab = b - a;
  precise vec3 ac = c - a;
  Depth depth;
  depth.normal = brought_to_one(exact_cross(brought_to_one(ab), brought_to_one(ac)));
  depth.offset = exact_dot(depth.normal, farfirst_from_eye(a, viewpoint()));
  float first = corner_depth(a), second = corner_depth(b), third = corner_depth(c);
  depth.nearest = max(min(min(first, second), third), 0.0);
  depth.farthest = max(max(first, second), third);
  return depth;
}

uint depth_key(Depth depth, vec2 place) {
  vec3 ray = ray_through(place);
  float view_depth = exact_quotient(depth.offset, exact_dot(depth.normal, ray));
  if (!(view_depth < depth.farthest)) view_depth = depth.farthest;
  if (view_depth < depth.nearest) view_depth = depth.nearest;
  return key_on(ray, view_depth);
}
