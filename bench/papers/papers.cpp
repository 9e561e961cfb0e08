// See papers.h. Reads bench/papers/data.
#include "papers.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "program/embedded.h"
#include "quantities.h"

namespace farfirst::bench {

namespace {

using nlohmann::json;

constexpr const char* ids[] = {"hybrid-2007", "hybrid-2008", "quicksort-2009", "samplesort-2009", "survey", "aims"};

/// Puts the members of `names` in place of $name. A name that is the whole text may stand for any value.
json filled(const json& text, const json& names) {
  json result = text;
  if (text.is_structured()) {
    for (json& each : result) each = filled(each, names);
  } else if (text.is_string()) {
    const std::string& old = text.get_ref<const std::string&>();
    std::string whole;
    for (std::size_t at = 0; at < old.size();) {
      const std::size_t end = old[at] != '$'
                                  ? std::min(old.find('$', at), old.size())
                                  : std::min(old.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at + 1), old.size());
      const auto found = old[at] == '$' ? names.find(old.substr(at + 1, end - at - 1)) : names.end();
      if (found != names.end() && end - at == old.size()) return *found;
      whole += found == names.end() ? old.substr(at, end - at) : found->get<std::string>();
      at = end;
    }
    result = whole;
  }
  return result;
}

class PaperReader {
 public:
  PaperReader(const std::string& id, std::uint32_t largest)
      : text_(json::parse(embedded(id + ".json"))),
        largest_(largest),
        setups_(text_.at("form"), text_.value("sizes", ""), largest) {
    paper_ = {.id = id, .title = text_.at("title"), .machine = text_.value("machine", "")};
  }

  Paper read() {
    for (const json& row : list("stand_ins"))
      paper_.stand_ins.push_back({row.at(0), setups_.entry(row.at(1).get<std::string>()), row.at(2)});
    for (const json& table : list("tables")) add_table(table);
    for (const json& variant : list("variants")) {
      for (const json& claim : list("claims_of_variants")) add_claim(filled(claim, variant), variant.at("suffix"));
    }
    for (const json& claim : list("claims")) add_claim(claim, "");
    for (const json& sentence : list("not_repeated")) paper_.not_repeated.push_back(sentence);
    return std::move(paper_);
  }

 private:
  json list(const char* name) const { return text_.value(name, json::array()); }

  std::vector<std::uint32_t> sizes_of(const json& table) const {
    if (table.at("sizes").is_string()) return setups_.sizes(table["sizes"]);
    std::vector<std::uint32_t> sizes = table["sizes"];
    std::erase_if(sizes, [&](std::uint32_t n) { return n > largest_; });
    return sizes;
  }

  /// Reads [name, "ENTRY [FORM]"], with passes behind it if it is a part of a sort; or [name, quantity].
  Quantity time_of(const json& competitor, const std::string& input, std::uint32_t n) const {
    json text = competitor.at(1);
    if (text.is_string()) {
      text = {"time", text.get<std::string>() + " $input $n"};
      if (competitor.size() > 2) text = {"time_of_passes", text[1], competitor[2]};
    }
    return read_quantity(filled(text, {{"input", input}, {"n", std::to_string(n)}}), setups_);
  }

  void add_line(PaperTable& table, const json& text, const std::string& input, std::uint32_t n, const json& theirs) {
    PaperTable::Line line{.input = input, .n = n, .cells = {}};
    for (const json& competitor : text.at("competitors")) {
      const std::size_t place = line.cells.size();
      line.cells.push_back({time_of(competitor, input, n), place < theirs.size() ? theirs[place].get<double>() : 0});
    }
    table.lines.push_back(std::move(line));
  }

  void add_table(const json& text) {
    PaperTable table{.where = text.at("where"), .title = text.at("title"), .note = text.value("note", "")};
    for (const json& competitor : text.at("competitors")) table.competitors.push_back(competitor.at(0));
    table.reference = text.value("reference", -1);
    for (const json& line : text.value("lines", json::array())) {
      const std::uint32_t n = setups_.sizes(line.at(1)).at(0);
      if (n <= largest_) add_line(table, text, line.at(0), n, line.at(2));
    }
    for (const json& input : text.value("inputs", json::array())) {
      for (const std::uint32_t n : sizes_of(text)) add_line(table, text, input, n, {});
    }
    if (!table.lines.empty()) paper_.tables.push_back(std::move(table));
  }

  /// Reads one of the paper's `reasons` if it has "use". "published" applies only to that variant.
  void add_reason(Claim& claim, const json& text, bool published) const {
    if (text.value("published", false) && !published) return;
    const json whole =
        text.contains("use") ? filled(text_.at("reasons").at(text["use"].get<std::string>()), text) : text;
    Reason reason{whole.at("text"), read_quantity(whole.at("is"), setups_), read_bounds(whole.at("holds"))};
    if (!reason.quantity.setups.empty()) claim.reasons.push_back(std::move(reason));
  }

  void add_claim(const json& unfilled, const std::string& suffix) {
    const std::vector<std::uint32_t>& sizes = setups_.sizes_of_paper();
    const std::string range = sizes.empty() ? "no size"
                                            : fmt::format("2^{} to 2^{}", std::bit_width(sizes.front()) - 1,
                                                          std::bit_width(sizes.back()) - 1);
    const json text = filled(unfilled, {{"sizes", range}});
    Claim claim{.number = text.at("number").get<std::string>() + suffix,
                .where = text.value("where", ""),
                .claim = text.at("claim"),
                .theirs = text.value("theirs", "")};
    claim.impossible = text.value("impossible", "");
    if (claim.impossible.empty()) {
      claim.quantity = read_quantity(text.at("is"), setups_);
      claim.bounds = read_bounds(text.at("holds"));
      for (const json& reason : text.value("reasons", json::array())) add_reason(claim, reason, suffix.empty());
      if (claim.quantity.setups.empty()) claim.impossible = "none of its sizes was wanted";
    }
    paper_.claims.push_back(std::move(claim));
  }

  const json text_;
  const std::uint32_t largest_;
  const SetupReader setups_;
  Paper paper_;
};

}  // namespace

std::vector<Paper> papers(std::uint32_t largest) {
  std::vector<Paper> all;
  for (const char* id : ids) {
    try {
      all.push_back(PaperReader(id, largest).read());
    } catch (const std::exception& error) {
      throw std::runtime_error(fmt::format("bench/papers/data/{}.json: {}", id, error.what()));
    }
  }
  return all;
}

std::vector<std::string> paper_ids() { return {std::begin(ids), std::end(ids)}; }

}  // namespace farfirst::bench
