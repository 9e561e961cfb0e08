// Births in a step of a particle system: which particles, where, and how fast. GLSL and C++, as step.glsl, of + - * /
// and square roots alone, so that it is the same on every machine.

bool is_alive(vec4 motion) { return motion.w >= 0.0f; }
bool died_now(vec4 motion) { return motion.w <= -1.0f && motion.w > -2.0f; }

struct ParticleBirth {
  bool happens;
  uint number;
  float age;  // at the end of the step
  vec3 place;  // the origin of the emitter's position
  vec3 velocity;
};

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

/// For a ring that is not a child's. If nothing is born, the number is that of the next birth in this place.
ParticleBirth birth_by_time(uint place) {
  ParticleBirth birth = no_birth();
  uint since = births_before(place);
  birth.happens = since < births.count;
  birth.number = births.number + since;
  float age = births.first_age - float(since - births.at_once) * births.interval;
  birth.age = age_of_birth(since < births.at_once ? births.burst_age : age);
  return birth;
}

/// The number of children that a particle has had at an age.
uint children_at(float age) {
  if (age <= emitter.begins) return 0u;
  return emitter.burst + uint(floor(emitter.rate * (min(age, emitter.ends) - emitter.begins)));
}

/// For children of a live particle.
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

/// For children of a dying particle: all at once, in the next part of the ring.
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

// ---- curves

/// Cosine and sine of a part of a turn, 0 .. 1.
vec2 on_circle(float part) {
  float quarters = floor(4.0f * part + 0.5f);
  float x = (part - 0.25f * quarters) * 6.28318531f, square = x * x;  // within an eighth of a turn
  float sine = x * (1.0f + square * (-0.16666667f + square * (8.3333333e-3f + square * (-1.9841270e-4f))));
  float cosine = 1.0f + square * (-0.5f + square * (4.1666667e-2f + square * (-1.3888889e-3f + square * 2.4801587e-5f)));
  uint turn = uint(quarters) & 3u;
  float first = (turn & 1u) == 0u ? cosine : sine, second = (turn & 1u) == 0u ? sine : cosine;
  return vec2(turn == 0u || turn == 3u ? first : -first, turn < 2u ? second : -second);
}

/// x to the power of 1/3, of a normal number or 0.
float cube_root(float x) {
  if (x <= 1e-30f) return 0.0f;
  float y = uintBitsToFloat(floatBitsToUint(x) / 3u + 709921077u);
  for (int i = 0; i < 3; ++i) y = (2.0f * y + x / (y * y)) / 3.0f;
  return y;
}

/// The power of a positive x, by the series of the logarithm and of the exponential, to six digits.
float power(float x, float exponent) {
  uint bits = floatBitsToUint(x);
  float whole = float(int(bits >> 23) - 127);
  float part = uintBitsToFloat((bits & 0x7FFFFFu) | 0x3F800000u);  // 1 .. 2
  if (part > 1.41421356f) {
    part *= 0.5f;
    whole += 1.0f;
  }
  float t = (part - 1.0f) / (part + 1.0f), square = t * t;
  float log2_of_part =
      2.88539008f * t * (1.0f + square * (0.33333333f + square * (0.2f + square * (0.14285714f + square * 0.11111111f))));
  float wanted = clamp((whole + log2_of_part) * exponent, -120.0f, 120.0f);
  float steps = floor(wanted + 0.5f), rest = (wanted - steps) * 0.69314718f;
  float value = 1.0f + rest * (1.0f + rest * (0.5f + rest * (0.16666667f + rest * (0.041666667f + rest * 0.0083333333f))));
  return value * uintBitsToFloat(uint(int(steps) + 127) << 23);
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

/// The rotation around the axis through the emitter.
vec3 swirl_at(vec3 from_middle) {
  vec3 round_axis = cross(emitter.direction, from_middle);
  float square = dot(round_axis, round_axis);
  if (!SWIRLS || square < 1e-12f) return vec3(0.0f);
  float length_of = sqrt(square);
  return round_axis * (emitter.swirl * power(length_of, -emitter.swirl_falloff) / length_of);
}
