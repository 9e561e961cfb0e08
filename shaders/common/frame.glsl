// The uniforms that all drawing shaders of a frame share. The same fields as FrameBlock in app/render/frame_block.h.
layout(std140, binding = 0) uniform FrameBlock {
  // ViewBlock
  mat4 view;
  mat4 projection;
  vec2 viewport;     // pixels
  vec2 depth_range;  // of the bulk of the scene, along the view
  vec3 eye;          // as in the sort, with the axis
  int culls;         // culling, not drawing: find elements that are visible even if the picture moves by a pixel
  vec3 axis;
  // In the world: the ray through a place of the picture in pixels is corner + x * across + y * up. Its view depth is 1.
  vec3 ray_corner;
  vec3 ray_across;
  vec3 ray_up;
  // LookBlock
  vec4 base_color;            // linear; if the file has no colours
  vec4 background_top;        // linear
  vec4 background_bottom;     // linear
  float opacity;              // 0..1
  float fresnel;              // 0..1
  float point_size;           // pixels
  float background;           // 1: a gradient; 0: transparent
  int blends_encoded;         // blend sRGB values instead of light
  float splat_scale;
  int splat_degree;           // of the harmonics that count
  int splat_mip;              // dim splats as they grow to a pixel
  float streak;               // seconds of exposure: particles are drawn along their way
  float least_alpha;          // fainter splats are invisible
  float log_least_alpha;      // to the base of 2
  int splats_are_ellipsoids;  // draw these instead of Gaussians
  // KeyBlock
  int metric;           // by which depth is measured, as in keys/keys.glsl
  int sort_point;       // of triangles as wholes, as in keys/keys.glsl
  int exact_by;         // sort criterion of fragments: depth, element, rank
  int key_shift;        // from here on: keys of whole elements with fewer bits (farfirst_Steps)
  int keys_are_linear;
  float key_farthest;
  float key_scale;
  float key_last;
}
frame;
