// See chosen_entries.h.
#include "chosen_entries.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program/failure.h"

namespace farfirst::bench {

namespace {

constexpr Form forms[] = {Form::argsort, Form::distance, Form::pairs,      Form::argsort64,  Form::pairs64,
                          Form::keys,    Form::keys64,   Form::paper_keys, Form::paper_pairs};

bool has_form(const Algorithm& algorithm, Form form) {
  return algorithm.forms.has(form) || form == Form::distance || form == Form::pairs ||
         (form == Form::pairs64 && algorithm.forms.has(Form::argsort64));
}

}  // namespace

std::span<const Form> all_forms() noexcept { return forms; }

Form parse_form(const std::string& name) {
  std::vector<std::string_view> known;
  for (const Form form : forms) {
    if (name_of(form) == name) return form;
    known.push_back(name_of(form));
  }
  throw Failure(usage, fmt::format("--form: there is no \"{}\"; there are {}", name, fmt::join(known, ", ")));
}

std::vector<Choice> chosen_entries(const std::vector<std::string>& texts, Form form) {
  std::vector<Choice> chosen;
  for (const std::string& text : texts) {
    if (text != "all" && text != "cpu" && text != "cuda" && text != "gl") {
      chosen.push_back(parse_choice(text));
      if (!has_form(*chosen.back().algorithm, form)) {
        throw Failure(sort_unavailable, fmt::format("{} has no form {}", text, name_of(form)));
      }
      continue;
    }
    for (const Algorithm* algorithm : algorithms()) {
      const bool wanted = text == "all" || name_of(algorithm->backend) == text;
      if (!wanted || !has_form(*algorithm, form) || !why_unavailable(*algorithm).empty()) continue;
      chosen.push_back({.text = std::string(algorithm->id), .algorithm = algorithm, .parameters = {}, .named = false});
    }
  }
  return chosen;
}

}  // namespace farfirst::bench
