// The inputs of a step of a particle system besides the particles. GLSL, and C++ for the reference on the CPU
// (app/scene/particle_blocks.h): rows of 16 bytes, so that std140, std430 and C++ lay them out alike. Times and ages
// are in steps of 1/60 s.

// The place at which a curve is read: (x - from) * scale, 0 .. 1, of its table.
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
  float decay;  // share of a difference to the air's speed that remains after a whole step
  float gain;   // effective seconds of acceleration in a whole step
  float noise_scale;

  uint forces;  // a bit for each force on its particles
  uint table;   // where its curves begin
  uint first_triangle;
  uint triangles;

  // For child emitters:
  uint parent_first;  // slot
  uint parent_ring;
  uint birth;  // 0: not a child; 1: while a particle of the parent lives; 2: when it dies
  uint most;   // maximum number of births for each particle of the parent; with 2, their number
  float begins;  // age of that
  float ends;
  float rate;
  uint burst;
  float inherit_velocity;
  uint rings;  // with 2: the number of a slot's bursts that can live at the same time
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

// The births of one step. They follow each other around the ring.
struct ParticleBirths {
  uint first;    // place in the ring
  uint count;
  uint at_once;  // number of first births that belong to a burst
  uint number;   // of the first birth
  float burst_age;  // at the end of the step
  float first_age;  // of the first one after those of the burst
  float interval;   // difference in age between successive births
  float unused;
};

// The drift of a force's noise in one step.
struct ParticleDrift {
  ivec3 cells;
  int unused_a;
  vec3 part;
  float unused_b;
};
