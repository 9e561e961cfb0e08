// The sRGB transfer function (IEC 61966-2-1), exact.
vec3 linear_from_srgb(vec3 c) {
  return mix(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, lessThanEqual(c, vec3(0.04045)));
}

vec3 srgb_from_linear(vec3 c) {
  return mix(1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, 12.92 * c, lessThanEqual(c, vec3(0.0031308)));
}

/// Encodes premultiplied light in the numbers that are blended.
vec4 blendable(vec4 color) {
#ifdef ENCODED
  return color.a > 0.0 ? vec4(srgb_from_linear(color.rgb / color.a) * color.a, color.a) : vec4(0.0);
#else
  return color;
#endif
}
