// Tests of reading a GPU's state from the driver's management library, and of the message without it.

#include "measure/nvml.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace farfirst::bench {
namespace {

TEST(Nvml, WithoutTheLibraryThereIsAReason) {
  if (void* const real = dlopen("libnvidia-ml.so.1", RTLD_NOW)) {
    dlclose(real);
    GTEST_SKIP() << "this machine has NVIDIA's management library";
  }
  const Nvml nvml("0000:3b:00.0");
  EXPECT_NE(nvml.why_absent().find("libnvidia-ml.so.1"), std::string::npos) << nvml.why_absent();
  EXPECT_EQ(nvml.state().sm_mhz, -1);
  EXPECT_EQ(sentence(nvml.state()), "unknown of unknown MHz, memory unknown MHz, unknown C, unknown W");
}

/// A library that is already open is found by its name.
class FakeNvml : public testing::Test {
 protected:
  void SetUp() override {
    if (void* const real = dlopen("libnvidia-ml.so.1", RTLD_NOW)) {
      dlclose(real);
      GTEST_SKIP() << "this machine has NVIDIA's management library";
    }
    fake_ = dlopen(FARFIRST_FAKE_NVML, RTLD_NOW);
    ASSERT_NE(fake_, nullptr) << dlerror();
  }
  void TearDown() override {
    if (fake_ != nullptr) dlclose(fake_);
  }
  void* fake_ = nullptr;
};

TEST_F(FakeNvml, ReportsClocksAndTemperatureOfTheChosenGpu) {
  const Nvml nvml("0000:3b:00.0");
  ASSERT_EQ(nvml.why_absent(), "");
  const GpuState state = nvml.state();
  EXPECT_EQ(state.sm_mhz, 1725);
  EXPECT_EQ(state.sm_most_mhz, 1980);
  EXPECT_EQ(state.memory_mhz, 2619);
  EXPECT_EQ(state.celsius, 41);
  EXPECT_EQ(state.watts, -1) << "it does not report it";
  EXPECT_EQ(sentence(state), "1725 of 1980 MHz, memory 2619 MHz, 41 C, unknown W");
}

TEST_F(FakeNvml, DoesNotGuessWhichGpuItIs) {
  EXPECT_EQ(Nvml("").why_absent(), "the GPU is one of 2, unknown which");
  EXPECT_EQ(Nvml("0000:00:00.0").why_absent(), "NVML: Invalid Argument");
}

}  // namespace
}  // namespace farfirst::bench
