// A wrong qsort: put before the C library's with LD_PRELOAD it is always wrong; linked into a test, on request. Only
// large arrays are left as they are: the graphics driver sorts small ones.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

typedef int (*Compare)(const void*, const void*);

#ifdef FARFIRST_ALWAYS_LAZY
int farfirst_qsort_is_lazy = 1;
#else
int farfirst_qsort_is_lazy = 0;
#endif

void qsort(void* base, size_t count, size_t size, Compare compare) {
  if (farfirst_qsort_is_lazy && count >= 10000) return;
  void (*real)(void*, size_t, size_t, Compare) = (void (*)(void*, size_t, size_t, Compare))dlsym(RTLD_NEXT, "qsort");
  real(base, count, size, compare);
}
