#version 450 core
// Sends every element to the region of its bucket, in any sequence: sort_buckets.comp orders by (key, index). With
// MEASURE it makes the keys first, from the points or triangles of a distance job. A group counts its elements by
// bucket in shared memory, and reserves space in each bucket by one atomic addition. It orders its elements by bucket
// before it writes them, so that neighbours are written together. No group waits for another.
//
// From C++: THREADS of a group, ITEMS per thread.
// First, because of its extensions.
#include "sort/radix/subgroups.glsl"

#ifdef MEASURE
#include "sort/prim/elements.glsl"
#endif
#include "sort/farfirst/history.glsl"
#include "sort/farfirst/moved.glsl"
#include "sort/prim/counted.glsl"
#include "sort/prim/group.glsl"
#include "sort/radix/each.glsl"

layout(local_size_x = THREADS) in;
layout(std430, binding = 0) restrict buffer Keys { uint keys[]; };
layout(std430, binding = 1) restrict writeonly buffer Regions { uvec2 regions[]; };  // key minus pivot, index

const uint tile_items = THREADS * ITEMS;
const uint pool_words = buckets > tile_items ? buckets : tile_items;
const uint low_bits = 20u;  // of a staged word; the upper ones are the bucket
const uint too_far = (1u << low_bits) - 1u;

shared uint pool[pool_words];      // pivots, then the tile
#define SUM_OF_SUBGROUP(i) pool[i]  // between pivots and tile
#include "sort/radix/group_scan.glsl"
shared uint counts[buckets / 2u];  // of bucket 2 i in the lower half of word i; then where it begins in the tile
shared uint shifts[buckets / 2u];  // of two buckets each: from there to the place in the region, 16 bits

uint half_of(uint word, uint bucket) { return word >> ((bucket & 1u) << 4) & 0xFFFFu; }
uint take_place(uint bucket) { return half_of(atomicAdd(counts[bucket >> 1], 1u << ((bucket & 1u) << 4)), bucket); }
uint begin_of(uint bucket) { return half_of(counts[bucket >> 1], bucket); }
uint in_region(uint bucket, uint at) {
  uint shift = uint(bitfieldExtract(int(shifts[bucket >> 1]), int((bucket & 1u) << 4), 16));
  return region_at(bucket, at + shift);
}

// The thread's elements. Written out by EACH, so that they stay in registers and loads are issued together.
uint key[ITEMS];
uint place[ITEMS];  // node, bucket and rank, place in the tile
uint low[ITEMS];    // the greatest pivot that is not above the key; later the destination

uint first;  // of the tile
uint end;    // of its elements

#ifdef MEASURE
layout(std430, binding = 6) readonly buffer Positions4 { uvec4 positions4[]; };
layout(std430, binding = 0) restrict writeonly buffer Keys4 { uvec4 keys4[]; };
layout(location = 10) uniform uint by_fours;  // four points lie in three aligned vectors, their keys in one

uint element(uint i) { return first + (i / 4u) * (4u * THREADS) + 4u * gl_LocalInvocationIndex + i % 4u; }

// Like farfirst_multiply() and farfirst_key_of_point(), with arithmetic instead of conditions, which NVIDIA's compiler
// turns into branches. Tiny components of positions vanish in tiny products, too.
float multiply(float a, float b) {
  precise float product = a * b;
  precise float result = product * float(abs(product) >= uintBitsToFloat(0x0D800000u));
  return result;
}
uint radial_key(uvec3 p, vec3 eye) {
  precise vec3 d = uintBitsToFloat(p) - eye;
  precise float xy = multiply(d.x, d.x) + multiply(d.y, d.y);
  precise float d2 = xy + multiply(d.z, d.z);
  uvec3 magnitude = p & 0x7FFFFFFFu;
  uint finite = uint(max(magnitude.x, max(magnitude.y, magnitude.z)) < 0x7F800000u);
  return ~floatBitsToUint(d2) & (0u - finite);
}

uvec4 radial_keys(uvec4 a, uvec4 b, uvec4 c, vec3 eye) {
  return uvec4(radial_key(a.xyz, eye), radial_key(uvec3(a.w, b.xy), eye), radial_key(uvec3(b.zw, c.x), eye),
               radial_key(c.yzw, eye));
}

uvec4 raw[3 * ITEMS / 4];
void load_fours() {
  uint word = (farfirst_positions_begin + 3u * first) / 4u + 3u * gl_LocalInvocationIndex;
#define LOAD_FOUR(i)                                                        \
  raw[3 * (i) / 4] = positions4[word + 3u * THREADS * ((i) / 4u)];          \
  raw[3 * (i) / 4 + 1] = positions4[word + 3u * THREADS * ((i) / 4u) + 1u]; \
  raw[3 * (i) / 4 + 2] = positions4[word + 3u * THREADS * ((i) / 4u) + 2u];
  EACH_FOURTH(LOAD_FOUR)
}

