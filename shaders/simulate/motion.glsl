// How a particle moves: forces, and what it runs into. GLSL and C++, as step.glsl.

/// Three random numbers for a corner of the lattice, -1 .. 1.
vec3 lattice(ivec3 cell) {
  uint h = hash(uint(cell.x) * 0x9e3779b1u ^ uint(cell.y) * 0x85ebca77u ^ uint(cell.z) * 0xc2b2ae3du);
  return vec3(float(h & 1023u), float(h >> 10 & 1023u), float(h >> 20 & 1023u)) * (2.0f / 1023.0f) - vec3(1.0f);
}

/// The curl of a smooth random potential: it has no sources or sinks, so that smoke swirls and does not clump
/// (Bridson, Hourihan, Nordenstam, "Curl-noise for procedural fluid flow", 2007). The potential is quintic between random
/// values at the corners of cells of size 1; the root mean square of the result is 1.
vec3 curl_noise(vec3 place, ivec3 moved) {
  vec3 whole = floor(place), t = place - whole;
  ivec3 cell = ivec3(whole) + moved;
  vec3 u = t * t * t * (t * (t * 6.0f - vec3(15.0f)) + vec3(10.0f));
  vec3 slope = 30.0f * t * t * (t * (t - vec3(2.0f)) + vec3(1.0f));
  vec3 a = lattice(cell), b = lattice(cell + ivec3(1, 0, 0));
  vec3 c = lattice(cell + ivec3(0, 1, 0)), d = lattice(cell + ivec3(1, 1, 0));
  vec3 e = lattice(cell + ivec3(0, 0, 1)), f = lattice(cell + ivec3(1, 0, 1));
  vec3 g = lattice(cell + ivec3(0, 1, 1)), h = lattice(cell + ivec3(1, 1, 1));
  vec3 dx = slope.x * mix(mix(b - a, d - c, u.y), mix(f - e, h - g, u.y), u.z);
  vec3 ac = mix(a, b, u.x), bd = mix(c, d, u.x), eg = mix(e, f, u.x), fh = mix(g, h, u.x);
  vec3 dy = slope.y * mix(bd - ac, fh - eg, u.z);
  vec3 dz = slope.z * (mix(eg, fh, u.y) - mix(ac, bd, u.y));
  return CURL_SCALE * vec3(dy.z - dz.y, dz.x - dx.z, dx.y - dy.x);
}

vec3 attraction(uint force, vec3 place) {
  vec3 away = forces[force].position - place;
  float square = dot(away, away) + forces[force].soft * forces[force].soft;
  return square > 0.0f ? away * (forces[force].strength / (square * sqrt(square))) : vec3(0.0f);
}

/// Round the axis, as fast as wanted at `scale` from it; slower within and without (Scully's vortex).
vec3 vortex(uint force, vec3 place) {
  vec3 axis = forces[force].vector;
  vec3 round_axis = cross(axis, place - forces[force].position) / forces[force].scale;
  return round_axis * (2.0f * forces[force].strength / (1.0f + dot(round_axis, round_axis)));
}

/// `kind` is known when the shader is compiled, where an emitter has a program of its own.
void add_force(uint force, uint kind, vec3 place, IN_OUT(vec3) pull, IN_OUT(vec3) air) {
  if (kind == 0u) pull += emitter.gravity_scale * forces[force].vector;
  if (kind == 1u) air += forces[force].vector;
  if (kind == 2u)
    air += emitter.noise_scale * forces[force].strength *
           curl_noise(place / forces[force].scale - drifts[force].part, -drifts[force].cells);
  if (kind == 3u) pull += attraction(force, place);
  if (kind == 4u) air += vortex(force, place);
}

/// Acceleration, and how the air moves. `place` is where the particle is in the middle of the step.
vec3 forces_at(vec3 place, IN_OUT(vec3) air) {
  vec3 pull = vec3(0.0f);
  air = vec3(0.0f);
  EACH_FORCE
  return pull;
}

/// Where a particle touches something first: when, as a part of its way, and the normal there.
struct Contact {
  float when;  // more than 1: not at all
  vec3 normal;
  float lift;  // it is so far beyond
  float bounce;
  float friction;
  bool kills;
};

/// One side of it: how far the particle is from there, and how far it comes in this way.
void meet_side(IN_OUT(Contact) contact, uint collider, vec3 normal, float distance, float way) {
  if (distance + way >= 0.0f || way >= 0.0f) return;
  float when = distance > 0.0f ? -distance / way : 0.0f;
  if (when >= contact.when) return;
  contact.when = when;
  contact.normal = normal;
  contact.lift = clamp(-distance, 0.0f, 1e-3f);
  contact.bounce = colliders[collider].bounce;
  contact.friction = colliders[collider].friction;
  contact.kills = colliders[collider].kills != 0u;
}

void meet_sphere(IN_OUT(Contact) contact, uint collider, vec3 from, vec3 way) {
  vec3 out_of = from - colliders[collider].position;
  float radius = colliders[collider].radius;
  float a = dot(way, way), b = dot(out_of, way), c = dot(out_of, out_of) - radius * radius;
  float d = b * b - a * c;
  if (b >= 0.0f || d <= 0.0f) return;
  float when = c > 0.0f ? (-b - sqrt(d)) / a : 0.0f;
  if (when > 1.0f) return;
  vec3 normal = out_of + when * way;
  meet_side(contact, collider, normal / sqrt(max(dot(normal, normal), 1e-30f)), when, -1.0f);
}

