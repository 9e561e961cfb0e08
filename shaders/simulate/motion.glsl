// Collisions of a particle, and its motion after them. GLSL and C++, as step.glsl.

/// The first contact of a particle: when, as a part of its way, and the normal there.
struct Contact {
  float when;  // above 1: none
  vec3 normal;
  float lift;  // distance beyond the surface
  float bounce;
  float friction;
  bool kills;
};

/// A side of the collider: the particle's distance from it, and the part of the way towards it.
void meet_side(IN_OUT(Contact) contact, uint collider, vec3 normal, float distance, float way) {
  float when = when_at_side(distance, way);
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
  float when = when_at_sphere(out_of, colliders[collider].radius, way);
  if (when > 1.0f) return;
  vec3 normal = out_of + when * way;
  meet_side(contact, collider, normal / sqrt(max(dot(normal, normal), 1e-30f)), when, -1.0f);
}

void meet_box(IN_OUT(Contact) contact, uint collider, vec3 from, vec3 way) {
  BoxEntry entry = entry_of_box(from - colliders[collider].position, colliders[collider].half_size, way);
  if (entry.when > 1.0f) return;
  float first = max(entry.planes.x, max(entry.planes.y, entry.planes.z));
  vec3 normal = entry.planes.x >= first   ? vec3(entry.side.x, 0.0f, 0.0f)
                : entry.planes.y >= first ? vec3(0.0f, entry.side.y, 0.0f)
                                          : vec3(0.0f, 0.0f, entry.side.z);
  meet_side(contact, collider, normal, entry.when, -1.0f);
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

/// The same conventions as add_force().
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

/// For particles slower than gravity makes them in a step or two: they rest, and slide by Coulomb's law.
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

/// Moves by a number of seconds; false if it died in a collision.
bool move(IN_OUT(vec3) position, IN_OUT(vec3) velocity, float seconds, float decay, float gain) {
  PRECISE vec3 before = velocity;
  PRECISE vec3 after = velocity;
  PRECISE vec3 way = velocity;
  fly(position, velocity, seconds, decay, gain, way, after);
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
