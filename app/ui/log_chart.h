#pragma once
// Curves on two logarithmic axes, with a read-out under the mouse.

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

namespace farfirst::app::ui {

struct LogPoint {
  double x = 1, y = 1;  // positive
};

struct LogSeries {
  std::string name;
  ImU32 color = 0;
  std::vector<LogPoint> points;  // x ascends
  bool strong = false;           // drawn thick
};

/// Draws into the next `size` pixels. Curves are named at their ends where there is room for that.
void log_chart(const char* id, const ImVec2& size, std::span<const LogSeries> series, const char* x_unit,
               const char* y_unit);

}  // namespace farfirst::app::ui
