#pragma once
// The version of farfirst::sort. CMake reads it from here. Before 1.0 a minor version may change the interface.

#define FARFIRST_VERSION_MAJOR 0
#define FARFIRST_VERSION_MINOR 1
#define FARFIRST_VERSION_PATCH 0
/// For comparisons: 0.1.0 is 100.
#define FARFIRST_VERSION (FARFIRST_VERSION_MAJOR * 10000 + FARFIRST_VERSION_MINOR * 100 + FARFIRST_VERSION_PATCH)
