// A wrong qsort for LD_PRELOAD. Only large arrays are left as they are: the graphics driver sorts small ones.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

typedef int (*Compare)(const void*, const void*);

void qsort(void* base, size_t count, size_t size, Compare compare) {
  if (count >= 10000) return;
  void (*real)(void*, size_t, size_t, Compare) = (void (*)(void*, size_t, size_t, Compare))dlsym(RTLD_NEXT, "qsort");
  real(base, count, size, compare);
}
