// Sums over the threads of a group, in their order. The group's size is declared before this is included.
shared uint scanned[gl_WorkGroupSize.x];

/// The sum of the values of the threads before this one. All threads of the group call it; `total` is the sum of all.
uint sum_before(uint value, out uint total) {
  uint thread = gl_LocalInvocationID.x;
  scanned[thread] = value;
  barrier();
  for (uint step = 1u; step < gl_WorkGroupSize.x; step *= 2u) {
    uint before = thread >= step ? scanned[thread - step] : 0u;
    barrier();
    scanned[thread] += before;
    barrier();
  }
  total = scanned[gl_WorkGroupSize.x - 1u];
  return scanned[thread] - value;
}
