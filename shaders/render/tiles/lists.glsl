// The lists of a tile: the elements of the tile itself, and those of the larger tiles around it, one list for each
// level. If only one list has elements, batches are read from it. If several have, they are merged by rank.
uvec2 only_list;  // begin and end of the rest
bool is_own;      // it is of tiles of this size
bool merges;
shared uvec2 lists[4];
const uint no_rank = ~0u;
shared uint taken[4];

// The next elements of each list, and their merged sequence.
uvec2 place_of_head(uint list, uint i) { return uvec2(list * (batch_size / 4u) + (i >> 2), i & 3u); }
uint head(uint list, uint i) {
  uvec2 place = place_of_head(list, i);
  return batch_words[0][place.x][place.y];
}
void set_head(uint list, uint i, uint rank) {
  uvec2 place = place_of_head(list, i);
  batch_words[0][place.x][place.y] = rank;
}
Member merged(uint i) { return Member(batch_words[1][i].x, batch_words[1][i].y); }
void set_merged(uint i, Member member) { batch_words[1][i].xy = uvec2(member.rank, member.pair); }

/// Places below `rank` among the next elements of a list.
uint heads_before(uint list, uint rank) {
  uint low = 0u;
  for (uint step = 64u; step > 0u; step /= 2u) {
    if (low + step <= batch_size && head(list, low + step - 1u) < rank) low += step;
  }
  return low;
}

uint merge_batch(uint thread, out Member member) {
  if (thread < 4u) taken[thread] = 0u;
  for (uint list = 0u; list < grid.level_count; ++list) {
    uint at = lists[list].x + thread;
    set_head(list, thread, at < lists[list].y ? sorted_ranks[at] : no_rank);
  }
  barrier();
  for (uint list = 0u; list < grid.level_count; ++list) {
    uint own = head(list, thread);
    if (own == no_rank) continue;
    uint place = thread;
    for (uint other = 0u; other < grid.level_count; ++other) {
      if (other != list && head(other, 0u) != no_rank) place += heads_before(other, own);
    }
    if (place >= batch_size) continue;
    set_merged(place, Member(own, list == 0u ? lists[0].x + thread : no_pair));
    atomicMax(taken[list], thread + 1u);
  }
  barrier();
  uint size = 0u;
  for (uint list = 0u; list < grid.level_count; ++list) size += taken[list];
  member = merged(thread);
  if (thread < grid.level_count) lists[thread].x += taken[thread];
  return size;
}

/// Finds the next elements, nearest first: their number, and this thread's. Every thread must call it.
uint next_batch(uint thread, out Member member) {
  if (merges) return merge_batch(thread, member);
  uint size = min(only_list.y - only_list.x, batch_size), pair = only_list.x + thread;
  if (thread < size) member = Member(sorted_ranks[pair], is_own ? pair : no_pair);
  only_list.x += size;
  return size;
}

/// The first place in a list whose rank is at least this.
uint place_of(uint rank, uvec2 list) {
  while (list.x < list.y) {
    uint middle = (list.x + list.y) / 2u;
    if (sorted_ranks[middle] < rank)
      list.x = middle + 1u;
    else
      list.y = middle;
  }
  return list.x;
}

uint number_at(uvec2 tile, uint level) {
  uvec2 own = tile >> (grid.levels[level].w - grid.levels[0].w);
  return grid.levels[level].z + own.y * grid.levels[level].x + own.x;
}

/// The part of a slice: a share of the longest list, and from the others the ranks in between.
struct Share {
  uint from, to;  // ranks, the latter exclusive
};
const Share all_ranks = Share(0u, ~0u);

Share share_of(uvec2 tile, uint slice, uint count) {
  uvec2 longest = uvec2(0u);
  for (uint level = 0u; level < grid.level_count; ++level) {
    uvec2 list = ranges[number_at(tile, level)];
    if (list.y - list.x > longest.y - longest.x) longest = list;
  }
  uint size = slice_size(longest.y - longest.x, count);
  uint begin = longest.x + slice * size, end = begin + size;
  Share share = all_ranks;
  if (slice > 0u) share.from = begin < longest.y ? sorted_ranks[begin] : ~0u;
  if (end < longest.y) share.to = sorted_ranks[end];
  return share;
}

/// False if all lists are empty.
bool find_lists(uvec2 tile, Share share) {
  uint filled = 0u;
  only_list = uvec2(0u);
  for (uint level = 0u; level < grid.level_count; ++level) {
    uvec2 list = ranges[number_at(tile, level)];
    if (share.from > 0u) list.x = place_of(share.from, list);
    if (share.to < ~0u) list.y = place_of(share.to, list);
    if (gl_LocalInvocationIndex == level) lists[level] = list;
    if (list.x < list.y) only_list = list, is_own = level == 0u, ++filled;
  }
  merges = filled > 1u;
  return filled > 0u;
}
