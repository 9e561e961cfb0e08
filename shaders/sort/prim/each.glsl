// EACH_OF_8(DO, i) is DO(i) DO(i + 1) ... DO(i + 7): a loop written out, so that what it indexes surely stays in registers.
#define EACH_OF_4(DO, i) DO((i)) DO((i + 1)) DO((i + 2)) DO((i + 3))
#define EACH_OF_8(DO, i) EACH_OF_4(DO, i) EACH_OF_4(DO, i + 4)
#define EACH_OF_16(DO, i) EACH_OF_8(DO, i) EACH_OF_8(DO, i + 8)
