// The motion of a particle without obstacles. GLSL and C++, as step.glsl, also for several particles at once.

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

vec3 attraction(SAME_UINT force, vec3 place) {
  vec3 away = forces[force].position - place;
  float square = dot(away, away) + forces[force].soft * forces[force].soft;
  return SELECT(square > 0.0f, away * (forces[force].strength / (square * sqrt(square))), vec3(0.0f));
}

/// Around the axis, with the set speed at `scale` from it; slower nearer and farther (Scully's vortex).
vec3 vortex(SAME_UINT force, vec3 place) {
  vec3 axis = forces[force].vector;
  vec3 round_axis = cross(axis, place - forces[force].position) / forces[force].scale;
  return round_axis * (2.0f * forces[force].strength / (1.0f + dot(round_axis, round_axis)));
}

/// `kind` is a constant if an emitter has a program of its own.
void add_force(SAME_UINT force, SAME_UINT kind, vec3 place, IN_OUT(vec3) pull, IN_OUT(vec3) air) {
  if (kind == 0u) pull += emitter.gravity_scale * forces[force].vector;
  if (kind == 1u) air += forces[force].vector;
  if (kind == 2u)
    air += emitter.noise_scale * forces[force].strength *
           curl_noise(place / forces[force].scale - drifts[force].part, -drifts[force].cells);
  if (kind == 3u) pull += attraction(force, place);
  if (kind == 4u) air += vortex(force, place);
}

/// The acceleration, and the motion of the air. `place` is the particle's in the middle of the step.
vec3 forces_at(vec3 place, IN_OUT(vec3) air) {
  vec3 pull = vec3(0.0f);
  air = vec3(0.0f);
  EACH_FORCE
  return pull;
}

/// The way of a number of seconds, and the velocity after it. The speed changes in the middle of the way: constant
/// accelerations, such as gravity, are exact, and orbits keep their energy.
void fly(vec3 position, vec3 velocity, float seconds, float decay, float gain, IN_OUT(vec3) way, IN_OUT(vec3) after) {
  PRECISE vec3 middle = position + 0.5f * seconds * velocity;
  vec3 air = vec3(0.0f);
  PRECISE vec3 pull = forces_at(middle, air);
  pull += emitter.drag * air;  // known only here
  PRECISE vec3 end = velocity * decay + pull * gain;
  PRECISE vec3 passed = (0.5f * seconds) * (velocity + end);
  after = end;
  way = passed;
}
