// A management library of two GPUs that do not exist, under the name of NVIDIA's, for tests of its reader.

#include <cstring>

namespace {

struct Gpu {
  const char* address;
  unsigned clocks[4];  // graphics, SM, memory, video
  unsigned most[4];
};
Gpu gpus[] = {{"0000:3b:00.0", {1, 1725, 2619, 4}, {5, 1980, 2619, 8}}, {"0000:5e:00.0", {}, {}}};
constexpr int success = 0, invalid = 2, not_supported = 3;

}  // namespace

extern "C" {
int nvmlInit_v2() { return success; }
int nvmlShutdown() { return success; }
const char* nvmlErrorString(int error) { return error == invalid ? "Invalid Argument" : "Not Supported"; }
int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = 2;
  return success;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** gpu) {
  if (index >= 2) return invalid;
  *gpu = &gpus[index];
  return success;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* address, void** gpu) {
  for (Gpu& each : gpus) {
    if (std::strcmp(each.address, address) != 0) continue;
    *gpu = &each;
    return success;
  }
  return invalid;
}
int nvmlDeviceGetClockInfo(void* gpu, unsigned type, unsigned* value) {
  *value = static_cast<Gpu*>(gpu)->clocks[type];
  return success;
}
int nvmlDeviceGetMaxClockInfo(void* gpu, unsigned type, unsigned* value) {
  *value = static_cast<Gpu*>(gpu)->most[type];
  return success;
}
int nvmlDeviceGetTemperature(void*, unsigned sensor, unsigned* value) {
  *value = sensor == 0 ? 41 : 99;
  return success;
}
int nvmlDeviceGetPowerUsage(void*, unsigned*) { return not_supported; }
}
