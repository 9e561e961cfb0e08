// Sums over a work group of THREADS threads. SUM_OF_SUBGROUP may name the includer's memory for them: 2 THREADS words.
#ifdef SUBGROUPS
const uint subgroups_of_group = THREADS / SUBGROUP_SIZE;
#ifndef SUM_OF_SUBGROUP
shared uint sums_of_subgroups[subgroups_of_group];
#define SUM_OF_SUBGROUP(i) sums_of_subgroups[i]
#endif

// The sum of the values of all threads before this one, and of all. Called by all threads; ends without a barrier, and
// needs one before the next call.
uint exclusive_sum(uint value, out uint total) {
  uint inclusive = subgroupInclusiveAdd(value);
  if (gl_SubgroupInvocationID == SUBGROUP_SIZE - 1u) SUM_OF_SUBGROUP(gl_SubgroupID) = inclusive;
  barrier();
  uint before = 0u;
  total = 0u;
  for (uint begin = 0u; begin < subgroups_of_group; begin += SUBGROUP_SIZE) {
    uint s = begin + gl_SubgroupInvocationID;
    uint sum = SUM_OF_SUBGROUP(min(s, subgroups_of_group - 1u)) * uint(s < subgroups_of_group);
    before += subgroupAdd(sum * uint(s < gl_SubgroupID));
    total += subgroupAdd(sum);
  }
  return before + inclusive - value;
}
#else
#ifndef SUM_OF_SUBGROUP
shared uint sums_of_threads[2u * THREADS];
#define SUM_OF_SUBGROUP(i) sums_of_threads[i]
#endif

// The same; Hillis and Steele's steps, from one row to the other.
uint exclusive_sum(uint value, out uint total) {
  uint thread = gl_LocalInvocationIndex;
  uint sum = value;
  uint row = 0u;
  for (uint reach = 1u; reach < THREADS; reach *= 2u) {
    SUM_OF_SUBGROUP(row * THREADS + thread) = sum;
    barrier();
    if (thread >= reach) sum += SUM_OF_SUBGROUP(row * THREADS + thread - reach);
    row ^= 1u;
  }
  SUM_OF_SUBGROUP(row * THREADS + thread) = sum;
  barrier();
  total = SUM_OF_SUBGROUP(row * THREADS + THREADS - 1u);
  return sum - value;
}
#endif
