// Without assimp its formats are refused with the sentence that says how to get it.

#include "made_files.h"

namespace farfirst::app::test {
namespace {

TEST(NoAssimp, ItsFormatsAreRefusedWithTheCure) {
  EXPECT_EQ(
      refusal("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "a.off"),
      "a.off: this is OFF, which needs assimp, and Farfirst was built without it (install libassimp-dev and build "
      "again)");
  for (const ReaderInfo& reader : readers()) EXPECT_FALSE(reader.library.starts_with("assimp")) << reader.name;
}

}  // namespace
}  // namespace farfirst::app::test
