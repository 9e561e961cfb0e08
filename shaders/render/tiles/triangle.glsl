// The samples that a triangle covers, exactly. Corners are rounded to 1/256 of a pixel, and whole numbers decide
// whether a sample is inside. A sample on an edge belongs to the triangle for which it is a left or lower edge: the
// top-left rule of hardware, whose rows run downwards. So a closed surface covers each sample as often as it should.
//
// Triangles that cross the plane of the eye, or reach far outside the picture, use another method (Clipped). There are
// no near and far planes: visible places have a depth above 0.

const int subpixels = 256;          // of a pixel
const float guard_pixels = 8190.0;  // from the middle of the picture

/// The place in the picture, in subpixels, of clip coordinates inside the guard.
ivec2 snapped(vec4 clip) {
  precise vec2 from_middle = clip.xy / clip.w * (0.5 * subpixels * frame.viewport);
  return ivec2(roundEven(from_middle)) + ivec2(frame.viewport) * (subpixels / 2);
}

/// In front of the eye, and within the guard at the sides.
bool is_inside(vec4 clip) {
  vec2 guard = guard_pixels / (0.5 * frame.viewport);
  return clip.w > 0.0 && all(lessThanEqual(abs(clip.xy), guard * clip.w));
}

bool is_outside_one_plane(vec4 a, vec4 b, vec4 c) {
  vec2 from_lower = max(max(a.xy + a.w, b.xy + b.w), c.xy + c.w);
  vec2 from_upper = max(max(a.w - a.xy, b.w - b.xy), c.w - c.xy);
  return max(max(a.w, b.w), c.w) <= 0.0 || any(lessThan(from_lower, vec2(0.0))) || any(lessThan(from_upper, vec2(0.0)));
}

/// x * b.y - y * b.x of a and b: the higher and the lower half of 64 bits.
void cross_product(ivec2 a, ivec2 b, out int high, out uint low) {
  int high_1, low_1, high_2, low_2;
  imulExtended(a.x, b.y, high_1, low_1);
  imulExtended(a.y, b.x, high_2, low_2);
  uint borrow;
  low = usubBorrow(uint(low_1), uint(low_2), borrow);
  high = high_1 - high_2 - int(borrow);
}

/// A sample is inside if value + dot(step, its place) >= 0, with its place in sixteenths of a pixel from the lower left
/// corner of the tile (0 to 127).
struct Edge {
  int value;
  ivec2 step;
};

/// From a to b, with the inside to the left. `origin`: the tile's corner, in subpixels.
Edge edge_between(ivec2 a, ivec2 b, ivec2 origin) {
  ivec2 along = b - a;
  int high;
  uint low;
  cross_product(along, origin - a, high, low);
  bool includes_itself = along.y < 0 || (along.y == 0 && along.x > 0);  // a left or a lower edge
  if (!includes_itself) {
    uint borrow;
    low = usubBorrow(low, 1u, borrow);
    high -= int(borrow);
  }
  // Sixteenths: steps are whole ones, so the value may be rounded down. Beyond +-2^30 the sign is all that counts.
  Edge edge;
  edge.value = high >= 4 ? 1 << 30 : high < -4 ? -(1 << 30) : high << 28 | int(low >> 4);
  edge.step = ivec2(-along.y, along.x);
  return edge;
}

int value_at(Edge edge, ivec2 place) { return edge.value + edge.step.x * place.x + edge.step.y * place.y; }

/// -1, 0 or 1: the orientation.
int winding(ivec2 a, ivec2 b, ivec2 c) {
  int high;
  uint low;
  cross_product(b - a, c - a, high, low);
  return high < 0 ? -1 : (high | int(low)) == 0 ? 0 : 1;
}

/// An edge of a triangle that is not inside. If its own corners are, the triangle across the edge may be inside, so the
/// same whole numbers decide. Otherwise that one is not inside either, and both take the sign of the same function of
/// the place, in homogeneous coordinates, which needs no clipping (Olano, Greer: Triangle Scan Conversion using 2D
/// Homogeneous Coordinates, 1997). Where all three functions are positive, so is their sum, which is 1 / w times a
/// positive number: the edges alone exclude places behind the eye.
struct ClippedEdge {
  bool exact;
  Edge edge;
  vec3 plane;
  bool includes_itself;
};

/// x, y and w in pixels, relative to a place of the picture.
vec3 homogeneous(vec4 clip, vec2 place) {
  precise vec2 half_size = 0.5 * frame.viewport;
  precise vec2 position = clip.xy * half_size + (half_size - place) * clip.w;
  return vec3(position, clip.w);
}

bool comes_first(vec3 a, vec3 b) { return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z; }

/// The plane that is 0 in a and b, calculated in the same way for b and a, except for its sign.
vec3 plane_through(vec3 a, vec3 b) {
  bool turned = !comes_first(a, b);
  vec3 p = turned ? b : a, q = turned ? a : b;
  precise vec3 plane = vec3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x);
  return turned ? -plane : plane;
}

