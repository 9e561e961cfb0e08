// EACH(DO) is DO(0) DO(1) ... DO(ITEMS - 1). ITEMS is a multiple of 4, 32 at most. EACH_FOURTH(DO) is DO(0) DO(4) ..., for
// at most 16 items.
#include "sort/prim/each.glsl"
#if ITEMS == 4
#define EACH(DO) EACH_OF_4(DO, 0)
#elif ITEMS == 8
#define EACH(DO) EACH_OF_8(DO, 0)
#elif ITEMS == 12
#define EACH(DO) EACH_OF_8(DO, 0) EACH_OF_4(DO, 8)
#elif ITEMS == 16
#define EACH(DO) EACH_OF_16(DO, 0)
#elif ITEMS == 20
#define EACH(DO) EACH_OF_16(DO, 0) EACH_OF_4(DO, 16)
#elif ITEMS == 24
#define EACH(DO) EACH_OF_16(DO, 0) EACH_OF_8(DO, 16)
#elif ITEMS == 28
#define EACH(DO) EACH_OF_16(DO, 0) EACH_OF_8(DO, 16) EACH_OF_4(DO, 24)
#elif ITEMS == 32
#define EACH(DO) EACH_OF_16(DO, 0) EACH_OF_16(DO, 16)
#endif
#if ITEMS == 4
#define EACH_FOURTH(DO) DO(0)
#elif ITEMS == 8
#define EACH_FOURTH(DO) DO(0) DO(4)
#elif ITEMS == 12
#define EACH_FOURTH(DO) DO(0) DO(4) DO(8)
#elif ITEMS == 16
#define EACH_FOURTH(DO) DO(0) DO(4) DO(8) DO(12)
#endif
