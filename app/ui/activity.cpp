#include "activity.h"

#include <fmt/format.h>

namespace farfirst::app::ui {

std::string refinement_text(const Session& session) {
  if (session.refined() <= 1) return {};
  return fmt::format("refined {} of {}", session.refined(), session.most_refined());
}

std::string activity_text(const Session& session, const std::string& idle) {
  if (session.measures()) return "measures the error";
  if (session.refined() > 1) return refinement_text(session);
  const double rate = session.frames_per_second();
  return rate > 0 ? fmt::format("{:.1f} frames/s", rate) : idle;
}

}  // namespace farfirst::app::ui
