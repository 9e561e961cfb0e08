#pragma once
// The version of farfirst::sort. CMake reads it from here. Before 1.0 a minor version may change the interface.

#define FARFIRST_VERSION_MAJOR 0
#define FARFIRST_VERSION_MINOR 1
#define FARFIRST_VERSION_PATCH 0
/// For comparisons: 0.1.0 is 100.
#define FARFIRST_VERSION (FARFIRST_VERSION_MAJOR * 10000 + FARFIRST_VERSION_MINOR * 100 + FARFIRST_VERSION_PATCH)

#define FARFIRST_TEXT_OF(number) #number
#define FARFIRST_DOTTED(major, minor, patch) \
  FARFIRST_TEXT_OF(major) "." FARFIRST_TEXT_OF(minor) "." FARFIRST_TEXT_OF(patch)
/// "0.1.0"
#define FARFIRST_VERSION_TEXT FARFIRST_DOTTED(FARFIRST_VERSION_MAJOR, FARFIRST_VERSION_MINOR, FARFIRST_VERSION_PATCH)
