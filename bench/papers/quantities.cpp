// See quantities.h.
#include "quantities.h"

#include <algorithm>
#include <bit>

namespace farfirst::bench {

namespace {

using Rows = std::span<const Row* const>;

double sum_of(const Row& row, const std::vector<std::string>& passes) {
  double sum = 0;
  for (const PassRow& pass : row.passes) {
    if (std::ranges::find(passes, pass.name) != passes.end()) sum += pass.milliseconds;
  }
  return sum;
}

double sum_of_all(const Row& row) {
  double sum = 0;
  for (const PassRow& pass : row.passes) sum += pass.milliseconds;
  return sum;
}

double time(const Row* row) { return row->time.median; }

double fastest(Rows rows) {
  double best = time(rows[0]);
  for (const Row* row : rows) best = std::min(best, time(row));
  return best;
}

double slowest(Rows rows) {
  double worst = 0;
  for (const Row* row : rows) worst = std::max(worst, time(row));
  return worst;
}

std::vector<Setup> both(const std::vector<Setup>& first, const std::vector<Setup>& second) {
  std::vector<Setup> setups = first;
  setups.insert(setups.end(), second.begin(), second.end());
  return setups;
}

std::vector<Setup> flattened(const std::vector<std::vector<Setup>>& groups) {
  std::vector<Setup> setups;
  for (const std::vector<Setup>& group : groups) setups.insert(setups.end(), group.begin(), group.end());
  return setups;
}

/// Cuts the rows of flattened(groups) into groups again.
std::function<double(Rows)> for_groups(const std::vector<std::vector<Setup>>& groups,
                                       double (*value)(const std::vector<Rows>&)) {
  std::vector<std::size_t> sizes;
  for (const std::vector<Setup>& group : groups) sizes.push_back(group.size());
  return [sizes, value](Rows rows) {
    std::vector<Rows> cut;
    for (const std::size_t size : sizes) {
      cut.push_back(rows.first(size));
      rows = rows.subspan(size);
    }
    return value(cut);
  };
}

}  // namespace

Setup floats(const std::string& entry, const std::string& input, std::uint32_t n) {
  return {entry, Form::paper_keys, input, n};
}
Setup integers(const std::string& entry, const std::string& input, std::uint32_t n) {
  return {entry, entry.starts_with("cuda.hybrid") ? Form::paper_keys : Form::keys, input, n};
}
Setup pairs(const std::string& entry, const std::string& input, std::uint32_t n) {
  return {entry, Form::paper_pairs, input, n};
}
Setup indices(const std::string& entry, const std::string& input, std::uint32_t n) {
  return {entry, Form::argsort, input, n};
}

Quantity time_of(const Setup& setup) {
  return {{setup}, [](Rows rows) { return time(rows[0]); }};
}

Quantity time_of_passes(const Setup& setup, const std::vector<std::string>& passes) {
  return {{setup}, [passes](Rows rows) { return sum_of(*rows[0], passes); }, true};
}

Quantity interpolated(const Setup& setup) {
  Setup below = setup, above = setup;
  below.n = std::bit_floor(setup.n);
  above.n = 2 * below.n;
  const double share = static_cast<double>(setup.n - below.n) / below.n;
  return {{below, above}, [share](Rows rows) { return time(rows[0]) * (1 - share) + time(rows[1]) * share; }};
}

Quantity times_as_long(const Setup& slow, const Setup& fast) {
  return {{slow, fast}, [](Rows rows) { return time(rows[0]) / time(rows[1]); }};
}

Quantity times_as_long_for_the_host(const Setup& slow, const Setup& fast, const std::vector<Setup>& also) {
  return {both({slow, fast}, also), [](Rows rows) {
            double sum = 0;
            for (const Row* row : rows.subspan(1)) sum += row->wall.median;
            return rows[0]->wall.median / sum;
          }};
}

Quantity first_against_best(const std::vector<Setup>& setups) {
  return {setups, [](Rows rows) { return time(rows[0]) / fastest(rows.subspan(1)); }};
}

Quantity worst_against_first(const std::vector<Setup>& setups) {
  return {setups, [](Rows rows) { return slowest(rows) / time(rows[0]); }};
}

Quantity spread_of_rates(const std::vector<Setup>& setups) {
  std::vector<double> sizes;
  for (const Setup& setup : setups) sizes.push_back(setup.n);
  return {setups, [sizes](Rows rows) {
            std::vector<double> times;
            for (std::size_t i = 0; i < sizes.size(); ++i) times.push_back(time(rows[i]) / sizes[i]);
            const auto [least, most] = std::ranges::minmax(times);
            return most / least;
          }};
}

Quantity spread_against_others(const std::vector<std::vector<Setup>>& groups) {
  return {flattened(groups), for_groups(groups, [](const std::vector<Rows>& cut) {
            double least = 0;
            for (std::size_t i = 1; i < cut.size(); ++i) {
              const double spread = slowest(cut[i]) / time(cut[i][0]);
              least = i == 1 ? spread : std::min(least, spread);
            }
            return slowest(cut[0]) / time(cut[0][0]) / least;
          })};
}

Quantity least_lead(const std::vector<std::vector<Setup>>& groups) {
  return {flattened(groups), for_groups(groups, [](const std::vector<Rows>& cut) {
            double least = fastest(cut[0].subspan(1)) / time(cut[0][0]);
            for (const Rows rows : cut) least = std::min(least, fastest(rows.subspan(1)) / time(rows[0]));
            return least;
          })};
}

Quantity least_of(const std::vector<Setup>& slow, const std::vector<Setup>& fast) {
  return {both(slow, fast), [](Rows rows) {
            const std::size_t half = rows.size() / 2;
            double least = time(rows[0]) / time(rows[half]);
            for (std::size_t i = 1; i < half; ++i) least = std::min(least, time(rows[i]) / time(rows[half + i]));
            return least;
          }};
}

Quantity mean_of(const std::vector<Setup>& slow, const std::vector<Setup>& fast) {
  return {both(slow, fast), [](Rows rows) {
            const std::size_t half = rows.size() / 2;
            double sum = 0;
            for (std::size_t i = 0; i < half; ++i) sum += time(rows[i]) / time(rows[half + i]);
            return sum / static_cast<double>(half);
          }};
}

Quantity share_of_both(const Setup& first, const Setup& second) {
  return {{first, second}, [](Rows rows) { return time(rows[0]) / (time(rows[0]) + time(rows[1])); }};
}

Quantity share_of_passes(const Setup& setup, const std::vector<std::string>& passes) {
  return {{setup}, [passes](Rows rows) { return sum_of(*rows[0], passes) / sum_of_all(*rows[0]); }, true};
}

Quantity passes_as_long(const Setup& slow, const std::vector<std::string>& slow_passes, const Setup& fast,
                        const std::vector<std::string>& fast_passes) {
  return {
      {slow, fast},
      [slow_passes, fast_passes](Rows rows) { return sum_of(*rows[0], slow_passes) / sum_of(*rows[1], fast_passes); },
      true};
}

Quantity in_passes_of(const Setup& sort, const Setup& other, const std::vector<std::string>& passes) {
  return {{sort, other}, [passes](Rows rows) { return time(rows[0]) / sum_of(*rows[1], passes); }, true};
}

std::vector<Setup> on_all(const std::string& entry, Form form, const std::vector<std::string>& inputs,
                          std::uint32_t n) {
  std::vector<Setup> setups;
  for (const std::string& input : inputs) setups.push_back({entry, form, input, n});
  return setups;
}

std::vector<Setup> at_all(const std::string& entry, Form form, const std::string& input,
                          const std::vector<std::uint32_t>& sizes) {
  std::vector<Setup> setups;
  for (const std::uint32_t n : sizes) setups.push_back({entry, form, input, n});
  return setups;
}

std::vector<std::uint32_t> powers(unsigned first, unsigned last, std::uint32_t largest) {
  std::vector<std::uint32_t> sizes;
  for (unsigned i = first; i <= last && std::uint32_t{1} << i <= largest; ++i) sizes.push_back(std::uint32_t{1} << i);
  return sizes;
}

Bounds bounds_of_ratio(double theirs) {
  return theirs >= 1 ? words::at_least(std::max(1.0, theirs / 2)) : words::at_most(std::min(1.0, theirs * 2));
}

PaperTable curves(const std::string& where, const std::string& title, const std::vector<Competitor>& competitors,
                  const std::vector<std::string>& inputs, const std::vector<std::uint32_t>& sizes,
                  const std::string& note) {
  PaperTable table{.where = where, .title = title, .note = note};
  for (const Competitor& competitor : competitors) table.competitors.push_back(competitor.name);
  for (const std::string& input : inputs) {
    for (const std::uint32_t n : sizes) {
      PaperTable::Line line{.input = input, .n = n, .cells = {}};
      for (const Competitor& competitor : competitors) line.cells.push_back({time_of(competitor.setup(input, n))});
      table.lines.push_back(std::move(line));
    }
  }
  return table;
}

}  // namespace farfirst::bench
