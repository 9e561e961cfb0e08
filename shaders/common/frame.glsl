// What every drawing shader of a frame knows. The same fields as FrameBlock in app/render/frame_block.h.
layout(std140, binding = 0) uniform FrameBlock {
  mat4 view;
  mat4 projection;
  vec4 base_color;         // linear; where the file has no colours
  vec4 background_top;     // linear
  vec4 background_bottom;  // linear
  vec2 viewport;           // pixels
  vec2 depth_range;        // of the scene's bounds, along the view
  float opacity;           // 0..1
  float fresnel;           // 0..1
  float point_size;        // pixels
  float background;        // 1: a gradient; 0: transparent
}
frame;