ClippedEdge clipped_edge(vec4 a, vec4 b, vec3 plane, float turn, ivec2 tile) {
  ClippedEdge edge;
  edge.exact = is_inside(a) && is_inside(b);
  edge.plane = turn * plane;
  edge.includes_itself = edge.plane.x > 0.0 || (edge.plane.x == 0.0 && edge.plane.y > 0.0);
  if (edge.exact) {
    ivec2 from = snapped(turn > 0.0 ? a : b), to = snapped(turn > 0.0 ? b : a);
    edge.edge = edge_between(from, to, tile * subpixels);
    edge.exact = from != to;
    if (!edge.exact) edge.plane = vec3(0.0, 0.0, 1.0);  // an edge without length excludes nothing
  }
  return edge;
}

/// `place` in sixteenths of a pixel from the tile's corner.
bool is_left_of(ClippedEdge edge, ivec2 place) {
  if (edge.exact) return value_at(edge.edge, place) >= 0;
  precise float value = edge.plane.x * (float(place.x) / 16.0) + edge.plane.y * (float(place.y) / 16.0) + edge.plane.z;
  return value > 0.0 || (value == 0.0 && edge.includes_itself);
}

/// The visible part of a triangle that is not inside.
struct Clipped {
  ClippedEdge ab, bc, ca;
};

/// False if it has no area. `tile`: the corner in pixels.
bool clipped_triangle(vec4 a, vec4 b, vec4 c, ivec2 tile, out Clipped clipped) {
  vec3 p = homogeneous(a, vec2(tile)), q = homogeneous(b, vec2(tile)), r = homogeneous(c, vec2(tile));
  vec3 pq = plane_through(p, q), qr = plane_through(q, r), rp = plane_through(r, p);
  float turn = sign(dot(pq, r));
  clipped.ab = clipped_edge(a, b, pq, turn, tile);
  clipped.bc = clipped_edge(b, c, qr, turn, tile);
  clipped.ca = clipped_edge(c, a, rp, turn, tile);
  return turn != 0.0;
}

bool covers(Clipped clipped, ivec2 place) {
  return is_left_of(clipped.ab, place) && is_left_of(clipped.bc, place) && is_left_of(clipped.ca, place);
}

/// The pixels of the picture with samples between these places, both ends included. False if there are none.
bool pixels_between(ivec2 least, ivec2 most, ivec4 bounds, out ivec2 first, out ivec2 last) {
  const int shift = 8;
  first = max((least - bounds.zw * 16 + subpixels - 1) >> shift, ivec2(0));
  last = min((most - bounds.xy * 16) >> shift, ivec2(frame.viewport) - 1);
  return all(lessThanEqual(first, last));
}

/// An upper bound of the part of a triangle in front of the eye.
struct Extent {
  vec2 least, most;  // pixels
};

void extend(inout Extent extent, vec4 clip) {
  vec2 place = (clip.xy / clip.w * 0.5 + 0.5) * frame.viewport;
  extent.least = min(extent.least, place);
  extent.most = max(extent.most, place);
}

/// Extends by a corner, and by the edge from it if that passes the plane of the eye: there it leaves every picture, on
/// a side that rounding may hide.
void extend(inout Extent extent, vec4 from, vec4 to) {
  if (from.w > 0.0) extend(extent, from);
  if ((from.w > 0.0) == (to.w > 0.0)) return;
  vec2 front = (from.w > 0.0 ? to.xy : from.xy) * max(from.w, to.w);
  vec2 behind = (from.w > 0.0 ? from.xy : to.xy) * min(from.w, to.w);
  vec2 side = front - behind, unsure = 1e-6 * (abs(front) + abs(behind));
  extent.least = mix(extent.least, vec2(0.0), lessThanEqual(side, unsure));
  extent.most = mix(extent.most, frame.viewport, greaterThanEqual(side, -unsure));
}

/// The pixels of the picture around the visible part of a triangle that is not inside, both ends included. False if
/// there are none.
bool pixels_of_clipped(vec4 a, vec4 b, vec4 c, out ivec2 first, out ivec2 last) {
  Extent extent = Extent(frame.viewport + 1.0, vec2(-2.0));
  extend(extent, a, b);
  extend(extent, b, c);
  extend(extent, c, a);
  first = ivec2(clamp(floor(extent.least) - 1.0, vec2(0.0), frame.viewport));
  last = ivec2(clamp(floor(extent.most) + 1.0, vec2(-1.0), frame.viewport - 1.0));
  return all(lessThanEqual(first, last));
}

/// For perspective: for each corner the plane that is 0 in the other two, in homogeneous coordinates relative to a
/// place in pixels. This also holds for corners behind the eye.
mat3 corner_weights(vec4 clip_a, vec4 clip_b, vec4 clip_c, vec2 round_place) {
  vec3 a = homogeneous(clip_a, round_place), b = homogeneous(clip_b, round_place), c = homogeneous(clip_c, round_place);
  return mat3(cross(b, c), cross(c, a), cross(a, b));
}

/// The shares of the corners, in pixels from that place. A sample that rounding put inside may lie slightly outside the
/// exact triangle.
vec3 corner_shares(mat3 weights, vec2 place) {
  vec3 share = vec3(place, 1.0) * weights;
  float sum = share.x + share.y + share.z;
  share = sum != 0.0 ? clamp(share / sum, 0.0, 1.0) : vec3(1.0);
  return share / (share.x + share.y + share.z);
}
