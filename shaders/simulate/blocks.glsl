// What the step of a particle system reads besides the particles. GLSL, and C++ for the reference on the CPU
// (app/scene/particle_blocks.h): rows of 16 bytes, so that std140, std430 and C++ lay them out alike. Times and ages are
// in steps of 1/60 s.

// Where a curve is read: at (x - from) * scale, 0 .. 1, of its table.
struct ParticleCurve {
  float from;
  float scale;
  uint along;  // ParticleProperty
  uint unused;
};

// Static. An emitter has a ring of slots; a child has a ring for each slot of its parent.
struct ParticleEmitter {
  vec3 position;
  uint shape;  // EmitterShape
  vec3 direction;
  float radius;
  vec3 across;  // with `direction` and `above` a basis
  float inner_radius;
  vec3 above;
  float spread;  // cosine
  vec3 size;
  float swirl;

  uint first;  // slot
  uint ring;   // slots
  uint slots;  // of all rings
  uint seed;

  float life;  // least, and how much more at most; likewise below
  float life_more;
  float speed;
  float speed_more;
  float size_least;
  float size_more;
  float swirl_falloff;
  float gravity_scale;
  float drag;   // 1/s
  float decay;  // what a whole step leaves of a difference to the speed of the air
  float gain;   // seconds of acceleration that are left of a whole step
  float noise_scale;

  uint forces;  // a bit for each that moves its particles
  uint table;   // where its curves begin
  uint first_triangle;
  uint triangles;

  // Of a child.
  uint parent_first;  // slot
  uint parent_ring;
  uint birth;  // 0: it is none; 1: while a particle of the parent lives; 2: when it dies
  uint most;   // births for each particle of the parent; with 2, so many
  float begins;  // age of that
  float ends;
  float rate;
  uint burst;
  float inherit_velocity;
  uint rings;  // with 2: how many bursts of a slot can live at the same time
  uint one_place;  // 1: colour and opacity are read at the same place of their table
  uint grows;  // 0: the radius is the same all life long

  ParticleCurve color;
  ParticleCurve opacity;
  ParticleCurve growth;
};

struct ParticleForce {
  vec3 vector;
  uint kind;  // ForceKind
  vec3 position;
  float strength;
  float scale;
  float soft;
  float unused_a;
  float unused_b;
};

struct ParticleCollider {
  vec3 position;
  uint shape;  // ColliderShape
  vec3 direction;
  float radius;
  vec3 half_size;
  float bounce;
  float friction;
  uint kills;
  uint unused_a;
  uint unused_b;
};

// Of one step: who is born in it. Births follow each other round the ring.
struct ParticleBirths {
  uint first;    // place in the ring
  uint count;
  uint at_once;  // the first so many are of a burst
  uint number;   // of the first birth
  float burst_age;  // at the end of the step
  float first_age;  // of the first one after those of the burst
  float interval;   // each is so much younger than the one before
  float unused;
};

// Of one step: how far a force's noise has drifted.
struct ParticleDrift {
  ivec3 cells;
  int unused_a;
  vec3 part;
  float unused_b;
};
