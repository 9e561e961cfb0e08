#version 450
// A thin coloured sheet of glass, lit from both sides. Writes premultiplied colour.
#include "common/frame.glsl"
#include "common/studio.glsl"

in vec3 eye_position;
#ifdef NORMALS
in vec3 eye_normal;
#endif
#ifdef COLORS
in vec4 surface_color;
#endif

layout(location = 0) out vec4 premultiplied;

/// The unit vector along v, or `otherwise` if v has no direction.
vec3 direction_of(vec3 v, vec3 otherwise) {
  float square = dot(v, v);
  return square > 0.0 ? v * inversesqrt(square) : otherwise;
}

void main() {
  vec3 to_eye = direction_of(-eye_position, vec3(0.0, 0.0, 1.0));
#ifdef NORMALS
  vec3 normal = direction_of(eye_normal, to_eye);
#else
  vec3 normal = direction_of(cross(dFdx(eye_position), dFdy(eye_position)), to_eye);
#endif
  float facing = dot(normal, to_eye);
  normal = facing < 0.0 ? -normal : normal;

#ifdef COLORS
  vec3 albedo = surface_color.rgb;
  float opacity = surface_color.a * frame.opacity;
#else
  vec3 albedo = frame.base_color.rgb;
  float opacity = frame.opacity;
#endif

  // Seen edge-on, light passes through more of the sheet: the exponent of Beer's law grows, in the shape of Schlick's
  // approximation. Nothing stays nothing and opaque stays opaque.
  float edge = 1.0 - min(abs(facing), 1.0);
  float schlick = edge * edge * edge;
  float alpha = 1.0 - exp2(log2(max(1.0 - opacity, 1e-6)) * (1.0 + 10.0 * frame.fresnel * schlick));

  // The highlight is reflected light: it comes on top of what passes through, and fades with very thin sheets.
  vec3 highlight = specular_light(normal, to_eye) * min(4.0 * opacity, 1.0);
  premultiplied = vec4(albedo * diffuse_light(normal) * alpha + highlight, alpha);
}
