// A batch: elements that a tile blends together, one per thread. Each thread finds the samples of the tile that its
// element covers, and keeps the values that pixels need of it. These depend on the footprint: a file each, which
// defines prepare() and color_in(). Ellipses of one colour have blend() instead of the latter (square.glsl).
const uint batch_size = 64u;

vec2 tile_middle;  // in the picture, of the tile that is blended

// The values that pixels need first. Shared memory limits the number of tiles in progress, so lists are merged in these
// same words before the batch is prepared (lists.glsl).
shared uvec4 batch_words[2][batch_size];

vec4 batch_vector(uint v, uint i) { return uintBitsToFloat(batch_words[v][i]); }
void set_batch_vector(uint v, uint i, vec4 vector) { batch_words[v][i] = floatBitsToUint(vector); }

// The samples of the tile that an element covers, as words of 32: word by word, and within a word four elements at a
// time, since all pixels read them.
const uint coverage_fours = 17u;  // not 16: words of one element lie in different banks
shared uvec4 coverage[coverage_words * coverage_fours];

void cover_word(uint element, uint word, uint bits) { coverage[word * coverage_fours + (element >> 2)][element & 3u] = bits; }
uint word_covered(uint element, uint word) { return coverage[word * coverage_fours + (element >> 2)][element & 3u]; }

/// An element of a batch: its rank, and its pair if that is of this tile, not of a larger one.
struct Member {
  uint rank, pair;
};
const uint no_pair = ~0u;

#if SAMPLES == 2 || SAMPLES == 4
shared vec2 middles[1u << SAMPLES];  // of covered samples
void find_middles(uint thread) {
  if (thread < 1u << SAMPLES) middles[thread] = middle_of(max(thread, 1u));
}
vec2 known_middle_of(uint covered) { return middles[covered]; }
#else
void find_middles(uint thread) {}
vec2 known_middle_of(uint covered) { return middle_of(covered); }
#endif

/// The middle of the covered samples, in pixels from the middle of the tile.
vec2 shaded_place(uint pixel, uint covered) { return vec2(pixel & 7u, pixel >> 3) - 3.5 + known_middle_of(covered); }

#ifdef FOOTPRINT_TRIANGLE
#include "render/tiles/batch_triangle.glsl"
#endif
#ifdef FLAT_COLOR
#include "render/tiles/batch_flat.glsl"
#elif defined(FOOTPRINT_ELLIPSE)
#include "render/tiles/batch_ellipse.glsl"
#endif
#ifdef FOOTPRINT_SPRITE
#include "render/tiles/batch_sprite.glsl"
#endif
