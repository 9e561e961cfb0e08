#version 450 core
// Sorts each bucket by (key, index) on chip, a group for each. Elements go to cells by the upper bits of their keys'
// excess over the bucket's smallest key, and of their index; the rank of an element in its cell is the number of
// smaller ones there. Writes the order, and leaves the keys at regular places as the next pivots.
//
// From C++: THREADS of a group; CAPACITY of a bucket, in at most ROWS (4 or 5) pairs of each thread; CELL_BITS.
// First, because of its extensions.
#include "sort/radix/subgroups.glsl"

#include "sort/farfirst/history.glsl"
#include "sort/prim/counted.glsl"
#include "sort/prim/group.glsl"
#include "sort/farfirst/reduce.glsl"
#include "sort/radix/group_scan.glsl"

layout(local_size_x = THREADS) in;
layout(std430, binding = 0) restrict readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) restrict readonly buffer Regions { uvec4 pairs[]; };  // two elements: excess, index
layout(std430, binding = 4) restrict writeonly buffer Order { uint order[]; };
layout(std430, binding = 5) restrict writeonly buffer SortedKeys { uint sorted_keys[]; };
layout(std430, binding = 6) restrict readonly buffer Ids { uint ids[]; };
layout(location = 5) uniform uint order_begin;
layout(location = 6) uniform uint sorted_begin;
layout(location = 7) uniform uint wants_sorted_keys;
layout(location = 8) uniform uint ids_at;     // all ones: there are none
layout(location = 9) uniform uint direction;  // 0: the last element goes to the front
layout(location = 10) uniform uint index_bits;

// Rows of pairs that a thread loads: always, and if the bucket is larger than usual.
#define USUAL_ROWS(DO) DO(0) DO(1) DO(2)
#define USUAL(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5)
const uint usual = 6u * THREADS;
#if ROWS == 5
#define OTHER_ROWS(DO) DO(3) DO(4)
#define OTHER(DO) DO(6) DO(7) DO(8) DO(9)
#else
#define OTHER_ROWS(DO) DO(3)
#define OTHER(DO) DO(6) DO(7)
#endif

const uint cells = 1u << CELL_BITS;
const uint half_cells = cells / 2u;
const uint per_thread = (half_cells + THREADS - 1u) / THREADS;
const uint begins_cell = 0x80000000u;  // in a word: it is the first one of its cell
const uint place_bits = CAPACITY > 8192 ? 14u : 13u;  // of a place in a region
const uint most_in_cell = 512u;

// A word of each element, in order of cells, four words of padding at either end.
shared uint words[CAPACITY + 8];
// For two cells each: the number of elements; then their begin. Padded so that threads share few banks.
shared uint counts[half_cells + half_cells / 32u + 1u];
shared uint crowded;

uint padded(uint i) { return i + (i >> 5); }
uint half_of(uint word, uint cell) { return word >> ((cell & 1u) << 4) & 0xFFFFu; }
uint cell_begin(uint cell) { return half_of(counts[padded(cell >> 1)], cell); }

// The thread's elements.
uint word[2 * ROWS];   // excess, then the word to compare
uint index[2 * ROWS];  // index, then cell and rank

uint bucket;
uint in_bucket;  // elements
uint at_of(uint i) { return 2u * ((i / 2u) * THREADS + gl_LocalInvocationIndex) + (i & 1u); }
uvec2 element_at(uint at) {
  uint i = region_at(bucket, at);
  uvec4 pair = pairs[i >> 1];
  return (i & 1u) != 0u ? pair.zw : pair.xy;
}

