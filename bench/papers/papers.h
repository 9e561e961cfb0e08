#pragma once
// The five papers as tables: their measurements, competitors, inputs, numbers and claims. Absolute times of 2007 do not
// carry over; directions and rough ratios should. data/<paper>.json has the tables, judge.h the rule by which a claim
// holds.

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "measure/arena.h"

namespace farfirst::bench {

/// One measurement.
struct Setup {
  std::string entry;  // with parameters, as in --entries
  Form form = Form::argsort;
  std::string input;  // a distribution with its parameters, or one of those below
  std::uint32_t n = 0;
  friend auto operator<=>(const Setup&, const Setup&) = default;
};
/// Distances of triangles from outside: of the built-in jungle, and of the model that the user names, cut to n.
inline constexpr const char *jungle_input = "jungle", *triangles_input = "triangles";
/// Distances of the model's n vertices from where its coordinates are 0; without a model, of points of a sphere.
inline constexpr const char* vertices_input = "vertices";
/// Not an entry: the time to copy the keys to the GPU and as many bytes back, through pageable memory of the host.
inline constexpr const char* transfer = "transfer";

/// An input of several arrays, each with its own seed: "uniform:arrays=4". Results are the mean over them.
struct Arrays {
  std::string input;
  std::uint32_t number = 1;
};
std::string arrays_suffix(std::uint32_t number);
Arrays arrays_of(const std::string& input);
/// The mean of an entry's rows on as many arrays, and the widest range of nine times in ten.
Row mean_of_arrays(std::span<const Row> rows, const std::string& input);

/// A number calculated from measurements.
struct Quantity {
  std::vector<Setup> setups;
  std::function<double(std::span<const Row* const>)> value;  // of the setups' rows, in their sequence
  bool of_passes = false;                                    // needs their passes
};

/// A closed range.
struct Bounds {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
  bool hold(double value) const noexcept { return least <= value && value <= most; }
};

/// Bounds for two times whose ratio is `theirs` in the paper: the same is ahead, by at least half the factor.
Bounds bounds_of_ratio(double theirs);

/// A reason why a claim does not hold: the quantity to measure, and its range if it is the reason.
struct Reason {
  std::string text;  // {} is the quantity
  Quantity quantity;
  Bounds bounds;
};

struct Claim {
  std::string number;
  std::string where;  // "section VI, Fig. 8"
  std::string claim;
  std::string theirs;   // the paper's number; empty: none
  Quantity quantity{};  // without setups: it cannot be measured, for the reason in `impossible`
  Bounds bounds{};      // the claim holds within these
  std::vector<Reason> reasons{};
  std::string impossible{};
};

/// One number of a table or a figure, in milliseconds.
struct Cell {
  Quantity milliseconds;  // without setups: none
  double theirs = 0;      // 0: the paper has none
};

/// A table or a figure of a paper: a column for each competitor, a line for each input.
struct PaperTable {
  std::string where;
  std::string title;
  std::string note{};
  std::vector<std::string> competitors{};
  struct Line {
    std::string input;
    std::uint32_t n = 0;
    std::vector<Cell> cells;  // one for each competitor
  };
  std::vector<Line> lines{};
  int reference = -1;  // if the paper has times: the competitor for ratios
};

/// The entry of the catalogue that stands for a competitor of the paper.
struct StandIn {
  std::string name;
  std::string entry;  // empty: none
  std::string how;    // similarities and differences
};

struct Paper {
  std::string id;     // "hybrid-2007"
  std::string title;  // authors, title, year
  std::string machine;
  std::vector<StandIn> stand_ins{};
  std::vector<PaperTable> tables{};
  std::vector<Claim> claims{};
  std::vector<std::string> not_repeated{};
};

/// The papers in the sequence of their years, then "aims": this project's aims that are ratios too. Lines and claims
/// over several sizes are cut at `largest` elements; claims on one size stay, and cannot be measured beyond it. Throws
/// std::runtime_error if a file makes no sense.
std::vector<Paper> papers(std::uint32_t largest);
std::vector<std::string> paper_ids();

}  // namespace farfirst::bench
