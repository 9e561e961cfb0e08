// The time at which a particle touches something, as a part of its way; above 1: never. GLSL and C++, as step.glsl,
// also for several particles at once.

/// A side: the particle's distance from it, and the part of the way towards it.
float when_at_side(float distance, float way) {
  return SELECT(distance + way >= 0.0f || way >= 0.0f, 2.0f, SELECT(distance > 0.0f, -distance / way, 0.0f));
}

float when_at_sphere(vec3 out_of, float radius, vec3 way) {
  float a = dot(way, way), b = dot(out_of, way), c = dot(out_of, out_of) - radius * radius;
  float d = b * b - a * c;
  return SELECT(b >= 0.0f || d <= 0.0f, 2.0f, SELECT(c > 0.0f, (-b - sqrt(d)) / a, 0.0f));
}

/// From outside: it enters where it has passed the last of three planes.
struct BoxEntry {
  vec3 side;  // for each axis, the side of entry
  vec3 planes;  // when it passes each
  float when;
};

BoxEntry entry_of_box(vec3 out_of, vec3 half_size, vec3 way) {
  BoxEntry entry;
  entry.side = vec3(SELECT(way.x > 0.0f, -1.0f, 1.0f), SELECT(way.y > 0.0f, -1.0f, 1.0f),
                    SELECT(way.z > 0.0f, -1.0f, 1.0f));
  vec3 speed = max(abs(way), vec3(1e-20f));
  entry.planes = (entry.side * out_of - half_size) / speed;
  vec3 leaves = (entry.side * out_of + half_size) / speed;
  float first = max(entry.planes.x, max(entry.planes.y, entry.planes.z));
  float last = min(leaves.x, min(leaves.y, leaves.z));
  entry.when = SELECT(first >= last || last <= 0.0f || first > 1.0f, 2.0f, max(first, 0.0f));
  return entry;
}