void make_keys_of_fours() {
  vec3 eye = farfirst_viewpoint().eye;
#define KEYS_OF_FOUR(i)                                                                          \
  {                                                                                              \
    uvec4 made = radial_keys(raw[3 * (i) / 4], raw[3 * (i) / 4 + 1], raw[3 * (i) / 4 + 2], eye); \
    keys4[(keys_begin + element(i)) / 4u] = made;                                                \
    key[i] = made.x;                                                                             \
    key[i + 1] = made.y;                                                                         \
    key[i + 2] = made.z;                                                                         \
    key[i + 3] = made.w;                                                                         \
  }
  EACH_FOURTH(KEYS_OF_FOUR)
}

// Elements are loaded four at a time, and their keys are made one after the other: written out, this arithmetic takes
// compilers many seconds. A thread reads the keys that it wrote.
void make_keys_one_by_one() {
  uint last = first + end - 1u;
  for (uint i = 0u; i < ITEMS; i += 4u) {
    farfirst_Element elements[4];
#define LOAD_TRIANGLE(k) elements[k] = farfirst_triangle_at(min(element(i + (k)), last));
#define LOAD_POINT(k) elements[k] = farfirst_point_at(min(element(i + (k)), last));
    if (farfirst_of_triangles != 0u) {
      EACH_OF_4(LOAD_TRIANGLE, 0u)
    } else {
      EACH_OF_4(LOAD_POINT, 0u)
    }
    for (uint k = 0u; k < 4u; ++k) {
      uint made = farfirst_key_of_element(elements[0]);
      if (element(i + k) <= last) keys[keys_begin + element(i + k)] = made;
      // Moves the next one up, so that no index varies.
      elements[0] = elements[1];
      elements[1] = elements[2];
      elements[2] = elements[3];
    }
  }
}

bool is_by_fours() { return by_fours != 0u && end == tile_items; }
void begin_keys() {
  if (is_by_fours()) load_fours();
}
void finish_keys() {
  if (is_by_fours()) {
    make_keys_of_fours();
    return;
  }
  make_keys_one_by_one();
#define LOAD_KEY(i) key[i] = keys[keys_begin + min(element(i), first + end - 1u)];
  EACH(LOAD_KEY)
}
#else
uint element(uint i) { return first + i * THREADS + gl_LocalInvocationIndex; }

// Slow loads begin before pivots are loaded, and end afterwards.
void begin_keys() {
#define LOAD_KEY(i) key[i] = keys[keys_begin + min(element(i), first + end - 1u)];
  EACH(LOAD_KEY)
}
void finish_keys() {}
#endif

void load_pivots() {
  for (uint i = gl_LocalInvocationIndex; i < buckets / 2u; i += THREADS) counts[i] = 0u;
  Ends ends = find_ends();
  for (uint begin = gl_LocalInvocationIndex; begin < buckets; begin += rows_of_buckets * THREADS) {
    uint pivot[rows_of_buckets];
#define LOAD_PIVOT(i) pivot[i] = pivots[parity * most_buckets + min(begin + i * THREADS, buckets - 1u)];
    EACH_ROW(LOAD_PIVOT)
#define MOVE_PIVOT(i) \
  if (begin + i * THREADS < buckets) pool[begin + i * THREADS] = moved_pivot(begin + i * THREADS, pivot[i], ends);
    EACH_ROW(MOVE_PIVOT)
  }
}

// Decides at every level of the tree whether each key goes right. The largest key takes the path of the one before it:
// without a pivot none goes right.
void find_buckets() {
#define BEGIN(i) \
  place[i] = 1u; \
  low[i] = 0u;
  EACH(BEGIN)
  uint searched[ITEMS];
#define SEARCH(i) searched[i] = min(key[i], no_pivot - 1u);
  EACH(SEARCH)
  for (uint level = 0u; level < LEVELS; ++level) {
    uint pivot[ITEMS];
#define READ(i) pivot[i] = pool[place[i]];
    EACH(READ)
#define DESCEND(i)                                               \
  {                                                              \
    uint right = uint(pivot[i] <= searched[i]);                  \
    place[i] = 2u * place[i] + right;                            \
    low[i] = max(low[i], pivot[i] & (0u - right));               \
  }
    EACH(DESCEND)
  }
#define RELATE(i)       \
  place[i] -= buckets;  \
  key[i] -= low[i];
  EACH(RELATE)
}

void count() {
#define COUNT(i) place[i] = place[i] << 16 | take_place(place[i]);
#define COUNT_IF_THERE(i)           \
  if (element(i) < first + end) {   \
    COUNT(i)                        \
  } else {                          \
    place[i] = 0xFFFFFFFFu;         \
  }
  if (end == tile_items) {
    EACH(COUNT)
  } else {
    EACH(COUNT_IF_THERE)
  }
}