// The range of excesses in the bucket, and the begin of the bucket in the order. Failing groups set the word while
// others read it, so all threads of a group use one thread's answer.
uint begin, lowest, highest;
bool failed;
void find_range() {
  uvec4 sums = uvec4(0u, 0u, 0xFFFFFFFFu, 0u);
  for (uint first = gl_LocalInvocationIndex; first < buckets; first += rows_of_buckets * THREADS) {
#define ADD_COUNT(i) \
  sums.x += used[parity * most_buckets + first + i * THREADS] * uint(first + i * THREADS < bucket);
    EACH_ROW(ADD_COUNT)  // counts after the last bucket are 0
  }
  sums.y = calls[parity].failed;
#define EXTEND(i)                                   \
  {                                                 \
    uint beyond = 0u - uint(at_of(i) >= in_bucket); \
    sums.z = min(sums.z, word[i] | beyond);         \
    sums.w = max(sums.w, word[i] & ~beyond);        \
  }
  USUAL(EXTEND)
  if (in_bucket > usual) {
    OTHER(EXTEND)
  }
  sums = sum_max_min_max(sums);
  begin = sums.x;
  failed = sums.y != 0u;
  lowest = sums.z;
  highest = sums.w;
}

// The layout of cells and words. A cell is the excess above the lowest, without its `lower` bits; if there are none,
// `upper` bits of the index follow. A word is the lower bits of the excess before the index; or before the place in the
// region, if the two do not fit: then elements whose words agree above the place are compared in full.
uint lower, upper, index_shift, low_index, behind_excess;
bool has_indices;
void plan_cells() {
  uint bits = uint(findMSB(highest - lowest) + 1);
  lower = bits - min(bits, uint(CELL_BITS));
  has_indices = lower + index_bits <= 31u;
  behind_excess = has_indices ? index_bits : place_bits;
  low_index = 0u;
  upper = 0u;
  index_shift = 31u;
  if (bits >= uint(CELL_BITS)) return;
  // For few different keys, cells depend on the index too, from the lowest one of the bucket on.
  barrier();
  uvec4 range = uvec4(0u, 0u, 0xFFFFFFFFu, 0u);
#define EXTEND_INDICES(i)                           \
  {                                                 \
    uint beyond = 0u - uint(at_of(i) >= in_bucket); \
    range.z = min(range.z, index[i] | beyond);      \
    range.w = max(range.w, index[i] & ~beyond);     \
  }
  USUAL(EXTEND_INDICES)
  if (in_bucket > usual) {
    OTHER(EXTEND_INDICES)
  }
  range = sum_max_min_max(range);
  uint of_indices = uint(findMSB(range.w - range.z) + 1);
  low_index = range.z;
  upper = min(uint(CELL_BITS) - bits, of_indices);
  if (upper != 0u) index_shift = of_indices - upper;
}

uint compared_excess(uint excess) {
  uint bits = excess & ((1u << lower) - 1u);
  return has_indices ? bits : bits >> (lower - min(lower, 31u - place_bits));
}

void count_cells() {
  uint most = 0u;
#define COUNT(i)                                                                                     \
  {                                                                                                  \
    uint excess = word[i] - lowest;                                                                  \
    uint cell = ((excess >> lower) << upper | (index[i] - low_index) >> index_shift) & (cells - 1u); \
    word[i] = compared_excess(excess) << behind_excess | (has_indices ? index[i] : at_of(i));        \
    uint shift = (cell & 1u) << 4, rank = 0u;                                                        \
    if (at_of(i) < in_bucket) rank = atomicAdd(counts[padded(cell >> 1)], 1u << shift);              \
    rank = rank >> shift & 0xFFFFu;                                                                  \
    most = max(most, rank);                                                                          \
    index[i] = cell << 16 | rank;                                                                    \
  }
  USUAL(COUNT)
  if (in_bucket > usual) {
    OTHER(COUNT)
  }
  if (most >= most_in_cell) crowded = 1u;
}

void place_cells() {
  uint first = min(gl_LocalInvocationIndex * per_thread, half_cells), stop = min(first + per_thread, half_cells);
  uint sum = 0u;
  for (uint i = first; i < stop; ++i) {
    uint both = counts[padded(i)];
    sum += (both & 0xFFFFu) + (both >> 16);
  }
  uint total;
  uint at = exclusive_sum(sum, total);
  for (uint i = first; i < stop; ++i) {
    uint both = counts[padded(i)], second = at + (both & 0xFFFFu);
    counts[padded(i)] = at | second << 16;
    at = second + (both >> 16);
  }
}

