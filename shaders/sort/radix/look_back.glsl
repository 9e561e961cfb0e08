// Decoupled look-back: counts each digit in the tiles before this one, without a scan between two kernels (Merrill
// and Garland: Single-pass parallel prefix scan with decoupled look-back, 2016; as in Adinets and Merrill: Onesweep,
// 2022). A tile publishes its counts as its aggregate. It adds up the aggregates of the tiles before it, back to one
// with an inclusive prefix, and publishes its own inclusive prefix. Tiles are taken in the order in which work
// groups begin, so earlier tiles are usually ahead. Nothing relies on that: after a number of failed looks a work
// group counts the missing tile itself ("decoupled fallback"), so every work group ends even if others make no
// progress.
layout(std430, binding = 4) coherent volatile buffer TileStatus { uint tile_status[]; };  // of a pass, tile and digit

const uint nothing = 0u;
const uint aggregate = 1u << 30;  // the lower bits: the count in this tile
const uint inclusive_prefix = 2u << 30;  // the count in this tile and all before
const uint count_bits = aggregate - 1u;

shared uint tile_taken;
shared uint here[digits];
shared uint before[digits];  // as far as known
shared uint left[digits];    // tiles that remain to be read, nearest first; 0: done
shared uint missing;         // the last tile whose status is missing, plus 1
shared uint recount[digits];

// Takes the tile of this work group. Called by all threads.
uint take_tile() {
  if (gl_LocalInvocationIndex == 0u) tile_taken = atomicAdd(taken[pass], 1u);
  barrier();
#ifdef BACKWARDS
  return tiles - 1u - min(tile_taken, tiles);  // the last tile first: the worst-case look-back
#else
  return tile_taken;
#endif
}

uint place_of(uint tile, uint digit) { return (pass * tiles + tile) * digits + digit; }

// Called for each digit by one thread, which handles this digit from then on.
void publish(uint tile, uint digit, uint count) {
  tile_status[place_of(tile, digit)] = (tile == 0u ? inclusive_prefix : aggregate) | count;
  here[digit] = count;
  before[digit] = 0u;
  left[digit] = tile;
}

// Looks back as far as possible, several tiles at a time, so that their words are loaded together.
void look_back(uint digit) {
  const uint together = 4u;
  uint sum = before[digit];
  uint todo = left[digit];
  for (uint vain = 0u; todo != 0u && vain < PATIENCE;) {
    uint words[together];
    for (uint i = 0u; i < together; ++i) words[i] = tile_status[place_of(max(todo, i + 1u) - 1u - i, digit)];
    ++vain;
    for (uint i = 0u; i < together; ++i) {
      if (todo == 0u || words[i] == nothing) break;
      sum += words[i] & count_bits;
      todo = words[i] >= inclusive_prefix ? 0u : todo - 1u;
      vain = 0u;
    }
  }
  before[digit] = sum;
  left[digit] = todo;
}

void count_missing(uint tile) {
  for (uint d = gl_LocalInvocationIndex; d < digits; d += THREADS) recount[d] = 0u;
  barrier();
  uint first = tile * tile_items;
  uint end = min(n - first, tile_items);
  for (uint i = gl_LocalInvocationIndex; i < end; i += THREADS) atomicAdd(recount[digit_of(key_at(first + i))], 1u);
  barrier();
  // A prefix that another work group has published is larger and stays.
  for (uint d = gl_LocalInvocationIndex; d < digits; d += THREADS)
    atomicMax(tile_status[place_of(tile, d)], aggregate | recount[d]);
}

// Called by all threads.
void look_back() {
  while (true) {
    barrier();
    if (gl_LocalInvocationIndex == 0u) missing = 0u;
    barrier();
    for (uint d = first_digit(); d < end_digit(); ++d) {
      look_back(d);
      if (left[d] != 0u) atomicMax(missing, left[d]);
    }
    barrier();
    if (missing == 0u) break;
    count_missing(missing - 1u);
    memoryBarrierBuffer();
  }
}

void publish_prefix(uint tile, uint digit) {
  if (tile != 0u) tile_status[place_of(tile, digit)] = inclusive_prefix | (before[digit] + here[digit]);
}
