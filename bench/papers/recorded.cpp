// See recorded.h.
#include "recorded.h"

#include <fmt/core.h>

namespace farfirst::bench {

namespace {

Results passes_beside(std::filesystem::path path) {
  path.replace_filename(path.stem().string() + "-passes.csv");
  return std::filesystem::exists(path) ? read_results(path) : Results{};
}

}  // namespace

RecordedMeasurements::RecordedMeasurements(const std::filesystem::path& path)
    : RecordedMeasurements(read_results(path), passes_beside(path), path.filename().string()) {}

RecordedMeasurements::RecordedMeasurements(const Results& sorts, const Results& passes, std::string file)
    : file_(std::move(file)), about_(sorts.about) {
  for (const Result& sort : sorts.sorts) {
    Row& row = rows_[{sort.entry, sort.form, sort.input, sort.n}];
    row.entry = sort.entry;
    row.n = static_cast<std::uint32_t>(sort.n);
    row.time = {sort.median, sort.p5, sort.p95};
    row.wall = {sort.wall, sort.wall, sort.wall};
  }
  for (const PassResult& pass : passes.passes) {
    const auto found = rows_.find({pass.entry, pass.form, pass.input, pass.n});
    if (found != rows_.end()) found->second.passes.push_back({pass.pass, 1, pass.median});
  }
}

const Row* RecordedMeasurements::row(const Setup& setup) const {
  const auto found = rows_.find({setup.entry, std::string(name_of(setup.form)), setup.input, setup.n});
  return found == rows_.end() ? nullptr : &found->second;
}

std::string RecordedMeasurements::why_not(const Setup& setup) const {
  return fmt::format("{} on {} {} is not in {}", setup.entry, setup.n, setup.input, file_);
}

}  // namespace farfirst::bench
