// One step of a particle system, of 1/60 s: births, deaths, and the motion of all others. GLSL for the GPU (step.comp),
// and C++ for the reference on the CPU (app/scene/particle_simulation.cpp), with the arrays of particle.glsl and
// emitter, forces, colliders, births (of this emitter in this step), drifts, curves, triangles. If an emitter has a
// program of its own, these are constants, otherwise they are read from the emitter: BIRTH, SHAPE, SWIRLS, EACH_FORCE,
// EACH_COLLIDER, ALONG_COLOR and the like.

/// Stores a particle at the end of the step. `overshoot`: the time since its death; negative: it lives.
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

/// The state at the begin of a step, or of a part of one.
struct ParticleStart {
  vec3 position;
  vec3 velocity;
  float seconds;
  float decay;
  float gain;
  float age;  // at the end
  float overshoot;  // as in store()
};

/// Shortens a step to this number of seconds.
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

/// Dies in the middle of a step, if its life ends there.
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

/// Steps a slot of the emitter.
void step_slot(uint index) {
  uint slot = emitter.first + index;
  // All loads are here, not where their values are needed: loads behind a condition would wait for each other. The
  // number of a birth follows from the present ones, except for children.
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
