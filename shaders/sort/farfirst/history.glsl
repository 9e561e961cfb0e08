// The contents of a view's history, and the tree of pivots. The kernels of gl.farfirst share this;
// sort/src/gl/farfirst/plan.h has the same constants.
//
// From C++: LEVELS of the tree, SPARE buckets at either end, BUCKET_ROWS of THREADS that hold all buckets: 1, 2, 4 or 8.
const uint most_buckets = 4096u;
const uint most_stages = 24u;  // of radix passes
const uint no_pivot = 0xFFFFFFFFu;

// State of calls of one parity. A call clears that of the other one.
struct CallState {
  uint failed;  // 1: buckets failed, so radix passes sort
  uint tickets;
  uint largest, not_smallest;  // key, and complement of a key
  uint done[most_stages];      // tiles or rows
};

#ifndef HISTORY_ACCESS
#define HISTORY_ACCESS restrict
#endif
layout(std430, binding = 2) HISTORY_ACCESS buffer History {
  uint regular;   // buckets between the spare ones by the pivots of the next call; 0: there are none
  uint failures;  // of buckets in a row
  uint skipped;   // calls sorted by radix passes, without trying buckets
  uint groups[6];  // of dispatches that end a call (pass_groups.comp)
  CallState calls[2];
  uint used[2u * most_buckets];    // elements of each bucket, of calls of either parity
  uint pivots[2u * most_buckets];  // for calls of either parity: a search tree of keys, level by level from node 1
};
layout(location = 0) uniform uint given_n;  // of the job; a count may be less
layout(location = 1) uniform uint keys_begin;
layout(location = 2) uniform uint parity;
layout(location = 3) uniform uint room;   // of a bucket, in elements
layout(location = 4) uniform uint width;  // of a regular bucket, in the order

const uint buckets = 1u << LEVELS;

// The node that has the pivot below bucket k, and that bucket.
uint node_of(uint k) {
  uint zeros = uint(findLSB(k));
  return (1u << (LEVELS - 1u - zeros)) + (k >> (zeros + 1u));
}
uint bucket_of(uint node) {
  uint level = uint(findMSB(node | 1u));
  return (2u * (node - (1u << level)) + 1u) << (LEVELS - 1u - level);
}
uint regular_of(uint n, uint width) { return (n + width - 1u) / width; }

// Regions lie in rows: sixteen elements of each bucket, then the next sixteen of each. So simultaneous writes are close
// together, however large buckets are.
uint region_at(uint bucket, uint at) { return (at >> 4) * (16u * buckets) + bucket * 16u + (at & 15u); }

// EACH_ROW(DO) is DO(0) DO(1) ... for the rows of THREADS that hold all buckets, or for eight of them.
const uint rows_of_buckets = BUCKET_ROWS;
#if BUCKET_ROWS == 1
#define EACH_ROW(DO) DO(0)
#elif BUCKET_ROWS == 2
#define EACH_ROW(DO) DO(0) DO(1)
#elif BUCKET_ROWS == 4
#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3)
#else
#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#endif