/// From without: it enters where it has passed the last of three planes.
void meet_box(IN_OUT(Contact) contact, uint collider, vec3 from, vec3 way) {
  vec3 out_of = from - colliders[collider].position, half_size = colliders[collider].half_size;
  vec3 side = vec3(way.x > 0.0f ? -1.0f : 1.0f, way.y > 0.0f ? -1.0f : 1.0f, way.z > 0.0f ? -1.0f : 1.0f);
  vec3 speed = max(abs(way), vec3(1e-20f));
  vec3 enters = (side * out_of - half_size) / speed, leaves = (side * out_of + half_size) / speed;
  float first = max(enters.x, max(enters.y, enters.z)), last = min(leaves.x, min(leaves.y, leaves.z));
  if (first >= last || last <= 0.0f || first > 1.0f) return;
  vec3 normal = enters.x >= first   ? vec3(side.x, 0.0f, 0.0f)
                : enters.y >= first ? vec3(0.0f, side.y, 0.0f)
                                    : vec3(0.0f, 0.0f, side.z);
  meet_side(contact, collider, normal, max(first, 0.0f), -1.0f);
}

void meet_room(IN_OUT(Contact) contact, uint collider, vec3 from, vec3 way) {
  vec3 low = from - colliders[collider].position + colliders[collider].half_size;
  vec3 high = 2.0f * colliders[collider].half_size - low;
  meet_side(contact, collider, vec3(1.0f, 0.0f, 0.0f), low.x, way.x);
  meet_side(contact, collider, vec3(-1.0f, 0.0f, 0.0f), high.x, -way.x);
  meet_side(contact, collider, vec3(0.0f, 1.0f, 0.0f), low.y, way.y);
  meet_side(contact, collider, vec3(0.0f, -1.0f, 0.0f), high.y, -way.y);
  meet_side(contact, collider, vec3(0.0f, 0.0f, 1.0f), low.z, way.z);
  meet_side(contact, collider, vec3(0.0f, 0.0f, -1.0f), high.z, -way.z);
}

/// As add_force() has it.
void meet(IN_OUT(Contact) contact, uint collider, uint shape, vec3 from, vec3 way) {
  vec3 normal = colliders[collider].direction;
  if (shape == 0u)
    meet_side(contact, collider, normal, dot(from - colliders[collider].position, normal), dot(way, normal));
  if (shape == 1u) meet_sphere(contact, collider, from, way);
  if (shape == 2u) meet_box(contact, collider, from, way);
  if (shape == 3u) meet_room(contact, collider, from, way);
}

Contact first_contact(vec3 from, vec3 way) {
  Contact contact;
  contact.when = 2.0f;
  contact.normal = vec3(0.0f);
  contact.lift = 0.0f;
  contact.bounce = 0.0f;
  contact.friction = 0.0f;
  contact.kills = false;
  EACH_COLLIDER
  return contact;
}

/// Of what comes slower than gravity makes it in a step or two: it rests, and slides by Coulomb's law.
vec3 sliding(vec3 velocity, Contact contact) {
  float into = max(-dot(velocity, contact.normal), 0.0f);
  vec3 along = velocity + into * contact.normal;
  float speed = sqrt(dot(along, along));
  return speed > contact.friction * into ? along * (1.0f - contact.friction * into / speed) : vec3(0.0f);
}

vec3 bounced(vec3 velocity, float into, Contact contact) {
  vec3 along = velocity + into * contact.normal;
  return along * (1.0f - contact.friction) + into * contact.bounce * contact.normal;
}

/// By so many seconds; false if it died of what it ran into. The speed changes in the middle of the way: constant
/// accelerations, and so gravity, are met exactly, and orbits keep their energy.
bool move(IN_OUT(vec3) position, IN_OUT(vec3) velocity, float seconds, float decay, float gain) {
  PRECISE vec3 middle = position + 0.5f * seconds * velocity;
  vec3 air = vec3(0.0f);
  PRECISE vec3 pull = forces_at(middle, air);
  pull += emitter.drag * air;  // which is known only now
  PRECISE vec3 before = velocity;
  PRECISE vec3 after = before * decay + pull * gain;
  PRECISE vec3 way = (0.5f * seconds) * (before + after);
  for (int bounces = 0; bounces < BOUNCES; ++bounces) {
    Contact contact = first_contact(position, way);
    if (contact.when > 1.0f) break;
    position += contact.when * way + contact.lift * contact.normal;
    if (contact.kills) return false;
    vec3 touching = mix(before, after, contact.when), change = (1.0f - contact.when) * (after - before);
    float into = -dot(touching, contact.normal);
    bool bounces_off = into * contact.bounce > REST_SPEED;
    before = bounces_off ? bounced(touching, into, contact) : sliding(after, contact);
    after = bounces_off ? before + change : before;
    seconds *= 1.0f - contact.when;
    way = bounces + 1 < BOUNCES ? (0.5f * seconds) * (before + after) : vec3(0.0f);
  }
  position += way;
  velocity = after;
  return true;
}
