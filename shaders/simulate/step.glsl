// One step of a particle system, of 1/60 s: who is born, who dies, and where everybody else goes. GLSL for the GPU
// (step.comp), and C++ for the reference on the CPU (app/scene/particle_simulation.cpp), with these arrays, by slot:
//
//   places    position and radius. Of a slot without a particle x is not a number, so that nobody sorts or draws it; if
//             the particle has just died, w is the x of the place of its death
//   motions   velocity, and the age at the end of the step, in steps; negative if there is no particle
//   numbers   of the birth, counted by the emitter's ring
//   colors    RGBA8, sRGB, straight alpha
//
// and emitter, forces, colliders, births (of this emitter in this step), drifts, curves, triangles. What a step has to do
// is known when it is compiled, where an emitter has a program of its own, and read from the emitter where it has none:
// BIRTH, SHAPE, SWIRLS, EACH_FORCE, EACH_COLLIDER, ALONG_COLOR and the like.

// Ages of slots without a particle. One that died in this step has -1 less how long ago, in steps.
#define LONG_DEAD -4.0f
// Ages are multiples of this, so that they are exact for days, and births in a row are never counted twice.
#define AGE_UNIT 0.00390625f
#define FORGOTTEN uintBitsToFloat(0x7FC00000u)

struct ParticleBirth {
  bool happens;
  uint number;
  float age;  // at the end of the step
  vec3 place;  // what the emitter's position is measured from
  vec3 velocity;
};

bool is_alive(vec4 motion) { return motion.w >= 0.0f; }
bool died_now(vec4 motion) { return motion.w <= -1.0f && motion.w > -2.0f; }

/// Never changes for a particle, and no two are alike. `ring_number`: which slot of the parent.
uint identity_of(uint number, uint ring_number) {
  return hash(emitter.seed ^ hash(number + hash(ring_number)));
}

float age_of_birth(float age) { return clamp(floor(age / AGE_UNIT + 0.5f) * AGE_UNIT, AGE_UNIT, 1.0f); }

// ---- births

ParticleBirth no_birth() {
  ParticleBirth birth;
  birth.happens = false;
  birth.number = 0u;
  birth.age = 0.0f;
  birth.place = vec3(0.0f);
  birth.velocity = vec3(0.0f);
  return birth;
}

/// In a ring that is no child's. If nobody is born, the number is that of the next birth in this place.
ParticleBirth birth_by_time(uint place) {
  ParticleBirth birth = no_birth();
  uint since = place >= births.first ? place - births.first : place + emitter.ring - births.first;
  birth.happens = since < births.count;
  birth.number = births.number + since;
  float age = births.first_age - float(since - births.at_once) * births.interval;
  birth.age = age_of_birth(since < births.at_once ? births.burst_age : age);
  return birth;
}

/// How many children a particle has had at an age.
uint children_at(float age) {
  if (age <= emitter.begins) return 0u;
  return emitter.burst + uint(floor(emitter.rate * (min(age, emitter.ends) - emitter.begins)));
}

/// Of the children of a particle that lives.
ParticleBirth birth_by_parent(uint place, uint parent, vec4 motion) {
  ParticleBirth birth = no_birth();
  if (!is_alive(motion)) return birth;
  uint before = motion.w > 1.0f ? children_at(motion.w - 1.0f) : 0u, now = children_at(motion.w);
  uint generation = numbers[parent] / emitter.parent_ring, number = generation * emitter.most + before;
  uint from = number % emitter.ring;
  uint since = place >= from ? place - from : place + emitter.ring - from;
  if (since >= now - before) return birth;
  uint child = before + since;
  float then = emitter.begins;
  if (child >= emitter.burst) then += float(child - emitter.burst + 1u) / emitter.rate;
  birth.happens = true;
  birth.number = number + since;
  birth.age = age_of_birth(motion.w - then);
  birth.place = vec3(places[parent]) - birth.age * STEP_SECONDS * vec3(motion);
  birth.velocity = emitter.inherit_velocity * vec3(motion);
  return birth;
}

/// Of the children of a particle that dies: all at once, in the next part of the ring.
ParticleBirth birth_by_death(uint place, uint parent, vec4 motion) {
  ParticleBirth birth = no_birth();
  if (!died_now(motion)) return birth;
  uint generation = numbers[parent] / emitter.parent_ring;
  if (place / emitter.most != generation % emitter.rings) return birth;
  birth.happens = true;
  birth.number = generation * emitter.most + place % emitter.most;
  birth.age = age_of_birth(-1.0f - motion.w);
  vec4 dead = places[parent];
  birth.place = vec3(dead.w, dead.y, dead.z);
  birth.velocity = emitter.inherit_velocity * vec3(motion);
  return birth;
}

