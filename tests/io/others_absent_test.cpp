// Without assimp its formats are refused with the sentence that says how to get it.

#include "made_files.h"

namespace farfirst::app::test {
namespace {

TEST(NoAssimp, ItsFormatsAreRefusedWithTheCure) {
  EXPECT_EQ(
      refusal("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "a.off"),
      "a.off: this is OFF, which needs assimp, and Farfirst was built without it (install libassimp-dev and build "
      "again)");
  EXPECT_EQ(readers().size(), 2u);
}

}  // namespace
}  // namespace farfirst::app::test
