// Sums over a work group of THREADS threads.
#ifdef SUBGROUPS
shared uint sums_of_subgroups[THREADS / SUBGROUP_SIZE];

// The sum of the values of all threads before this one, and of all. Called by all threads; ends with no barrier, and
// must not follow itself without one.
uint exclusive_sum(uint value, out uint total) {
  uint inclusive = subgroupInclusiveAdd(value);
  if (gl_SubgroupInvocationID == SUBGROUP_SIZE - 1u) sums_of_subgroups[gl_SubgroupID] = inclusive;
  barrier();
  uint before = 0u;
  total = 0u;
  for (uint s = 0u; s < THREADS / SUBGROUP_SIZE; ++s) {
    uint sum = sums_of_subgroups[s];
    before += s < gl_SubgroupID ? sum : 0u;
    total += sum;
  }
  return before + inclusive - value;
}
#else
shared uint sums_of_threads[2][THREADS];

// The same; Hillis and Steele's steps, from one row to the other.
uint exclusive_sum(uint value, out uint total) {
  uint thread = gl_LocalInvocationIndex;
  uint sum = value;
  uint row = 0u;
  for (uint reach = 1u; reach < THREADS; reach *= 2u) {
    sums_of_threads[row][thread] = sum;
    barrier();
    if (thread >= reach) sum += sums_of_threads[row][thread - reach];
    row ^= 1u;
  }
  sums_of_threads[row][thread] = sum;
  barrier();
  total = sums_of_threads[row][THREADS - 1u];
  return sum - value;
}
#endif
