// What every drawing shader of a frame knows. The same fields as FrameBlock in app/render/frame_block.h.
layout(std140, binding = 0) uniform FrameBlock {
  // ViewBlock
  mat4 view;
  mat4 projection;
  vec2 viewport;     // pixels
  vec2 depth_range;  // of the bulk of the scene, along the view
  vec3 eye;          // as the sort has it, with the axis
  int culls;         // no picture is drawn: what can show, also where it is moved by a pixel, is looked for
  vec3 axis;
  // In the world: the ray through a place of the picture in pixels is corner + x * across + y * up. Its view depth is 1.
  vec3 ray_corner;
  vec3 ray_across;
  vec3 ray_up;
  // LookBlock
  vec4 base_color;            // linear; where the file has no colours
  vec4 background_top;        // linear
  vec4 background_bottom;     // linear
  float opacity;              // 0..1
  float fresnel;              // 0..1
  float point_size;           // pixels
  float background;           // 1: a gradient; 0: transparent
  int blends_encoded;         // are sRGB values blended, not light?
  float splat_scale;
  int splat_degree;           // of the harmonics that count
  int splat_mip;              // do splats become fainter as they grow to a pixel?
  float streak;               // seconds of exposure: particles are drawn along their way
  float least_alpha;          // of splats: what is fainter does not show
  float log_least_alpha;      // to the base of 2
  int splats_are_ellipsoids;  // instead of Gaussians
  // KeyBlock
  int metric;           // by which depth is measured, as in keys/keys.glsl
  int sort_point;       // of triangles as wholes, as in keys/keys.glsl
  int exact_by;         // what fragments are sorted by: depth, element, rank
  int key_shift;        // this and the rest: how elements as wholes get keys of fewer bits (farfirst_Steps)
  int keys_are_linear;
  float key_farthest;
  float key_scale;
  float key_last;
}
frame;
