// Blends the picture over the background, in the numbers of the blending; converts to sRGB last.
#include "common/frame.glsl"
#include "common/color.glsl"

layout(binding = 0) uniform sampler2D blended;

/// -0.5 .. +0.5 in an 8 x 8 pattern (Bayer): rounding turns smooth gradients into noise instead of bands.
float dither(uvec2 pixel) {
  uint x = pixel.x ^ pixel.y, y = pixel.y;
  uint rank = (x & 1u) << 5 | (y & 1u) << 4 | (x & 2u) << 2 | (y & 2u) << 1 | (x & 4u) >> 1 | (y & 4u) >> 2;
  return (float(rank) + 0.5) / 64.0 - 0.5;
}

vec4 shown(ivec2 pixel) {
  vec4 color = texelFetch(blended, pixel, 0);
  float height = (float(pixel.y) + 0.5) / frame.viewport.y;
  vec3 background = mix(frame.background_bottom.rgb, frame.background_top.rgb, height);
  bool encoded = frame.blends_encoded != 0;
  if (encoded) background = srgb_from_linear(background);
  color += vec4(background, 1.0) * (frame.background * (1.0 - color.a));

  // The receiver un-premultiplies encoded numbers (PNG has straight alpha), so encode the straight colour.
  vec3 straight = clamp(color.rgb / max(color.a, 1e-6), 0.0, 1.0);
  vec3 rounded = (encoded ? straight : srgb_from_linear(straight)) + dither(uvec2(pixel)) / 255.0;
  return vec4(clamp(rounded, 0.0, 1.0) * color.a, color.a);
}