uint ring_of(uint index) { return BIRTH == 0u ? 0u : index / emitter.ring; }

ParticleBirth birth_in(uint index) {
  if (BIRTH == 0u) return birth_by_time(index);
  uint parent = emitter.parent_first + index / emitter.ring, place = index % emitter.ring;
  vec4 motion = motions[parent];
  if (BIRTH == 1u) return birth_by_parent(place, parent, motion);
  return birth_by_death(place, parent, motion);
}

// ---- the shape of an emitter; random numbers 0 to 3

vec3 in_basis(vec2 place, float along) {
  return place.x * emitter.across + place.y * emitter.above + along * emitter.direction;
}

/// Between the radii, evenly over a disc.
vec3 on_disc(uint identity) {
  float inner = emitter.inner_radius, square = inner * inner;
  float radius = sqrt(square + random(identity, 0u) * (emitter.radius * emitter.radius - square));
  return in_basis(radius * on_circle(random(identity, 1u)), 0.0f);
}

/// A direction within a cone whose opening has this cosine, from two random numbers.
vec3 in_cone(float cosine, float a, float b) {
  float along = 1.0f - a * (1.0f - cosine);
  return in_basis(sqrt(max(1.0f - along * along, 0.0f)) * on_circle(b), along);
}

vec3 in_ball(uint identity) {
  float inner = emitter.inner_radius, cube = inner * inner * inner;
  float outer = emitter.radius * emitter.radius * emitter.radius;
  float radius = cube_root(cube + random(identity, 0u) * (outer - cube));
  return radius * in_cone(-1.0f, random(identity, 1u), random(identity, 2u));
}

/// Triangles are chosen by their area: the first corner's w is the share of those up to this one.
vec3 on_mesh(uint identity) {
  float share = random(identity, 0u);
  uint low = 0u, high = emitter.triangles - 1u;
  while (low < high) {
    uint middle = (low + high) / 2u;
    if (triangles[emitter.first_triangle + 3u * middle].w > share)
      high = middle;
    else
      low = middle + 1u;
  }
  uint at = emitter.first_triangle + 3u * low;
  vec3 a = vec3(triangles[at]), b = vec3(triangles[at + 1u]), c = vec3(triangles[at + 2u]);
  float root = sqrt(random(identity, 1u)), part = random(identity, 2u);
  return a + root * (1.0f - part) * (b - a) + root * part * (c - a);
}

vec3 place_of_birth(uint identity) {
  if (SHAPE == 1u) return on_disc(identity);
  if (SHAPE == 2u) return in_ball(identity);
  if (SHAPE == 3u)
    return emitter.size *
           (vec3(random(identity, 0u), random(identity, 1u), random(identity, 2u)) - vec3(0.5f));
  if (SHAPE == 4u) return on_mesh(identity);
  return vec3(0.0f);
}

/// Round the axis through the emitter.
vec3 swirl_at(vec3 from_middle) {
  vec3 round_axis = cross(emitter.direction, from_middle);
  float square = dot(round_axis, round_axis);
  if (!SWIRLS || square < 1e-12f) return vec3(0.0f);
  float length_of = sqrt(square);
  return round_axis * (emitter.swirl * power(length_of, -emitter.swirl_falloff) / length_of);
}

// ---- what a particle is, all its life; random numbers 4 to 9

float life_of(uint identity) { return emitter.life + random(identity, 7u) * emitter.life_more; }

/// 0 .. 63
float curve_place(ParticleCurve curve, uint along, uint identity, float part, vec3 velocity, float height) {
  float x = part;
  if (along == 1u) x = sqrt(dot(velocity, velocity));
  if (along == 2u) x = height;
  if (along == 3u) x = random(identity, 9u);
  return 63.0f * clamp((x - curve.from) * curve.scale, 0.0f, 1.0f);
}

/// The tables of an emitter follow each other: colours with opacity, then growth.
vec4 in_table(uint first, float place) {
  uint low = uint(place);
  return mix(curves[first + low], curves[first + min(low + 1u, 63u)], place - float(low));
}

uint byte_of(float value) { return uint(255.0f * clamp(value, 0.0f, 1.0f) + 0.5f); }

