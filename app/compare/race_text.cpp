#include "race_text.h"

#include <fmt/format.h>

#include <array>

#include "scene/units.h"
#include "text_table.h"

namespace farfirst::app {

namespace {

const char* name_of(RaceRow::State state) {
  constexpr std::array names = {"absent", "failed", "off", "waiting", "raced"};
  return names.at(static_cast<std::size_t>(state));
}

std::string csv_row(const RaceRow& row, const RacePlace& place) {
  static const RaceTimes none;
  const RaceTimes& times = row.times == nullptr ? none : *row.times;
  const SampleWindow& steady = times.steady();
  std::string text =
      fmt::format("{},{},{},{},{},{}", csv_field(place.scene), csv_field(place.device), row.algorithm->id,
                  csv_field(parameters_text(*row.algorithm, row.parameters)), row.n, name_of(row.state));
  for (const double time :
       {steady.median(), steady.p95(), steady.quantile(0), times.median(RaceCase::first), times.median(RaceCase::jump),
        times.distance.median(), times.sort.median(), times.order.median()})
    text += "," + csv_number(time, 6);
  text += fmt::format(",{},{},{}", csv_number(row.ratio, 4), csv_number(row.elements_per_second, 0), steady.size());
  text += row.times == nullptr ? std::string(",,") : fmt::format(",{},{}", times.scratch, times.state);
  return text + fmt::format(",{},{},{},{},{}\n", check_text(row), times.right, times.wrong, csv_field(times.last_wrong),
                            csv_field(row.reason));
}

std::vector<std::string> table_row(const RaceRow& row) {
  std::vector<std::string> cells = {std::string(row.algorithm->id)};
  if (row.median() < 0) {
    cells.push_back(state_text(row));
    return cells;
  }
  const RaceTimes& times = *row.times;
  const SampleWindow& steady = times.steady();
  for (const double time : {steady.median(), steady.p95(), steady.quantile(0)}) cells.push_back(milliseconds(time));
  cells.push_back(fmt::format("{:.2f}", row.ratio));
  cells.push_back(fmt::format("{:.1f}", row.elements_per_second * 1e-6));
  for (const RaceCase what : {RaceCase::first, RaceCase::jump}) cells.push_back(milliseconds(times.median(what)));
  cells.push_back(byte_size(times.scratch));
  cells.push_back(byte_size(times.state));
  cells.emplace_back(check_text(row));
  return cells;
}

}  // namespace

std::string parameters_text(const Algorithm& algorithm, const std::vector<ParameterValue>& parameters) {
  std::string text;
  for (const ParameterValue& parameter : parameters) {
    const Parameter* about = find(algorithm, parameter.name);
    if (about == nullptr || about->default_value == parameter.value) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", parameter.name, parameter.value);
  }
  return text;
}

std::string state_text(const RaceRow& row) {
  switch (row.state) {
    case RaceRow::State::absent:
      return "cannot run here: " + row.reason;
    case RaceRow::State::failed:
      return row.reason;
    case RaceRow::State::off:
      return row.reason.empty() ? "not ticked" : "not ticked: " + row.reason;
    case RaceRow::State::waiting:
      return "its turn comes";
    case RaceRow::State::raced:
      break;
  }
  return {};
}

const char* check_text(const RaceRow& row) {
  if (row.times == nullptr || row.times->checked() == 0) return "unchecked";
  return row.times->newest_is_right ? "right" : "wrong";
}

std::string table_of(const Race& race, const RacePlace& place) {
  std::vector<std::vector<std::string>> lines = {
      {"sort", "median", "p95", "least", "ratio", "M/s", "first", "jump", "scratch", "state", "order"}};
  for (const RaceRow& row : race.rows()) lines.push_back(table_row(row));
  return fmt::format("{}, {} elements, {}\n", place.scene, with_thousands(race.elements()), place.device) +
         aligned(lines);
}

std::string csv_of(const Race& race, const RacePlace& place) {
  std::string text =
      "scene,device,sort,parameters,elements,state,median_ms,p95_ms,least_ms,first_ms,jump_ms,distance_ms,sort_ms,"
      "order_ms,ratio,elements_per_second,runs,scratch_bytes,state_bytes,order,orders_right,orders_wrong,last_wrong,"
      "reason\n";
  for (const std::uint32_t n : race.sizes())
    for (const RaceRow& row : race.rows(n))
      if (n == race.elements() || row.times != nullptr) text += csv_row(row, place);
  return text;
}

}  // namespace farfirst::app
