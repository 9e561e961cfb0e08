#include "right_side.h"

#include <algorithm>
#include <array>

#include "io/exit_codes.h"
#include "sort_values.h"

namespace farfirst::app {
namespace {

/// An option that each side has of its own.
struct OwnOption {
  std::string_view name, of_right, help;
};
constexpr std::array own_options = {OwnOption{"sort", "right.sort", "What --sort is on the left"},
                                    OwnOption{"sort-parameter", "right.sort-parameter", "What --sort-parameter is"},
                                    OwnOption{"metric", "right.metric", "What --metric is"},
                                    OwnOption{"sort-point", "right.sort-point", "What --sort-point is"},
                                    OwnOption{"key-bits", "right.key-bits", "What --key-bits is"},
                                    OwnOption{"key-form", "right.key-form", "What --key-form is"},
                                    OwnOption{"draw-order", "right.draw-order", "What --draw-order is"},
                                    OwnOption{"resort", "right.resort", "What --resort is"},
                                    OwnOption{"cull", "right.cull", "What --cull is: on, off or auto"},
                                    OwnOption{"renderer", "right.renderer", "What --renderer is"},
                                    OwnOption{"samples", "right.samples", "What --samples is"},
                                    OwnOption{"exact-by", "right.exact-by", "What --exact-by is"},
                                    OwnOption{"peel-layers", "right.peel-layers", "What --peel-layers is"}};

const std::string of_right = "right.";

Options as_left(const SideChoice& side) {
  Options options;
  options.sort = side.sort;
  options.look = side.look;
  return options;
}

/// Changes a side as if it were the left one. Errors about --sort become errors about --right.sort.
template <class Change>
void change(SideChoice& side, const Change& left) {
  Options options = as_left(side);
  try {
    left(options);
  } catch (Failure& failure) {
    for (Place& place : failure.diagnostic.places)
      if (place.kind == Place::Kind::option) place.name = of_right + place.name;
    throw;
  }
  side = {options.sort, options.look};
}

/// Parameters are those of the sort that was named before them.
void apply(SideChoice& side, const GivenValue& given) {
  change(side, [&](Options& options) {
    if (given.name == "sort") options.sort.parameters.clear();
    find_option(given.name)->set(options, given.value);
  });
}

/// A value that does not fit is refused at once; it is kept, since the left side may not be known yet.
void give(Options& options, const GivenValue& given) {
  SideChoice side = options.right.value_or(SideChoice{options.sort, options.look});
  apply(side, given);
  if (options.right) options.right = side;
  options.right_given.push_back(given);
}

/// What is to be said of the right side; empty where that is nothing: it is as on the left, or not shown.
std::string said_of(const Options& options, std::string_view name) {
  if (!options.split.on) return {};
  const SideChoice side = right_side(options);
  const OptionRow& row = *find_option(name);
  const std::string value = row.get(as_left(side));
  const bool is_of_sort = name == "sort" || name == "sort-parameter";  // parameters go with it
  if (is_of_sort && !same(side.sort.parameters, options.sort.parameters)) return value;
  return value == row.get(options) ? std::string() : value;
}

OptionRow right_row(const OptionRow& left, const OwnOption& own) {
  OptionRow row = left;
  row.group = "The right side, where the picture is split; what is not said is as on the left";
  row.name = own.of_right;
  row.persistence = left.persistence == Persistence::no ? Persistence::no : Persistence::if_named;
  row.help = own.help;
  if (left.kind == OptionKind::toggle) {
    row.kind = OptionKind::text;
    row.value = "WHEN";
  }
  row.set = [name = std::string(own.name)](Options& options, const std::string& value) {
    give(options, {name, value});
  };
  if (left.get) row.get = [name = own.name](const Options& options) { return said_of(options, name); };
  return row;
}

}  // namespace

std::vector<OptionRow> right_rows(const std::vector<OptionRow>& rows) {
  std::vector<OptionRow> result;
  for (const OwnOption& own : own_options)
    result.push_back(right_row(*std::ranges::find(rows, own.name, &OptionRow::name), own));
  return result;
}

SideChoice right_side(const Options& options) {
  if (options.right) return *options.right;
  SideChoice side{options.sort, options.look};
  for (const GivenValue& given : options.right_given) apply(side, given);
  change(side, [](Options& left) { check_sort_parameters(left, of_right); });
  return side;
}

}  // namespace farfirst::app
