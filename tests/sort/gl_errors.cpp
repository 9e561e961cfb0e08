// No test may make OpenGL report an error or undefined behaviour (KHR_debug), whatever else the test looks at.

#include <gtest/gtest.h>

#include "guarded.h"

namespace farfirst::test {
namespace {

class GlErrors : public testing::EmptyTestEventListener {
  void OnTestEnd(const testing::TestInfo&) override {
    if (!GlForTests::shared()) return;
    try {
      GlForTests::shared()->log.check();
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
};

/// Before main(): every test is listened to.
[[maybe_unused]] const bool listening = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new GlErrors);  // owned by the framework
  return true;
}();

TEST(GlErrors, AreReported) {
  if (shared_device(Backend::gl) == nullptr) GTEST_SKIP() << "no gl device can be opened here";
  GlForTests::shared()->context.gl().Enable(GL_POINTS);  // not a switch
  EXPECT_THROW(GlForTests::shared()->log.check(), Error);
}

}  // namespace
}  // namespace farfirst::test
