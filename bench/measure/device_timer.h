#pragma once
// A device's own clock.

namespace farfirst::bench {

/// Times what is enqueued between start() and stop().
class DeviceTimer {
 public:
  virtual ~DeviceTimer() = default;
  virtual void start() = 0;
  virtual void stop() = 0;
  virtual double milliseconds() = 0;  // after Device::finish()
};

}  // namespace farfirst::bench
