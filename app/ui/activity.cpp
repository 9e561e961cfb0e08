#include "activity.h"

#include <fmt/format.h>

namespace farfirst::app::ui {

std::string refinement_text(const Session& session) {
  if (session.refined() <= 1) return {};
  return fmt::format("refined {} of {}", session.refined(), session.most_refined());
}

std::string activity_text(const Session& session, const std::string& idle) {
  if (const std::optional<double> share = session.start_simulated())
    return fmt::format("simulating the start: {:.0f} %", 100 * *share);
  if (session.measures()) return "measuring: " + session.error_analysis()->progress();
  if (session.measures_keys()) return "measuring keys";
  if (const auto& compiling = session.last().compiling; !compiling.empty())
    return fmt::format("drawn by {} while programs are compiled: {}", session.last().renderer,
                       fmt::join(compiling, ", "));
  if (session.refined() > 1) return refinement_text(session);
  if (const double rate = session.frames_per_second(); rate > 0) return fmt::format("{:.1f} frames/s", rate);
  if (session.is_under_way()) return "drawing the picture";
  return session.refines() ? "refining" : idle;
}

}  // namespace farfirst::app::ui
