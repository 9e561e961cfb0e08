#include "right_side.h"

#include <algorithm>
#include <array>

#include "io/exit_codes.h"
#include "rows.h"
#include "sort_values.h"

namespace farfirst::app {
namespace {

/// An option that each side has separately.
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

/// A document with this as its left side.
Document as_left(const SideChoice& side) {
  Document document;
  document.left = side;
  return document;
}

/// Changes a side as if it were the left one. Errors about --sort become errors about --right.sort.
template <class Change>
void change(SideChoice& side, const Change& left) {
  Document document = as_left(side);
  try {
    left(document);
  } catch (Failure& failure) {
    for (Place& place : failure.diagnostic.places)
      if (place.kind == Place::Kind::option) place.name = of_right + place.name;
    throw;
  }
  side = document.left;
}

const Access<Document>& access_of(std::string_view name) { return *find_option(name)->of<Document>(); }

/// Parameters are those of the sort that was named before them.
void set_own(SideChoice& side, std::string_view name, const std::string& value) {
  change(side, [&](Document& document) {
    if (name == "sort") document.left.sort.parameters.clear();
    access_of(name).set(document, value);
  });
}

/// The value of the right side; empty where it is as on the left, or not shown.
std::string own_value(const Document& document, std::string_view name) {
  if (!document.split.on) return {};
  const SideChoice side = document.side(right_index);
  const std::string value = access_of(name).get(as_left(side));
  const bool is_of_sort = name == "sort" || name == "sort-parameter";  // parameters go with it
  if (is_of_sort && side.sort.parameters != document.left.sort.parameters) return value;
  return value == access_of(name).get(document) ? std::string() : value;
}

OptionRow right_row(const OptionRow& left, const OwnOption& own) {
  OptionRow row = left;
  row.group = right_group;
  row.name = own.of_right;
  row.persistence = left.persistence == Persistence::no ? Persistence::no : Persistence::if_named;
  row.help = own.help;
  if (left.kind == OptionKind::toggle) {
    row.kind = OptionKind::text;
    row.value = "WHEN";
  }
  row.member = Access<Document>{[name = own.name](Document& document, const std::string& value) {
                                  if (!document.right) document.right = document.left;
                                  set_own(*document.right, name, value);
                                },
                                [name = own.name](const Document& document) { return own_value(document, name); }};
  return row;
}

}  // namespace

std::vector<OptionRow> right_rows(const std::vector<OptionRow>& rows) {
  std::vector<OptionRow> result;
  for (const OwnOption& own : own_options)
    result.push_back(right_row(*std::ranges::find(rows, own.name, &OptionRow::name), own));
  return result;
}

void follow_left(Document& document, const Document& before, const std::function<bool(std::string_view)>& is_given) {
  if (!before.right) return;
  const Document right = as_left(*before.right);
  for (const OwnOption& own : own_options) {
    const auto& get = access_of(own.name).get;
    if (is_given(own.name) && !is_given(own.of_right) && get(right) == get(before))
      set_own(*document.right, own.name, get(document));
  }
}

void check_right_side(const Document& document) {
  SideChoice side = document.side(right_index);
  change(side, [](Document& left) { check_sort_parameters(left, of_right); });
}

}  // namespace farfirst::app