void place_words() {
  if (gl_LocalInvocationIndex < 4u) {
    words[gl_LocalInvocationIndex] = begins_cell;
    words[4u + in_bucket + gl_LocalInvocationIndex] = begins_cell;
  }
#define PLACE(i)                                                            \
  if (at_of(i) < in_bucket) {                                               \
    uint rank = index[i] & 0xFFFFu;                                         \
    words[4u + cell_begin(index[i] >> 16) + rank] = word[i] | uint(rank == 0u) << 31; \
  }
  USUAL(PLACE)
  if (in_bucket > usual) {
    OTHER(PLACE)
  }
}

// The elements at multiples of `width` in the order become the pivots of the next call. A bucket has at most three of
// these, as its capacity permits. The place of the first one, from the begin of the bucket:
uint next_pivot;
void leave_pivot(uint rank, uint id) {
  uint behind = rank - next_pivot;
  if ((uint(behind == 0u) | uint(behind == width) | uint(behind == 2u * width)) == 0u) return;
  uint k = (begin + rank) / width;
  if (k != 0u) pivots[(parity ^ 1u) * most_buckets + node_of(SPARE + k)] = keys[keys_begin + id];
}

uint n;
void put(uint rank, uint id) {
  uint place = begin + rank;
  if (direction == 0u) place = n - 1u - place;
  order[order_begin + place] = ids_at == 0xFFFFFFFFu ? id : ids[ids_at + id];
  if (wants_sorted_keys != 0u) sorted_keys[sorted_begin + place] = keys[keys_begin + id];
}

// Three rows of words at a time. Words read after the end are not used.
void rank_by_words() {
  uint index_mask = (1u << index_bits) - 1u;
  bool is_plain = direction != 0u && ids_at == 0xFFFFFFFFu && wants_sorted_keys == 0u;
  for (uint first = gl_LocalInvocationIndex; first < in_bucket; first += 3u * THREADS) {
    uint own[3], rank[3], further[3], any = 0u;
    // Two neighbours on either side; cells of more elements continue below.
#define RANK(k)                                                                                                  \
  {                                                                                                              \
    uint i = min(first + k * THREADS, in_bucket), at = 4u + i;                                                   \
    uint me = words[at], back1 = words[at - 1u], back2 = words[at - 2u], fore1 = words[at + 1u], fore2 = words[at + 2u]; \
    uint less = me & ~begins_cell;                                                                               \
    uint is_back1 = (me >> 31) ^ 1u, is_back2 = is_back1 & ((back1 >> 31) ^ 1u);                                 \
    uint is_fore1 = (fore1 >> 31) ^ 1u, is_fore2 = is_fore1 & ((fore2 >> 31) ^ 1u);                              \
    rank[k] = i - is_back1 - is_back2 + (is_back1 & uint((back1 & ~begins_cell) < less)) +                       \
              (is_back2 & uint((back2 & ~begins_cell) < less)) + (is_fore1 & uint(fore1 < less)) +               \
              (is_fore2 & uint(fore2 < less));                                                                   \
    further[k] = (is_back2 & ((back2 >> 31) ^ 1u)) | is_fore2 << 1;                                              \
    any |= further[k];                                                                                           \
    own[k] = less;                                                                                               \
  }
    RANK(0)
    RANK(1)
    RANK(2)
    if (any != 0u) {
#define RANK_FURTHER(k)                                                                         \
  if (first + k * THREADS < in_bucket) {                                                        \
    uint at = 4u + first + k * THREADS;                                                         \
    if ((further[k] & 1u) != 0u)                                                                \
      for (uint j = at - 3u;; --j) {                                                            \
        rank[k] += uint((words[j] & ~begins_cell) < own[k]) - 1u;                               \
        if (words[j] >= begins_cell) break;                                                     \
      }                                                                                         \
    if ((further[k] & 2u) != 0u)                                                                \
      for (uint j = at + 3u; words[j] < begins_cell; ++j) rank[k] += uint(words[j] < own[k]);   \
  }
      RANK_FURTHER(0)
      RANK_FURTHER(1)
      RANK_FURTHER(2)
    }
#define WRITE(k)                                                              \
  if (first + k * THREADS < in_bucket) {                                      \
    leave_pivot(rank[k], own[k] & index_mask);                                \
    if (is_plain) order[order_begin + begin + rank[k]] = own[k] & index_mask; \
    else put(rank[k], own[k] & index_mask);                                   \
  }
    WRITE(0)
    WRITE(1)
    WRITE(2)
  }
}

