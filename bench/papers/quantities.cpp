// See quantities.h. docs/papers.md lists the papers' words.
#include "quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "program/embedded.h"
#include "tune/search.h"

namespace farfirst::bench {

namespace {

using nlohmann::json;

// ---- Setups

Form form_of(const std::string& form, const std::string& entry) {
  if (form == "floats") return Form::paper_keys;
  if (form == "pairs") return Form::paper_pairs;
  if (form == "indices") return Form::argsort;
  if (form == "wide") return Form::keys64;
  // Whole numbers if the papers sort these; floats for the hybrid, which has no other form.
  if (form == "integers" || form == "numbers") return entry.starts_with("cuda.hybrid") ? Form::paper_keys : Form::keys;
  throw std::runtime_error("there is no form " + form);
}

std::uint32_t parse_number(const std::string& text) {
  std::uint32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const std::string unit(rest, end);
  if (error != std::errc{} || value == 0 || (!unit.empty() && unit != "k" && unit != "M"))
    throw std::runtime_error(text + " is not a number of elements");
  return value * (unit == "k" ? k : unit == "M" ? M : 1);
}

/// Expands "x {a,b} y" into its texts.
std::vector<std::string> expanded(const std::string& text) {
  const std::size_t open = text.find('{');
  if (open == std::string::npos) return {text};
  const std::size_t close = text.find('}', open);
  std::vector<std::string> all;
  std::istringstream choices(text.substr(open + 1, close - open - 1));
  for (std::string choice; std::getline(choices, choice, ',');) {
    for (std::string& each : expanded(text.substr(0, open) + choice + text.substr(close + 1)))
      all.push_back(std::move(each));
  }
  return all;
}

/// Replaces the parameter, removes it (without a value), or adds it.
void set_parameter(std::string& entry, const std::string& parameter) {
  const std::size_t equals = parameter.find('=');
  const std::size_t begin = entry.find(':' + parameter.substr(0, equals + 1));
  const std::string text = equals + 1 == parameter.size() ? "" : ':' + parameter;
  if (begin == std::string::npos) {
    entry += text;
  } else {
    entry.replace(begin, std::min(entry.find(':', begin + 1), entry.size()) - begin, text);
  }
}

/// Parameters by linear rules in n, each [name, k, m] and possibly a maximum: Table II of GPU-Quicksort.
std::string by_rules(const json& rules, std::uint32_t n) {
  std::string entry = rules.at("entry");
  for (const json& rule : rules.at("rules")) {
    std::uint64_t value = LinearRule{rule.at(1), rule.at(2)}(n);
    if (rule.size() > 3) value = std::min(value, rule[3].get<std::uint64_t>());
    entry += fmt::format(":{}={}", rule.at(0).get<std::string>(), value);
  }
  return entry + rules.at("rest").get<std::string>();
}

// ---- Functions of measured times

using Rows = std::span<const Row* const>;

struct Arguments {
  std::vector<Rows> rows;  // one group for each argument that is a setup, or stands for several
  std::vector<std::vector<std::string>> passes;
  std::vector<double> numbers;
};

double time(const Row* row) { return row->time.median; }
double fastest(Rows rows) { return time(*std::ranges::min_element(rows, {}, time)); }
double slowest(Rows rows) { return time(*std::ranges::max_element(rows, {}, time)); }
/// The ratio of the longest to the first.
double spread(Rows rows) { return slowest(rows) / time(rows[0]); }
double lead(Rows rows) { return fastest(rows.subspan(1)) / time(rows[0]); }

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

/// The ratios of `a` to `b`, pair by pair.
std::vector<double> ratios(Rows a, Rows b) {
  std::vector<double> found;
  for (std::size_t i = 0; i < a.size(); ++i) found.push_back(time(a[i]) / time(b[i]));
  return found;
}

/// The signature: s: setups, p: passes, d: a number; the last may be repeated.
struct Function {
  const char *name, *parameters;
  double (*value)(const Arguments&);
};
using A = const Arguments&;
const Function functions[] = {
    // The time in milliseconds.
    {"time", "s", [](A a) { return time(a.rows[0][0]); }},
    {"time_of_passes", "sp", [](A a) { return sum_of(*a.rows[0][0], a.passes[0]); }},
    // Estimates a sort of powers of two at n: linear between the neighbouring powers.
    {"interpolated", "s",
     [](A a) { return time(a.rows[0][0]) * (1 - a.numbers[0]) + time(a.rows[0][1]) * a.numbers[0]; }},
    // The ratio of the first time to the second. On the host: from the call until it knows the result, relative to the
    // sum of the others.
    {"times_as_long", "ss", [](A a) { return time(a.rows[0][0]) / time(a.rows[1][0]); }},
    {"times_as_long_for_the_host", "ss",
     [](A a) {
       double sum = 0;
       for (std::size_t i = 1; i < a.rows.size(); ++i) sum += a.rows[i][0]->wall.median;
       return a.rows[0][0]->wall.median / sum;
     }},
    {"first_against_best", "s", [](A a) { return 1 / lead(a.rows[0]); }},
    {"worst_against_first", "s", [](A a) { return spread(a.rows[0]); }},
    // The longest time per element relative to the shortest, over various n.
    {"spread_of_rates", "s",
     [](A a) {
       std::vector<double> times;
       for (const Row* row : a.rows[0]) times.push_back(time(row) / row->n);
       const auto [least, most] = std::ranges::minmax(times);
       return most / least;
     }},
    // worst_against_first of the first group relative to the smallest of the others.
    {"spread_against_others", "ss",
     [](A a) {
       double least = spread(a.rows[1]);
       for (const Rows& rows : std::span(a.rows).subspan(2)) least = std::min(least, spread(rows));
       return spread(a.rows[0]) / least;
     }},
    // The smallest lead: for each group, the ratio of the fastest of the others to the first.
    {"least_lead", "s",
     [](A a) {
       double least = lead(a.rows[0]);
       for (const Rows& rows : a.rows) least = std::min(least, lead(rows));
       return least;
     }},
    // The smallest times_as_long of two groups, pair by pair.
    {"least_of", "ss", [](A a) { return std::ranges::min(ratios(a.rows[0], a.rows[1])); }},
    {"mean_of", "ss",
     [](A a) {
       const std::vector<double> all = ratios(a.rows[0], a.rows[1]);
       return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
     }},
    {"share_of_both", "ss", [](A a) { return time(a.rows[0][0]) / (time(a.rows[0][0]) + time(a.rows[1][0])); }},
    {"share_of_passes", "sp", [](A a) { return sum_of(*a.rows[0][0], a.passes[0]) / sum_of_all(*a.rows[0][0]); }},
    {"passes_as_long", "spsp",
     [](A a) { return sum_of(*a.rows[0][0], a.passes[0]) / sum_of(*a.rows[1][0], a.passes[1]); }},
    // The time of a sort in units of one set of passes of another.
    {"in_passes_of", "ssp", [](A a) { return time(a.rows[0][0]) / sum_of(*a.rows[1][0], a.passes[0]); }},
    // The gain of a sort since the paper relative to that of transfers, which took a ninth of its time.
    {"gain_over_transfer", "ssd",
     [](A a) { return a.numbers[0] / time(a.rows[0][0]) / (a.numbers[0] / 9 / time(a.rows[1][0])); }}};

const Function& function_of(const std::string& name) {
  const auto found = std::ranges::find_if(functions, [&](const Function& each) { return each.name == name; });
  if (found == std::end(functions)) throw std::runtime_error("there is no function " + name);
  return *found;
}

}  // namespace

const json& common_of_papers() {
  static const json common = json::parse(embedded("common.json"));
  return common;
}

SetupReader::SetupReader(std::string form, const std::string& sizes, std::uint32_t largest)
    : form_(std::move(form)), largest_(largest) {
  if (!sizes.empty()) sizes_ = this->sizes(sizes);
}

std::vector<std::uint32_t> SetupReader::sizes(const std::string& text) const {
  if (text == "sizes") return sizes_;
  if (text == "last") return sizes_.empty() ? sizes_ : std::vector{sizes_.back()};
  if (!text.starts_with("2^")) return {parse_number(text)};
  std::vector<std::uint32_t> powers;
  const std::size_t dots = text.find("..");
  const std::uint32_t last = parse_number(text.substr(dots + 2));
  for (std::uint32_t i = parse_number(text.substr(2, dots - 2)); i <= last && std::uint32_t{1} << i <= largest_; ++i)
    powers.push_back(std::uint32_t{1} << i);
  return powers;
}

std::string SetupReader::entry(const std::string& name, std::uint32_t n) const {
  const std::size_t colon = std::min(name.find(':'), name.size());
  const json& known = common_of_papers().at("entries");
  const auto found = known.find(name.substr(0, colon));
  if (found == known.end()) return name;
  std::string whole = found->is_string() ? entry(found->get<std::string>(), n) : by_rules(*found, n);
  for (std::size_t begin = colon; begin < name.size();) {
    const std::size_t end = std::min(name.find(':', begin + 1), name.size());
    set_parameter(whole, name.substr(begin + 1, end - begin - 1));
    begin = end;
  }
  return whole;
}

std::string SetupReader::entry(const std::string& text) const {
  const std::size_t space = text.find(' ');
  return space == std::string::npos ? entry(text, 0)
                                    : entry(text.substr(0, space), parse_number(text.substr(space + 1)));
}

Setup SetupReader::setup(const std::string& name, const std::string& form, const std::string& input,
                         std::uint32_t n) const {
  const std::string whole = entry(name, n);
  constexpr std::uint32_t arrays_of_survey =
      4;  // "Every algorithm was run four times with different input arrays" (V.B)
  return {whole, form_of(form, whole), form == "numbers" ? input + arrays_suffix(arrays_of_survey) : input, n};
}

std::vector<Setup> SetupReader::setups(const std::string& text) const {
  std::vector<Setup> all;
  for (const std::string& each : expanded(text)) {
    std::istringstream words(each);
    std::vector<std::string> parts{std::istream_iterator<std::string>(words), {}};
    if (parts.size() == 3) parts.insert(parts.begin() + 1, form_);
    if (parts.size() != 4) throw std::runtime_error("\"" + text + "\" is not an entry, a form, an input and a size");
    for (const std::uint32_t n : sizes(parts[3])) all.push_back(setup(parts[0], parts[1], parts[2], n));
  }
  return all;
}

std::vector<std::string> SetupReader::passes(const std::string& name) const {
  const json& known = common_of_papers().at("passes");
  const auto found = known.find(name);
  return found == known.end() ? std::vector{name} : found->get<std::vector<std::string>>();
}

Quantity read_quantity(const json& text, const SetupReader& reader) {
  const Function& function = function_of(text.at(0));
  const std::string parameters = function.parameters;
  if (text.size() <= parameters.size()) throw std::runtime_error(text.dump() + ": too few arguments");
  Quantity quantity;
  Arguments known;
  std::vector<std::size_t> sizes;  // of the groups
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char kind = parameters[std::min(i, parameters.size()) - 1];
    if (kind == 'p') known.passes.push_back(reader.passes(text[i]));
    if (kind == 'd') known.numbers.push_back(text[i]);
    if (kind != 's') continue;
    std::vector<Setup> group = reader.setups(text[i]);
    if (group.empty()) return {};
    if (text[0] == "interpolated") {
      group.push_back(group[0]);
      group[0].n = std::bit_floor(group[0].n);
      known.numbers.push_back(static_cast<double>(group[1].n - group[0].n) / group[0].n);
      group[1].n = 2 * group[0].n;
    }
    sizes.push_back(group.size());
    std::ranges::move(group, std::back_inserter(quantity.setups));
  }
  quantity.of_passes = !known.passes.empty();
  quantity.value = [known, sizes, value = function.value](Rows rows) {
    Arguments arguments = known;
    for (const std::size_t size : sizes) {
      arguments.rows.push_back(rows.first(size));
      rows = rows.subspan(size);
    }
    return value(arguments);
  };
  return quantity;
}

Bounds bounds_of_ratio(double theirs) {
  if (theirs >= 1) return {.least = std::max(1.0, theirs / 2)};
  return {.most = std::min(1.0, theirs * 2)};
}

Bounds read_bounds(const json& text) {
  if (text.is_string()) return read_bounds(common_of_papers().at("words").at(text.get<std::string>()));
  if (text.contains("about"))
    return {.least = text["about"].get<double>() / 2, .most = text["about"].get<double>() * 2};
  if (text.contains("ratio"))
    return bounds_of_ratio(text["ratio"].at(0).get<double>() / text["ratio"].at(1).get<double>());
  if (!text.contains("least") && !text.contains("most")) throw std::runtime_error(text.dump() + " are no bounds");
  const Bounds all;
  return {.least = text.value("least", all.least), .most = text.value("most", all.most)};
}

}  // namespace farfirst::bench
