// A work group's tile of words in shared memory, and the steps of the bitonic network on it. Define before: TILE, the
// number of words, a power of two; WORDS_LOG, log2 of the words per thread.
#include "sort/prim/network.glsl"
layout(local_size_x = TILE >> WORDS_LOG) in;

// Threads that read words a power of two apart would share few banks. Permuting 16 places prevents that.
shared uvec2 tile[TILE];
uint slot(uint place) { return place ^ (place >> 4 & 15u); }

void read_tile(Places places) {
#define READ(k) word[k] = tile[slot(place_of(places, k))];
  EACH_WORD(READ)
}
void write_tile(Places places) {
#define WRITE(k) tile[slot(place_of(places, k))] = word[k];
  EACH_WORD(WRITE)
}

// Does the `bits` narrowest strides, by the group's first `threads` threads, which have all relevant words. The next
// step must begin with a barrier.
void clean_tile(uint bits, uint threads) {
  bool busy = gl_LocalInvocationIndex < threads;
  for (; bits > words_log; bits -= words_log) {
    barrier();
    if (busy) {
      Places places = places_of(gl_LocalInvocationIndex, bits - words_log);
      read_tile(places);
      CLEAN_WORDS
      write_tile(places);
    }
  }
  barrier();
  if (busy) {
    Places places = places_of(gl_LocalInvocationIndex, 0u);
    read_tile(places);
    clean_words(bits);
    write_tile(places);
  }
}

// log2 of the size of the network for `count` words, if count > 0: at least a thread's words.
uint levels_for(uint count) { return max(words_log, uint(findMSB(count - 1u) + 1)); }
uint threads_for(uint levels) { return 1u << (levels - words_log); }

// Sorts the words of the first threads_for(levels) threads, from any source. The next step must begin with a
// barrier.
void sort_tile(uint levels) {
  uint threads = threads_for(levels);
  bool busy = gl_LocalInvocationIndex < threads;
  if (busy) {
    SORT_WORDS
    write_tile(places_of(gl_LocalInvocationIndex, 0u));
  }
  for (uint level = words_log + 1u; level <= levels; ++level) {
    barrier();
    if (busy) {
      Places places = mirrored_places_of(gl_LocalInvocationIndex, level - words_log);
      read_tile(places);
      MERGE_WORDS
      write_tile(places);
    }
    clean_tile(level - words_log, threads);
  }
}
