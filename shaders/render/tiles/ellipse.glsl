// The pixels that an ellipse may cover.

/// The pixels of the picture with samples in its bounding box, both ends included. False if there are none.
bool pixels_of(Ellipse ellipse, out ivec2 first, out ivec2 last) {
  vec2 extent = ellipse.reach > 0.0 ? half_extent(ellipse) : vec2(-1.0);
  vec2 least = max(ceil(ellipse.center - extent - vec2(sample_bounds().zw) / 16.0), vec2(0.0));
  vec2 most = min(floor(ellipse.center + extent - vec2(sample_bounds().xy) / 16.0), frame.viewport - 1.0);
  first = ivec2(least);
  last = ivec2(most);
  return ellipse.reach > 0.0 && all(lessThanEqual(least, most));
}
