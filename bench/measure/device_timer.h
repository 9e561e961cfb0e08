#pragma once
// Interface of timers that measure on the device.

namespace farfirst::bench {

/// Times work enqueued between start() and stop().
class DeviceTimer {
 public:
  virtual ~DeviceTimer() = default;
  virtual void start() = 0;
  virtual void stop() = 0;
  virtual double milliseconds() = 0;  // after Device::finish()
};

}  // namespace farfirst::bench
