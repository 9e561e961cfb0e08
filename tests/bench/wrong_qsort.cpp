// Loaded before the C library, so that cpu.qsort returns one wrong order: call number $WRONG_CALL (from 1) exchanges
// the ends of its result. For tests of farfirst-bench's reaction.

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" __attribute__((visibility("default"))) void qsort(void* base, std::size_t count, std::size_t size,
                                                             int (*compare)(const void*, const void*)) {
  using Function = void(void*, std::size_t, std::size_t, int (*)(const void*, const void*));
  static auto* const next = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, "qsort"));
  static const char* const wanted = std::getenv("WRONG_CALL");
  static int calls = 0;
  next(base, count, size, compare);
  constexpr std::size_t least = 1000;  // size of the tests' sorts; other users of qsort have less
  if (wanted == nullptr || count < least || ++calls != std::atoi(wanted)) return;
  std::vector<char> first(size);
  char* const begin = static_cast<char*>(base);
  char* const last = begin + (count - 1) * size;
  std::memcpy(first.data(), begin, size);
  std::memcpy(begin, last, size);
  std::memcpy(last, first.data(), size);
}
