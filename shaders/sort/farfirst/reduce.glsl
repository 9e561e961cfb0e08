// Reductions over a work group of THREADS threads.
#ifdef SUBGROUPS
shared uvec4 part_of_subgroup[THREADS / SUBGROUP_SIZE];

// The sum, two greatest and a least value. Called by all threads.
uvec4 sum_max_min_max(uvec4 v) {
  v = uvec4(subgroupAdd(v.x), subgroupMax(v.y), subgroupMin(v.z), subgroupMax(v.w));
  if (gl_SubgroupInvocationID == 0u) part_of_subgroup[gl_SubgroupID] = v;
  barrier();
  const uint parts = THREADS / SUBGROUP_SIZE;
  uvec4 part = part_of_subgroup[min(gl_SubgroupInvocationID, parts - 1u)];
  part.x *= uint(gl_SubgroupInvocationID < parts);
  return uvec4(subgroupAdd(part.x), subgroupMax(part.y), subgroupMin(part.z), subgroupMax(part.w));
}
#else
shared uint part_of_group[4];

uvec4 sum_max_min_max(uvec4 v) {
  if (gl_LocalInvocationIndex < 4u) part_of_group[gl_LocalInvocationIndex] = gl_LocalInvocationIndex == 2u ? 0xFFFFFFFFu : 0u;
  barrier();
  atomicAdd(part_of_group[0], v.x);
  atomicMax(part_of_group[1], v.y);
  atomicMin(part_of_group[2], v.z);
  atomicMax(part_of_group[3], v.w);
  barrier();
  return uvec4(part_of_group[0], part_of_group[1], part_of_group[2], part_of_group[3]);
}
#endif