uint color_of(uint identity, float part, vec3 velocity, float height) {
  vec4 color = in_table(emitter.table, curve_place(emitter.color, ALONG_COLOR, identity, part, velocity, height));
  float opacity = color.w;
  if (!ONE_PLACE)
    opacity = in_table(emitter.table, curve_place(emitter.opacity, ALONG_OPACITY, identity, part, velocity, height)).w;
  return byte_of(color.x) | byte_of(color.y) << 8 | byte_of(color.z) << 16 | byte_of(opacity) << 24;
}

float radius_of(uint identity, float part, vec3 velocity, float height) {
  float own = emitter.size_least + random(identity, 8u) * emitter.size_more;
  if (!GROWS) return own;
  return own *
         in_table(emitter.table + 64u, curve_place(emitter.growth, ALONG_GROWTH, identity, part, velocity, height)).x;
}

// ---- the step

/// A particle at the end of the step. `overshoot`: how long it has been dead by then; negative: it lives.
void store(uint slot, uint identity, vec3 position, vec3 velocity, float age, float overshoot) {
  if (overshoot >= 0.0f) {
    places[slot] = vec4(FORGOTTEN, position.y, position.z, position.x);
    motions[slot] = vec4(velocity, -1.0f - min(overshoot, 0.999f));
    return;
  }
  float part = min(age / life_of(identity), 1.0f);
  places[slot] = vec4(position, radius_of(identity, part, velocity, position.y));
  motions[slot] = vec4(velocity, age);
  colors[slot] = color_of(identity, part, velocity, position.y);
}

/// What a particle begins a step with, or a part of one.
struct ParticleStart {
  vec3 position;
  vec3 velocity;
  float seconds;
  float decay;
  float gain;
  float age;  // at the end
  float overshoot;  // as store() has it
};

/// Of so many seconds, which are no whole step.
void shorten(IN_OUT(ParticleStart) start, float seconds) {
  start.seconds = seconds;
  start.decay = 1.0f / (1.0f + emitter.drag * seconds);
  start.gain = seconds * start.decay;
}

ParticleStart newborn(uint identity, ParticleBirth birth) {
  vec3 from_middle = place_of_birth(identity);
  ParticleStart start;
  start.position = birth.place + emitter.position + from_middle;
  start.velocity = birth.velocity + swirl_at(from_middle) +
                   (emitter.speed + random(identity, 4u) * emitter.speed_more) *
                       in_cone(emitter.spread, random(identity, 5u), random(identity, 6u));
  start.age = birth.age;
  start.overshoot = -1.0f;
  shorten(start, birth.age * STEP_SECONDS);
  return start;
}

/// Dies in the middle of a step, if that is when its life ends.
ParticleStart grown(uint identity, vec3 place, vec4 motion) {
  float left = life_of(identity) - motion.w;
  ParticleStart start;
  start.position = place;
  start.velocity = vec3(motion);
  start.age = motion.w + 1.0f;
  start.seconds = STEP_SECONDS;
  start.decay = emitter.decay;
  start.gain = emitter.gain;
  start.overshoot = -1.0f;
  if (left > 1.0f) return start;
  start.overshoot = 1.0f - max(left, 0.0f);
  shorten(start, max(left, 0.0f) * STEP_SECONDS);
  return start;
}

/// Of the emitter's slots.
void step_slot(uint index) {
  uint slot = emitter.first + index;
  // All at once, and not where each is needed: loads behind a condition would wait for each other. The number of a birth
  // follows from the present ones, but for children.
  vec4 motion = motions[slot];
  vec3 place = vec3(places[slot]);
  uint number = BIRTH == 0u ? 0u : numbers[slot];
  ParticleBirth birth = birth_in(index);
  if (!birth.happens && !is_alive(motion)) {
    if (died_now(motion)) motions[slot].w = LONG_DEAD;
    return;
  }
  if (birth.happens)
    numbers[slot] = number = birth.number;
  else if (BIRTH == 0u)
    number = birth.number - emitter.ring;
  uint identity = identity_of(number, ring_of(index));
  ParticleStart start;
  if (birth.happens)
    start = newborn(identity, birth);
  else
    start = grown(identity, place, motion);
  bool lives = move(start.position, start.velocity, start.seconds, start.decay, start.gain);
  store(slot, identity, start.position, start.velocity, start.age, lives ? start.overshoot : max(start.overshoot, 0.0f));
}