// Reserves space for the tile's elements in the regions. If a bucket has none left, the call fails; later writes are
// useless, but stay within the region.
uint checked(uint at, uint count) {
  if (at + count <= room) return at;
  calls[parity].failed = 1u;
  return 0u;
}
void reserve_room() {
  for (uint begin = gl_LocalInvocationIndex; begin < buckets / 2u; begin += rows_of_buckets * THREADS) {
    uint both[rows_of_buckets], first_at[rows_of_buckets], second_at[rows_of_buckets];
#define READ_COUNTS(i) both[i] = counts[min(begin + i * THREADS, buckets / 2u - 1u)];
    EACH_ROW(READ_COUNTS)
#define RESERVE(i)                                                                  \
  if (begin + i * THREADS < buckets / 2u) {                                         \
    uint bucket = parity * most_buckets + 2u * (begin + i * THREADS);               \
    first_at[i] = atomicAdd(used[bucket], both[i] & 0xFFFFu);                       \
    second_at[i] = atomicAdd(used[bucket + 1u], both[i] >> 16);                     \
  }
    EACH_ROW(RESERVE)
#define STORE_SHIFT(i)                                                               \
  if (begin + i * THREADS < buckets / 2u)                                            \
    shifts[begin + i * THREADS] =                                                    \
        checked(first_at[i], both[i] & 0xFFFFu) | checked(second_at[i], both[i] >> 16) << 16;
    EACH_ROW(STORE_SHIFT)
  }
}

// Turns counts into places in the tile.
void place_buckets() {
  const uint words = buckets / 2u;
  const uint per_thread = (words + THREADS - 1u) / THREADS;
  uint begin = min(gl_LocalInvocationIndex * per_thread, words), stop = min(begin + per_thread, words);
  uint sum = 0u;
  for (uint i = begin; i < stop; ++i) sum += (counts[i] & 0xFFFFu) + (counts[i] >> 16);
  uint total;
  uint at = exclusive_sum(sum, total);
  for (uint i = begin; i < stop; ++i) {
    uint both = counts[i], second = at + (both & 0xFFFFu), reserved = shifts[i];
    counts[i] = at | second << 16;
    shifts[i] = ((reserved & 0xFFFFu) - at) & 0xFFFFu | ((reserved >> 16) - second) << 16;
    at = second + (both >> 16);
  }
}

// Bucket and key of an element share a word if the key fits; otherwise the element is written at once.
void stage_keys() {
#define STAGE(i)                                                                   \
  {                                                                                \
    uint bucket = place[i] >> 16, at = begin_of(bucket) + (place[i] & 0xFFFFu);    \
    uint far = uint(key[i] >= too_far);                                            \
    pool[at] = bucket << low_bits | key[i] | (0u - far);                           \
    if (far != 0u) regions[in_region(bucket, at)] = uvec2(key[i], element(i));     \
    place[i] = at;                                                                 \
  }
#define STAGE_IF_THERE(i) \
  if (place[i] != 0xFFFFFFFFu) STAGE(i)
  if (end == tile_items) {
    EACH(STAGE)
  } else {
    EACH(STAGE_IF_THERE)
  }
}

// Each thread takes elements that are neighbours in the order of buckets.
void find_destinations() {
#define TAKE_KEY(i) key[i] = pool[min(i * THREADS + gl_LocalInvocationIndex, end - 1u)];
  EACH(TAKE_KEY)
#define FIND(i)                                                                             \
  {                                                                                         \
    uint word = key[i], at = i * THREADS + gl_LocalInvocationIndex;                         \
    key[i] = word & too_far;                                                                \
    low[i] = in_region(min(word >> low_bits, buckets - 1u), at) | (0u - uint(word == 0xFFFFFFFFu)) | \
             (0u - uint(at >= end));                                                        \
  }
  EACH(FIND)
}

void write() {
#define STAGE_INDEX(i) pool[place[i]] = element(i);
#define STAGE_INDEX_IF_THERE(i) \
  if (place[i] != 0xFFFFFFFFu) STAGE_INDEX(i)
  if (end == tile_items) {
    EACH(STAGE_INDEX)
  } else {
    EACH(STAGE_INDEX_IF_THERE)
  }
  barrier();
#define TAKE_INDEX(i) place[i] = pool[i * THREADS + gl_LocalInvocationIndex];
  EACH(TAKE_INDEX)
#define WRITE(i) \
  if (low[i] != 0xFFFFFFFFu) regions[low[i]] = uvec2(key[i], place[i]);
  EACH(WRITE)
}

void main() {
  uint n = farfirst_counted(given_n);
  first = farfirst_group() * tile_items;
  if (first >= n) return;
  end = min(n - first, tile_items);
  bool is_skipped = skipped != 0u;  // read early, with everything else
  begin_keys();
  load_pivots();
  finish_keys();
  if (is_skipped) {
    if (first == 0u && gl_LocalInvocationIndex == 0u) calls[parity].failed = 1u;
    return;
  }
  barrier();
  find_buckets();
  barrier();  // pivots are read before the tile overwrites them
  count();
  barrier();
  reserve_room();
  barrier();
  place_buckets();
  barrier();
  stage_keys();
  barrier();
  find_destinations();
  barrier();
  write();
}
