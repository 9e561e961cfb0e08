// Without assimp its formats are refused with a sentence that explains how to get it.

#include "io/reader.h"
#include "made_files.h"

namespace farfirst::app::test {
namespace {

TEST(NoAssimp, ItsFormatsAreRefusedWithTheCure) {
  EXPECT_EQ(refusal("Kaydara FBX Binary  ", "a.fbx"),
            "a.fbx: this is FBX, which needs assimp, and Farfirst was built without it (install libassimp-dev and "
            "build again)");
  for (const char* name : {"a.fbx", "a.dae", "a.3ds"}) EXPECT_NE(reader_of_name(name)->why_not, "") << name;
}

}  // namespace
}  // namespace farfirst::app::test