bool is_less(uint word, uint other, uvec2 element) {
  if (word >> place_bits != other >> place_bits) return word < other;
  uvec2 its = element_at(word & ((1u << place_bits) - 1u));
  return its.x < element.x || (its.x == element.x && its.y < element.y);
}

void rank_by_elements() {
  for (uint i = gl_LocalInvocationIndex; i < in_bucket; i += THREADS) {
    uint me = words[4u + i], own = me & ~begins_cell, rank = i;
    uvec2 element = element_at(own & ((1u << place_bits) - 1u));
    if (me < begins_cell)
      for (uint j = 3u + i;; --j) {
        rank += uint(is_less(words[j] & ~begins_cell, own, element)) - 1u;
        if (words[j] >= begins_cell) break;
      }
    for (uint j = 5u + i; words[j] < begins_cell; ++j) rank += uint(is_less(words[j], own, element));
    leave_pivot(rank, element.y);
    put(rank, element.y);
  }
}

// Clears the state for the call after the next.
void clear_other_call() {
  if (gl_LocalInvocationIndex == 0u) used[(parity ^ 1u) * most_buckets + bucket] = 0u;
  if (bucket != 0u) return;
  if (gl_LocalInvocationIndex < most_stages) calls[parity ^ 1u].done[gl_LocalInvocationIndex] = 0u;
  if (gl_LocalInvocationIndex != 0u) return;
  calls[parity ^ 1u].failed = 0u;
  calls[parity ^ 1u].tickets = 0u;
  calls[parity ^ 1u].largest = 0u;
  calls[parity ^ 1u].not_smallest = 0u;
}

void main() {
  bucket = farfirst_group();
#define LOAD(i)                                                                        \
  {                                                                                    \
    uvec4 pair = pairs[region_at(bucket, 2u * (i * THREADS + gl_LocalInvocationIndex)) / 2u]; \
    word[2 * i] = pair.x;                                                              \
    index[2 * i] = pair.y;                                                             \
    word[2 * i + 1] = pair.z;                                                          \
    index[2 * i + 1] = pair.w;                                                         \
  }
  USUAL_ROWS(LOAD)  // as early as possible; words after the end are not used
  in_bucket = min(used[parity * most_buckets + bucket], room);
  if (in_bucket > usual) {
    OTHER_ROWS(LOAD)
  }
  clear_other_call();
  for (uint i = gl_LocalInvocationIndex; i < half_cells + half_cells / 32u + 1u; i += THREADS) counts[i] = 0u;
  if (gl_LocalInvocationIndex == 0u) crowded = 0u;
  find_range();
  if (failed) return;
  if (in_bucket == 0u) return;
  n = farfirst_counted(given_n);
  next_pivot = (begin + width - 1u) / width * width - begin;
  plan_cells();
  count_cells();
  barrier();
  if (crowded != 0u) {
    calls[parity].failed = 1u;
    return;
  }
  place_cells();
  barrier();
  place_words();
  barrier();
  if (has_indices) {
    rank_by_words();
  } else {
    rank_by_elements();
  }
}
