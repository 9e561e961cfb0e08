// Definitions that the kernels of gl.radix share; sort/src/gl/radix/radix.cpp describes their sequence.
//
// From C++: THREADS of a work group, ITEMS per thread, TILE_ITEMS of a tile, DIGIT_BITS; FIRST_PASS in the kernels of the
// first pass, which read the job's keys and imply the indices; LOOK_BACK if tiles look back (look_back.glsl) and no
// counts are scanned.
const uint digits = 1u << DIGIT_BITS;
const uint tile_items = TILE_ITEMS;
const uint most_passes = (32u + DIGIT_BITS - 1u) / DIGIT_BITS;

layout(location = 0) uniform uint given_n;  // elements; all ones: as in the plan
layout(location = 1) uniform uint tiles;    // of the job's n; there may be fewer elements
layout(location = 8) uniform uint low_bit;  // keys are equal in the bits below it
#ifdef FIRST_PASS
const uint pass = 0u;
#else
layout(location = 2) uniform uint pass;
#endif

// Between passes keys are relative to `base`, the smallest key rounded down to a whole number of digits, so that keys
// in a small range need few passes. The lowest digit is the same before and after.
layout(std430, binding = 5) restrict buffer Plan {
  uint base;
  uint passes;        // 1 at least; the later kernels do nothing
  uint elements;      // as the first kernel has read their count
  uint largest;       // these three if LOOK_BACK: of all keys; all zero before the first kernel
  uint not_smallest;  // its complement
  uint taken[most_passes];  // tiles of each pass
  uint totals[most_passes * digits];  // count of each digit in each pass
};

// The number of elements. Every kernel begins by finding it. The groups of tiles beyond it end at once: that is faster
// than dispatches whose number of groups is read from memory.
uint n;
void find_n() {
  n = given_n;
  if (n == 0xFFFFFFFFu) n = elements;
}
bool is_empty(uint tile) { return tile * tile_items >= n; }

uint base_of(uint smallest_key) { return smallest_key & ~((digits << low_bit) - 1u); }
uint passes_of(uint range) {
  int bits = findMSB(range >> low_bit) + 1;
  return uint(max(bits + DIGIT_BITS - 1, DIGIT_BITS) / DIGIT_BITS);
}
uint shift_of(uint number) { return low_bit + number * DIGIT_BITS; }  // of a pass
uint digit_of(uint key) { return (key >> shift_of(pass)) & (digits - 1u); }
