// The elements' kind, with the functions of its footprint for the kernels of tiles.
//   ELEMENT   the file of the elements' kind; ELEMENTS_IN_STORAGE
#include "common/frame.glsl"
#include ELEMENT
#include "render/tiles/samples.glsl"
#ifdef FOOTPRINT_TRIANGLE
#include "render/tiles/triangle.glsl"
#endif
#if defined(ROUND_SHAPES) || defined(FOOTPRINT_ELLIPSE)
#include "render/tiles/ellipse_rows.glsl"
#endif
#ifdef ROUND_SHAPES
#include "render/tiles/round.glsl"
#endif
#ifdef FOOTPRINT_SPRITE
#include "render/tiles/sprite.glsl"
#endif
#ifdef FOOTPRINT_ELLIPSE
#include "render/tiles/ellipse.glsl"
#endif
#include "render/tiles/footprint.glsl"
#ifdef FLAT_COLOR
#include "render/tiles/flat.glsl"
#endif

// The kept samples that a triangle covers in a tile, pair by pair.
#if SAMPLES == 1
#define Mask uvec2
const uint mask_words = 2u, mask_parts = 1u;
#else
#define Mask uvec4
const uint mask_words = 4u, mask_parts = SAMPLES / 2u;
#endif
