// What the kernels of gl.radix share; sort/src/gl/radix/radix.cpp describes their sequence.
//
// From C++: THREADS of a work group, ITEMS per thread, DIGIT_BITS; FIRST_PASS in the kernels of the first pass, which
// read the job's keys and imply the indices; LOOK_BACK if tiles look back (look_back.glsl) and no counts are scanned.
const uint digits = 1u << DIGIT_BITS;
const uint tile_items = THREADS * ITEMS;
const uint most_passes = (32u + DIGIT_BITS - 1u) / DIGIT_BITS;

layout(location = 0) uniform uint n;
layout(location = 1) uniform uint tiles;
#ifdef FIRST_PASS
const uint pass = 0u;
#else
layout(location = 2) uniform uint pass;
#endif

// Between passes keys are relative to `base`, the smallest key rounded down to a whole number of digits, so that keys
// that lie close together need few passes. The lowest digit is the same before and after.
layout(std430, binding = 5) restrict buffer Plan {
  uint base;
  uint passes;                        // 1 at least; the later kernels do nothing
  uint largest;                       // these three if LOOK_BACK: of all keys; all zero before the first kernel
  uint not_smallest;                  // its complement
  uint taken[most_passes];            // tiles of each pass
  uint totals[most_passes * digits];  // how often each digit occurs in each pass
};

uint base_of(uint smallest_key) { return smallest_key & ~(digits - 1u); }
uint passes_of(uint range) {
  int bits = findMSB(range) + 1;
  return uint(max(bits + DIGIT_BITS - 1, DIGIT_BITS) / DIGIT_BITS);
}
uint digit_of(uint key) { return (key >> (pass * DIGIT_BITS)) & (digits - 1u); }
