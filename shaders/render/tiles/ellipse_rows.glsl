// The extent of an ellipse in rows of pixels.

/// Common values of all rows of pixels, from the centre: an ellipse reaches from slope * y - w to slope * y + w, where
/// w * w is most - fall * y * y.
struct EllipseRows {
  float slope, most, fall;
  float end, turn;  // the highest y; that of the place farthest to the right
};

/// `square`: the square of its radius in the axes' units. Slightly enlarged: pixels just beside it do no
/// harm.
EllipseRows rows_of(EllipseAxes axes, float square) {
  square = square * 1.0001 + 1e-3;
  float xx = dot(vec2(axes.along.x, axes.across.x), vec2(axes.along.x, axes.across.x));
  float xy = axes.along.x * axes.along.y + axes.across.x * axes.across.y;
  float yy = axes.along.y * axes.along.y + axes.across.y * axes.across.y;
  float area = abs(axes.along.x * axes.across.y - axes.along.y * axes.across.x);
  EllipseRows rows;
  rows.slope = -xy / xx;
  rows.most = square / xx;
  rows.fall = area / xx;
  rows.fall *= rows.fall;
  rows.end = sqrt(xx * square) / area;
  rows.turn = -xy * sqrt(square / yy) / area;
  return rows;
}

/// Its extent between two heights, from its centre. False if it is not there.
bool reaches(EllipseRows rows, float low, float high, out vec2 ends) {
  low = max(low, -rows.end);
  high = min(high, rows.end);
  vec2 at = clamp(vec2(-rows.turn, rows.turn), low, high);
  vec2 half_width = sqrt(max(rows.most - rows.fall * at * at, 0.0)) + 1e-3;
  ends = rows.slope * at + vec2(-half_width.x, half_width.y);
  return low <= high;
}
