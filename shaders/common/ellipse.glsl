// Ellipses on the picture: a place in standard deviations. They use sums of squares along the two axes instead of a
// matrix, whose entries would cancel if ellipses are long and thin.
struct Ellipse {
  vec2 center;       // pixels
  vec2 major;        // the longer standard deviation: its direction, and its length in pixels
  float minor;       // the shorter one, in pixels
  float view_depth;  // of the centre
  float reach;       // standard deviations; invisible beyond. 0: invisible
};

/// Rows: a place in pixels from the centre becomes standard deviations along both axes.
struct EllipseAxes {
  vec2 along, across;
};

EllipseAxes axes_of(Ellipse ellipse) {
  float square = dot(ellipse.major, ellipse.major);
  vec2 across = vec2(-ellipse.major.y, ellipse.major.x);
  return EllipseAxes(ellipse.major / square, across * (inversesqrt(square) / ellipse.minor));
}

/// In standard deviations along both axes.
vec2 place_at(EllipseAxes axes, vec2 from_center) {
  return vec2(dot(axes.along, from_center), dot(axes.across, from_center));
}

/// The square of the distance in standard deviations.
float square_at(EllipseAxes axes, vec2 from_center) {
  vec2 place = place_at(axes, from_center);
  return dot(place, place);
}

/// Half of the width and of the height of the visible part, in pixels.
vec2 half_extent(Ellipse ellipse) {
  vec2 direction = normalize(ellipse.major), across = vec2(-direction.y, direction.x) * ellipse.minor;
  return ellipse.reach * sqrt(ellipse.major * ellipse.major + across * across);
}
