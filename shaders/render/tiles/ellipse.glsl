// Which samples and which tiles an ellipse covers.

/// The pixels of the picture that have samples in the box round it, both ends included. False if there are none.
bool pixels_of(Ellipse ellipse, out ivec2 first, out ivec2 last) {
  vec2 extent = ellipse.reach > 0.0 ? half_extent(ellipse) : vec2(-1.0);
  vec2 least = max(ceil(ellipse.center - extent - vec2(sample_bounds().zw) / 16.0), vec2(0.0));
  vec2 most = min(floor(ellipse.center + extent - vec2(sample_bounds().xy) / 16.0), frame.viewport - 1.0);
  first = ivec2(least);
  last = ivec2(most);
  return ellipse.reach > 0.0 && all(lessThanEqual(least, most));
}

/// How near a box comes to the centre, from which its corners are: the square of that in standard deviations. It lies
/// on one of the two sides that face the centre.
float least_square(EllipseAxes axes, vec2 low, vec2 high) {
  vec2 side = clamp(vec2(0.0), low, high);
  float xx = axes.along.x * axes.along.x + axes.across.x * axes.across.x;
  float xy = axes.along.x * axes.along.y + axes.across.x * axes.across.y;
  float yy = axes.along.y * axes.along.y + axes.across.y * axes.across.y;
  float y = clamp(-xy * side.x / yy, low.y, high.y), x = clamp(-xy * side.y / xx, low.x, high.x);
  return min(square_at(axes, vec2(side.x, y)), square_at(axes, vec2(x, side.y)));
}
