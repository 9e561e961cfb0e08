// The library's code once more, so that the fuzzer sees into it and the sanitizers watch it. In the fuzzers only: it
// goes before the shared library.

#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>
