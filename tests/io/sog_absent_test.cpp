// Without libwebp and libzip, splats in SOG are refused with a sentence that explains how to get them.

#include "made_files.h"

namespace farfirst::app::test {
namespace {

TEST(NoSog, IsRefusedWithTheCure) {
  const std::string sentence =
      "this is SOG, which needs libwebp and libzip, and Farfirst was built without them (install libwebp-dev and "
      "libzip-dev and build again)";
  EXPECT_EQ(refusal("PK\x03\x04 0123456789", "a.sog"), "a.sog: " + sentence);
  EXPECT_EQ(refusal(R"({"version":2,"means":{"files":[]},"scales":{}})", "meta.json"), "meta.json: " + sentence);
}

}  // namespace
}  // namespace farfirst::app::test
