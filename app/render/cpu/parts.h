#pragma once
// The common includes of the inner loops.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "coverage.h"
#include "draw_input.h"
#include "render/packed_splat.h"

// Vectors are not passed through memory.
#define FARFIRST_INLINE inline __attribute__((always_inline))
