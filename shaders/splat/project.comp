#version 450
// Projects each splat for this frame: the ellipse of its Gaussian on the picture, and its colour in this direction, as
// shaders/elements/splat.glsl reads them. Invisible splats get no alpha. For shaders/elements/ellipsoid.glsl: the
// ellipse and the third axis of an ellipsoid.
//   Zwicker, Pfister, van Baar, Gross: EWA Volume Splatting, 2001
//   Yu, Chen, Huang, Sattler, Geiger: Mip-Splatting, 2024
#include "common/color.glsl"
#include "common/finite.glsl"
#include "common/frame.glsl"
#include "splat/stored.glsl"
layout(local_size_x = 256) in;

layout(std430, binding = 5) writeonly buffer Projected { uvec4 projected[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform float top;  // see scale_of()
layout(location = 2) uniform mat4 to_scene;
layout(location = 6) uniform mat4 to_object;  // the other way: colours depend on directions there
layout(location = 10) uniform float opacity;  // of the object

const float brightest = 16.0;            // as in elements/splat.glsl
const float reach_of_body = 1.41421356;  // as in elements/ellipsoid.glsl
const float dilation = 0.3;              // square pixels: no splat is smaller than a pixel
// Outside the picture the projection bends; the reference takes its slope from no farther out than this.
const float most_slope = 1.3;
// Standard deviations along the view. Closer to the plane of the eye, the ellipse of a flat splat is a worse
// approximation of its visible part than nothing (docs/rendering-lab.md).
const float least_depth = 0.25;

vec2 focal() { return 0.5 * frame.viewport * vec2(frame.projection[0][0], frame.projection[1][1]); }

/// The columns of a rotation.
mat3 matrix_of(vec4 q) {
  vec3 twice = 2.0 * q.xyz;
  vec3 wq = q.w * twice, xq = q.x * twice, square = q.xyz * twice;
  float yz = q.y * twice.z;
  return mat3(1.0 - square.y - square.z, xq.y + wq.z, xq.z - wq.y,  //
              xq.y - wq.z, 1.0 - square.x - square.z, yz + wq.x,    //
              xq.z + wq.y, yz - wq.x, 1.0 - square.x - square.y);
}

/// The axes of a splat, in eye coordinates and as long as its standard deviations, projected on the picture, in pixels:
/// one coordinate of all three at a time.
struct SeenAxes {
  vec3 x, y;
  vec2 slope;  // of the line of sight
};

vec3 depths_of(mat3 axes) { return vec3(axes[0].z, axes[1].z, axes[2].z); }

/// Is its projection an ellipse?
bool is_before_eye(mat3 axes, float depth) {
  vec3 along_z = least_depth * depths_of(axes);
  return depth * depth > dot(along_z, along_z);
}

SeenAxes seen_axes(mat3 axes, vec3 eye) {
  float depth = -eye.z;
  vec2 limit = most_slope / vec2(frame.projection[0][0], frame.projection[1][1]);
  vec2 by = focal() / depth;
  SeenAxes seen;
  seen.slope = clamp(eye.xy / depth, -limit, limit);
  vec3 along_z = depths_of(axes);
  seen.x = by.x * (vec3(axes[0].x, axes[1].x, axes[2].x) + seen.slope.x * along_z);
  seen.y = by.y * (vec3(axes[0].y, axes[1].y, axes[2].y) + seen.slope.y * along_z);
  return seen;
}

/// A Gaussian on the picture: its covariance, and the remaining share of its opacity.
struct Flattened {
  float xx, xy, yy, determinant;
  float share;
};

Flattened flattened(SeenAxes seen) {
  float xx = dot(seen.x, seen.x), yy = dot(seen.y, seen.y);
  vec3 product = cross(seen.x, seen.y);  // not xx * yy - xy * xy, which cancels if the ellipse is thin
  float before = dot(product, product);
  Flattened result;
  result.xx = xx + dilation;
  result.yy = yy + dilation;
  result.xy = dot(seen.x, seen.y);
  result.determinant = before + dilation * (xx + yy) + dilation * dilation;
  result.share = frame.splat_mip != 0 ? sqrt(max(before / result.determinant, 2.5e-5)) : 1.0;
  return result;
}

/// The longer axis and the length of the shorter one.
vec3 axes_of(Flattened flat_shape) {
  float middle = 0.5 * (flat_shape.xx + flat_shape.yy), half_difference = 0.5 * (flat_shape.xx - flat_shape.yy);
  float larger = middle + sqrt(half_difference * half_difference + flat_shape.xy * flat_shape.xy);
  vec2 direction = half_difference >= 0.0 ? vec2(larger - flat_shape.yy, flat_shape.xy)
                                          : vec2(flat_shape.xy, larger - flat_shape.xx);
  float square = dot(direction, direction);
  direction = square > 0.0 ? direction * inversesqrt(square) : vec2(1.0, 0.0);
  return vec3(sqrt(larger) * direction, sqrt(flat_shape.determinant / larger));
}

vec3 color_of(uint splat, vec3 position, uint word) {
  vec3 color = flat_color(word);
#if DEGREE > 0
  if (frame.splat_degree > 0) color += harmonic_color(splat, normalize(position - (to_object * vec4(frame.eye, 1.0)).xyz), frame.splat_degree);
#endif
  color = clamp(color, 0.0, brightest);
  return frame.blends_encoded != 0 && frame.splats_are_ellipsoids == 0 ? color : min(linear_from_srgb(color), brightest);
}

bool shows(vec2 center, vec2 half_extent) {
  half_extent += frame.culls != 0 ? 2.0 + 1e-3 * half_extent + 1e-4 * abs(center) : vec2(0.0);
  return all(greaterThan(center + half_extent, vec2(0.0))) && all(lessThan(center - half_extent, frame.viewport));
}

/// The values of the axis towards the eye for elements/ellipsoid.glsl, in pixels: how places along the two axes of the
/// ellipse follow it, and its standard deviation besides that.
vec3 third_axis(mat3 axes, SeenAxes seen, float depth, vec3 ellipse) {
  vec3 towards_eye = vec3(-seen.slope, 1.0) * (inversesqrt(1.0 + dot(seen.slope, seen.slope)) * focal().y / depth);
  vec3 z = towards_eye * axes;
  vec2 covariance = vec2(dot(seen.x, z), dot(seen.y, z)), direction = normalize(ellipse.xy);
  vec2 inclined = vec2(dot(direction, covariance) / length(ellipse.xy),
                       dot(vec2(-direction.y, direction.x), covariance) / ellipse.z);
  return vec3(inclined, sqrt(max(dot(z, z) - dot(inclined, inclined), 0.0)));
}

void main() {
  uint splat = gl_GlobalInvocationID.x;
  if (splat >= count) return;
  projected[2u * splat] = uvec4(0u);
  projected[2u * splat + 1u] = uvec4(0u);
  uvec4 vertex = vertices[splat];
  vec3 position = uintBitsToFloat(vertex.xyz);
  Shape shape = shape_at(splat, top);
  float alpha = shape.opacity * frame.opacity * opacity;
  vec4 eye = frame.view * (to_scene * vec4(position, 1.0)), clip = frame.projection * eye;
  if (alpha < frame.least_alpha || !is_finite(position) || !(clip.w > 0.0)) return;

  mat3 axes = mat3(frame.view) * (mat3(to_scene) * matrix_of(shape.rotation));
  vec3 scale = frame.splat_scale * shape.scale;
  axes = mat3(axes[0] * scale.x, axes[1] * scale.y, axes[2] * scale.z);
  if (!is_before_eye(axes, -eye.z)) return;
  SeenAxes seen = seen_axes(axes, eye.xyz);
  Flattened flat_shape = flattened(seen);
  alpha *= flat_shape.share;
  if (!(alpha >= frame.least_alpha)) return;
  vec2 center = (0.5 * clip.xy / clip.w + 0.5) * frame.viewport;
  float reach = frame.splats_are_ellipsoids != 0 ? reach_of_body : sqrt(2.0 * log(alpha / frame.least_alpha));
  if (!shows(center, reach * sqrt(vec2(flat_shape.xx, flat_shape.yy)))) return;
  vec3 ellipse = axes_of(flat_shape);
  vec3 color = frame.culls != 0 ? vec3(0.0) : color_of(splat, position, vertex.w);
  if (frame.splats_are_ellipsoids != 0) {
    vec3 third = third_axis(axes, seen, -eye.z, ellipse);
    projected[2u * splat] = floatBitsToUint(vec4(ellipse, third.z));
    projected[2u * splat + 1u] = uvec4(floatBitsToUint(third.xy), packHalf2x16(color.rg), packHalf2x16(vec2(color.b, alpha)));
    return;
  }
  projected[2u * splat] = floatBitsToUint(vec4(center, ellipse.xy));
  projected[2u * splat + 1u] = uvec4(floatBitsToUint(ellipse.z), floatBitsToUint(-eye.z), packHalf2x16(color.rg),
                                     packHalf2x16(vec2(color.b, alpha)));
}
