// The colour of an element in a pixel, as in `tiles`. For WITH_SURFACES.
ivec2 tile_corner;

#ifdef FOOTPRINT_TRIANGLE
mat3 weights;
vec3 normal;

void prepare_color(ivec2 tile, Shape shape) {
  tile_corner = tile;
  weights = corner_weights(shape.clip.a, shape.clip.b, shape.clip.c, vec2(tile) + 4.0);
  normal = face_normal(surface_a, surface_b, surface_c);
}

vec4 color_of(Shape shape, ivec2 pixel, uint covered) {
  vec2 place = vec2(pixel - tile_corner) - 3.5 + middle_of(covered);
  return color_at(interpolated(surface_a, surface_b, surface_c, corner_shares(weights, place)), normal);
}
#endif

#ifdef FOOTPRINT_SPRITE
void prepare_color(ivec2 tile, Shape shape) {}

vec4 color_of(Shape shape, ivec2 pixel, uint covered) {
  vec2 place = vec2(pixel) + 0.5 + middle_of(covered);
  return color_at(surface_of_disc, (place - shape.disc.center) / shape.disc.half_width);
}
#endif

#ifdef FOOTPRINT_ELLIPSE
void prepare_color(ivec2 tile, Shape shape) {}

vec4 color_of(Shape shape, ivec2 pixel, uint covered) {
  vec2 place = vec2(pixel) + 0.5 + middle_of(covered);
  return color_at(surface_of_ellipse, place_at(shape.axes, place - shape.ellipse.center));
}
#endif
