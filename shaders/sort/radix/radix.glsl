// What the kernels of gl.radix share; sort/src/gl/radix/radix.cpp describes their sequence.
//
// From C++: THREADS of a work group, ITEMS per thread, TILE_ITEMS of a tile; DIGIT_BITS of the first pass, LATER_BITS at
// most of the others; FIRST_PASS in the kernels of the first pass, which read the job's keys and imply the indices;
// LOOK_BACK if tiles look back (look_back.glsl) and no counts are scanned.
const uint tile_items = TILE_ITEMS;
const uint most_passes = 1u + (32u - DIGIT_BITS + LATER_BITS - 1u) / LATER_BITS;
#ifdef FIRST_PASS
#define MOST_BITS DIGIT_BITS
#else
#define MOST_BITS LATER_BITS
#endif
const uint most_digits = 1u << MOST_BITS;  // of a pass

layout(location = 0) uniform uint given_n;  // elements; all ones: the plan says how many
layout(location = 1) uniform uint tiles;    // of the job's n; there may be fewer elements
layout(location = 8) uniform uint low_bit;  // keys are equal in the bits below it
#ifdef FIRST_PASS
const uint pass = 0u;
#else
layout(location = 2) uniform uint pass;
#endif

// Between passes keys are relative to `base`, the smallest key rounded down to a whole number of digits, so that keys
// that lie close together need few passes. The lowest digit is the same before and after.
layout(std430, binding = 5) restrict buffer Plan {
  uint base;
  uint passes;        // 1 at least; the later kernels do nothing
  uint later_bits;    // of each digit after the first
  uint elements;      // as the first kernel has read their count
  uint largest;       // these three if LOOK_BACK: of all keys; all zero before the first kernel
  uint not_smallest;  // its complement
  uint taken[most_passes];  // tiles of each pass
  uint totals[most_passes << LATER_BITS];  // how often each digit occurs in each pass
};
uint total_at(uint digit) { return (pass << LATER_BITS) + digit; }

// How many elements there are. Every kernel begins with finding this. The groups of tiles beyond it end at once: that
// takes less time than dispatches whose number of groups is read from memory.
uint n;
void find_n() {
  n = given_n;
  if (n == 0xFFFFFFFFu) n = elements;
}
bool is_empty(uint tile) { return tile * tile_items >= n; }

uint base_of(uint smallest_key) { return smallest_key & ~((1u << DIGIT_BITS << low_bit) - 1u); }

uint bits_above_first(uint range) { return uint(max(findMSB(range >> low_bit) + 1 - DIGIT_BITS, 0)); }
uint passes_of(uint range) { return 1u + (bits_above_first(range) + LATER_BITS - 1u) / LATER_BITS; }

#if defined(FIRST_PASS) || LATER_BITS == DIGIT_BITS
const uint width = DIGIT_BITS;
const uint digits = most_digits;
void set_width(uint bits) {}
#else
uint width;   // of this pass's digit, or of all that are counted together
uint digits;  // values that it has
void set_width(uint bits) {
  width = bits;
  digits = 1u << bits;
}
#endif
uint shift_of(uint number) { return low_bit + DIGIT_BITS + (number - 1u) * width; }  // of a pass
uint digit_of(uint key) { return (key >> shift_of(pass)) & (digits - 1u); }

// The bits above the first digit are divided evenly.
uint later_bits_of(uint range) {
#if LATER_BITS == DIGIT_BITS
  return DIGIT_BITS;
#else
  uint later = max(passes_of(range) - 1u, 1u);
  return (bits_above_first(range) + later - 1u) / later;
#endif
}
