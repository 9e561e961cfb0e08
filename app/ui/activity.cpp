#include "activity.h"

#include <fmt/format.h>

#include <vector>

#include "scene/units.h"

namespace farfirst::app::ui {

std::string refinement_text(const Session& session) {
  if (session.viewer.refined() <= 1) return {};
  return fmt::format("refined {} of {}", session.viewer.refined(), session.viewer.most_refined());
}

std::string beside_text(const Session& session, std::size_t side) {
  const FrameStats& last = session.frames.last(side);
  std::vector<std::string> beside;
  if (last.sorts_beside) beside.emplace_back("sort");
  if (last.draws_beside) beside.emplace_back("draw");
  if (session.analysis.race().is_running()) beside.emplace_back("the race");
  if (session.viewer.is_measured()) beside.emplace_back("measuring the error");
  if (session.analysis.measures_keys()) beside.emplace_back("the key lab");
  if (session.loader.current() != nullptr) beside.emplace_back("reading a file");
  if (!last.compiling.empty()) beside.push_back("compiling " + counted(last.compiling.size(), "program"));
  return fmt::format("{}", fmt::join(beside, ", "));
}

std::string activity_text(const Session& session, const std::string& idle) {
  if (const std::optional<double> share = session.player.start_simulated())
    return fmt::format("simulating the start: {:.0f} %", 100 * *share);
  if (session.viewer.is_measured()) return "measuring: " + session.analysis.error()->progress();
  if (session.analysis.measures_keys()) return "measuring keys";
  if (const auto& compiling = session.frames.last().compiling; !compiling.empty())
    return fmt::format("drawn by {} while programs are compiled: {}", session.frames.last().renderer,
                       fmt::join(compiling, ", "));
  if (session.viewer.refined() > 1) return refinement_text(session);
  if (const double rate = session.frames.per_second(); rate > 0) return fmt::format("{:.1f} frames/s", rate);
  if (session.viewer.is_under_way()) return "drawing the picture";
  return session.viewer.needs_refinement(session.viewer.drawn().view) ? "refining" : idle;
}

}  // namespace farfirst::app::ui
