// Steps of Batcher's bitonic network (Sorting networks and their applications, 1968) on words (index, key) in a
// thread's registers. Define WORDS_LOG before: log2 of the number of words, 1 to 4. It is also the number of steps that
// are possible before the words have to change threads.
//
// All comparators ascend: the first step of a merge pairs the places of a run mirrored, i with run - 1 - i, the later
// ones i with i + stride. So the greatest words, if they are at the end, stay there: places after the last real word
// count as all ones and need no memory.
//
// Registers have no index, so the steps are written out by macros and every index is a constant.
//
// Loads are unconditional: beyond the end they read the last word again, and replace it afterwards. Under a condition
// each read would wait for the one before (measured on an H200: 0.36 us each).

const uint words_log = WORDS_LOG;
const uvec2 padding = uvec2(0xFFFFFFFFu);

uvec2 word[1u << words_log];

bool is_greater(uvec2 a, uvec2 b) { return a.y > b.y || (a.y == b.y && a.x > b.x); }
void exchange(inout uvec2 a, inout uvec2 b) {
  bool swapped = is_greater(a, b);
  uvec2 low = swapped ? b : a;
  b = swapped ? a : b;
  a = low;
}

// clang-format off
// On the words i, i + 1, ...: steps with a stride, first steps of merges, and their combinations.
#define PAIR(a, b) exchange(word[a], word[b]);
#define STRIDE_1(i) PAIR(i, i + 1)
#define STRIDE_2(i) PAIR(i, i + 2) PAIR(i + 1, i + 3)
#define STRIDE_4(i) PAIR(i, i + 4) PAIR(i + 1, i + 5) PAIR(i + 2, i + 6) PAIR(i + 3, i + 7)
#define STRIDE_8(i) \
  PAIR(i, i + 8) PAIR(i + 1, i + 9) PAIR(i + 2, i + 10) PAIR(i + 3, i + 11) \
  PAIR(i + 4, i + 12) PAIR(i + 5, i + 13) PAIR(i + 6, i + 14) PAIR(i + 7, i + 15)
#define MIRRORED_4(i) PAIR(i, i + 3) PAIR(i + 1, i + 2)
#define MIRRORED_8(i) PAIR(i, i + 7) PAIR(i + 1, i + 6) PAIR(i + 2, i + 5) PAIR(i + 3, i + 4)
#define MIRRORED_16(i) \
  PAIR(i, i + 15) PAIR(i + 1, i + 14) PAIR(i + 2, i + 13) PAIR(i + 3, i + 12) \
  PAIR(i + 4, i + 11) PAIR(i + 5, i + 10) PAIR(i + 6, i + 9) PAIR(i + 7, i + 8)
#define CLEAN_2(i) STRIDE_1(i)
#define CLEAN_4(i) STRIDE_2(i) CLEAN_2(i) CLEAN_2(i + 2)
#define CLEAN_8(i) STRIDE_4(i) CLEAN_4(i) CLEAN_4(i + 4)
#define CLEAN_16(i) STRIDE_8(i) CLEAN_8(i) CLEAN_8(i + 8)
#define MERGE_2(i) STRIDE_1(i)
#define MERGE_4(i) MIRRORED_4(i) CLEAN_2(i) CLEAN_2(i + 2)
#define MERGE_8(i) MIRRORED_8(i) CLEAN_4(i) CLEAN_4(i + 4)
#define MERGE_16(i) MIRRORED_16(i) CLEAN_8(i) CLEAN_8(i + 8)
#define SORT_2(i) MERGE_2(i)
#define SORT_4(i) SORT_2(i) SORT_2(i + 2) MERGE_4(i)
#define SORT_8(i) SORT_4(i) SORT_4(i + 4) MERGE_8(i)
#define SORT_16(i) SORT_8(i) SORT_8(i + 8) MERGE_16(i)

// On all words: an operation on each, sorting, merging of the two halves, cleaning (all strides but no first step), and
// the strides one by one.
#if WORDS_LOG == 1
#define EACH_WORD(what) what(0) what(1)
#define SORT_WORDS SORT_2(0)
#define MERGE_WORDS MERGE_2(0)
#define CLEAN_WORDS CLEAN_2(0)
#define ALL_1 STRIDE_1(0)
#elif WORDS_LOG == 2
#define EACH_WORD(what) what(0) what(1) what(2) what(3)
#define SORT_WORDS SORT_4(0)
#define MERGE_WORDS MERGE_4(0)
#define CLEAN_WORDS CLEAN_4(0)
#define ALL_2 STRIDE_2(0)
#define ALL_1 STRIDE_1(0) STRIDE_1(2)
#elif WORDS_LOG == 3
#define EACH_WORD(what) what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7)
#define SORT_WORDS SORT_8(0)
#define MERGE_WORDS MERGE_8(0)
#define CLEAN_WORDS CLEAN_8(0)
#define ALL_4 STRIDE_4(0)
#define ALL_2 STRIDE_2(0) STRIDE_2(4)
#define ALL_1 STRIDE_1(0) STRIDE_1(2) STRIDE_1(4) STRIDE_1(6)
#else
#define EACH_WORD(what) \
  what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7) \
  what(8) what(9) what(10) what(11) what(12) what(13) what(14) what(15)
#define SORT_WORDS SORT_16(0)
#define MERGE_WORDS MERGE_16(0)
#define CLEAN_WORDS CLEAN_16(0)
#define ALL_8 STRIDE_8(0)
#define ALL_4 STRIDE_4(0) STRIDE_4(8)
#define ALL_2 STRIDE_2(0) STRIDE_2(4) STRIDE_2(8) STRIDE_2(12)
#define ALL_1 STRIDE_1(0) STRIDE_1(2) STRIDE_1(4) STRIDE_1(6) STRIDE_1(8) STRIDE_1(10) STRIDE_1(12) STRIDE_1(14)
#endif
// clang-format on

// The `bits` narrowest strides.
void clean_words(uint bits) {
#ifdef ALL_8
  if (bits > 3u) {
    ALL_8
  }
#endif
#ifdef ALL_4
  if (bits > 2u) {
    ALL_4
  }
#endif
#ifdef ALL_2
  if (bits > 1u) {
    ALL_2
  }
#endif
  ALL_1
}

// The places of a thread's words: the lower half of them at low + k * stride, the upper half at high + k * stride.
struct Places {
  uint low;
  uint high;
  uint stride;
};
// For thread number `unit`, for the WORDS_LOG steps whose narrowest stride is 1 << stride_log.
Places places_of(uint unit, uint stride_log) {
  uint stride = 1u << stride_log;
  uint place = (unit >> stride_log << (stride_log + words_log)) + (unit & (stride - 1u));
  return Places(place, place, stride);
}
// The same if the first of these steps is mirrored: then the upper half of the run is.
Places mirrored_places_of(uint unit, uint stride_log) {
  Places places = places_of(unit, stride_log);
  places.high ^= places.stride - 1u;
  return places;
}
uint place_of(Places places, uint k) {
  return (k < 1u << (words_log - 1u) ? places.low : places.high) + k * places.stride;
}
