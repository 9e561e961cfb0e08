// Operations among the threads of a subgroup, under common names, by GL_KHR_shader_subgroup or by those that
// GL_ARB_shader_ballot has. SUBGROUP_SIZE is 64 at most. Masks have a bit for each thread.
#ifdef SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#if RANKING == 1
#extension GL_NV_shader_subgroup_partitioned : require
#endif
#endif
#ifdef BALLOTS_ARB
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_ballot : require
#endif

#ifdef SUBGROUP_SIZE
#if SUBGROUP_SIZE <= 32
#define Mask uint
#define mask_of(words) (words).x
uint size_of(Mask mask) { return bitCount(mask); }
int last_of(Mask mask) { return findMSB(mask); }
#else
#define Mask uvec2
#define mask_of(words) (words).xy
uint size_of(Mask mask) { return bitCount(mask.x) + bitCount(mask.y); }
int last_of(Mask mask) { return mask.y != 0u ? 32 + findMSB(mask.y) : findMSB(mask.x); }
#endif

#ifdef SUBGROUPS
uint subgroup_number() { return gl_SubgroupID; }
uint subgroup_thread() { return gl_SubgroupInvocationID; }
Mask threads_before() { return mask_of(gl_SubgroupLtMask); }
Mask ballot(bool value) { return mask_of(subgroupBallot(value)); }
#else
uint subgroup_number() { return gl_LocalInvocationIndex / SUBGROUP_SIZE; }
uint subgroup_thread() { return gl_SubGroupInvocationARB; }
Mask threads_before() { return mask_of(unpackUint2x32(gl_SubGroupLtMaskARB)); }
Mask ballot(bool value) { return mask_of(unpackUint2x32(ballotARB(value))); }
#endif
#endif
