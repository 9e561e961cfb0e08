#version 450
// Each splat as it is seen in this frame: the ellipse that its Gaussian becomes on the picture, and its colour in this
// direction, as shaders/elements/splat.glsl reads them. Splats that do not show get no alpha.
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

const float least_alpha = 1.0 / 255.0, brightest = 16.0;  // as in elements/splat.glsl
const float dilation = 0.3;                               // square pixels: no splat is smaller than a pixel
// Beside the picture the projection bends; the reference takes its slope from no farther out than this.
const float most_slope = 1.3;

/// The columns of a rotation.
mat3 matrix_of(vec4 q) {
  vec3 twice = 2.0 * q.xyz;
  vec3 wq = q.w * twice, xq = q.x * twice, square = q.xyz * twice;
  float yz = q.y * twice.z;
  return mat3(1.0 - square.y - square.z, xq.y + wq.z, xq.z - wq.y,  //
              xq.y - wq.z, 1.0 - square.x - square.z, yz + wq.x,    //
              xq.z + wq.y, yz - wq.x, 1.0 - square.x - square.y);
}

/// A Gaussian on the picture: its covariance, and how much of its opacity stays.
struct Flattened {
  float xx, xy, yy, determinant;
  float share;
};

/// What the axes of the splat, in eye coordinates and as long as its standard deviations, become on the picture.
Flattened flattened(mat3 axes, vec3 eye) {
  float depth = -eye.z;
  vec2 focal = 0.5 * frame.viewport * vec2(frame.projection[0][0], frame.projection[1][1]);
  vec2 limit = most_slope / vec2(frame.projection[0][0], frame.projection[1][1]);
  vec2 slope = clamp(eye.xy / depth, -limit, limit);
  vec3 along_z = vec3(axes[0].z, axes[1].z, axes[2].z);
  vec3 x = focal.x / depth * (vec3(axes[0].x, axes[1].x, axes[2].x) + slope.x * along_z);
  vec3 y = focal.y / depth * (vec3(axes[0].y, axes[1].y, axes[2].y) + slope.y * along_z);
  float xx = dot(x, x), yy = dot(y, y);
  vec3 product = cross(x, y);  // not xx * yy - xy * xy, of which nothing is left where the ellipse is thin
  float before = dot(product, product);
  Flattened result;
  result.xx = xx + dilation;
  result.yy = yy + dilation;
  result.xy = dot(x, y);
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
  return frame.blends_encoded != 0 ? color : min(linear_from_srgb(color), brightest);
}

bool shows(vec2 center, vec2 half_extent) {
  return all(greaterThan(center + half_extent, vec2(0.0))) && all(lessThan(center - half_extent, frame.viewport));
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
  if (alpha < least_alpha || !is_finite(position) || !(clip.w > 0.0 && abs(clip.z) <= clip.w)) return;

  mat3 axes = mat3(frame.view) * (mat3(to_scene) * matrix_of(shape.rotation));
  vec3 scale = frame.splat_scale * shape.scale;
  Flattened flat_shape = flattened(mat3(axes[0] * scale.x, axes[1] * scale.y, axes[2] * scale.z), eye.xyz);
  alpha *= flat_shape.share;
  if (!(alpha >= least_alpha)) return;
  vec2 center = (0.5 * clip.xy / clip.w + 0.5) * frame.viewport;
  float reach = sqrt(2.0 * log(alpha / least_alpha));
  if (!shows(center, reach * sqrt(vec2(flat_shape.xx, flat_shape.yy)))) return;
  vec3 ellipse = axes_of(flat_shape);
  vec3 color = color_of(splat, position, vertex.w);
  projected[2u * splat] = floatBitsToUint(vec4(center, ellipse.xy));
  projected[2u * splat + 1u] = uvec4(floatBitsToUint(ellipse.z), floatBitsToUint(-eye.z), packHalf2x16(color.rg),
                                     packHalf2x16(vec2(color.b, alpha)));
}
