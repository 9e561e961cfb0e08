#include "bands.h"

#include <algorithm>
#include <numeric>

namespace farfirst::app::exact {

std::vector<Job> jobs_of(std::span<const Group> groups, std::uint32_t first_row, std::uint32_t last_row) {
  std::vector<Job> jobs;
  for (std::uint32_t i = 0; i < groups.size(); ++i) {
    if ((groups[i].rows & 0xFFFFu) > last_row || groups[i].rows >> 16 < first_row) continue;
    for (std::uint32_t pair = 0; pair < groups[i].pairs; pair += pairs_of_job) jobs.push_back({i, pair});
  }
  return jobs;
}

std::vector<Band> bands_of(std::span<const std::uint32_t> tiles, std::size_t first, std::size_t end, std::uint32_t room,
                           std::vector<std::uint32_t>& begins) {
  std::vector<Band> bands;
  begins.assign(tiles.size(), 0);
  for (auto i = static_cast<std::uint32_t>(first); i < end; ++i) {
    const bool is_deep = tiles[i] > room;
    const bool fits = !bands.empty() && !is_deep && !bands.back().is_deep && tiles[i] <= room - bands.back().fragments;
    if (!fits) bands.push_back({.first = i, .is_deep = is_deep});
    begins[i] = bands.back().fragments;
    if (!is_deep) bands.back().fragments += tiles[i];
    bands.back().end = i + 1;
  }
  return bands;
}

std::vector<Pixels> pixels_of(std::span<const std::uint32_t> lists, std::uint32_t samples, std::uint32_t room) {
  std::vector<Pixels> parts;
  for (std::uint32_t i = 0; i < tile_pixels; ++i) {
    const auto own = lists.subspan(std::size_t{i} * samples, samples);
    const std::uint64_t fragments = std::accumulate(own.begin(), own.end(), std::uint64_t{0});
    const bool is_deep = fragments > std::min(room, deep_pixel);
    const bool fits = !parts.empty() && !is_deep && !parts.back().is_deep && parts.back().fragments + fragments <= room;
    if (!fits) parts.push_back({.first = i, .is_deep = is_deep});
    parts.back().fragments += fragments;
    parts.back().end = i + 1;
  }
  return parts;
}

void Slices::add(std::uint64_t first, std::uint64_t last, std::uint32_t fragments) {
  if (fragments == 0) return;
  if (found_.empty() || fragments > room_ - filled_) {
    found_.push_back({first, last});
    filled_ = 0;
  }
  found_.back().last = last;
  filled_ += fragments;
}

}  // namespace farfirst::app::exact
