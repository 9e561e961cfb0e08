// The number of elements: n or, if the job has a count, that count, which the host never learns. Kernel::set_count()
// binds these.
layout(std430, binding = 3) readonly buffer farfirst_Count { uint farfirst_counts[]; };
layout(location = 15) uniform uint farfirst_count_at;  // all ones: there is no count

uint farfirst_counted(uint n) {
  if (farfirst_count_at == 0xFFFFFFFFu) return n;
  return min(n, farfirst_counts[farfirst_count_at]);
}
