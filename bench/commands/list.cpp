// farfirst-bench list: prints the catalogue, on the terminal and as tables of docs/algorithms.md.

#include <farfirst/forms.h>
#include <fmt/core.h>

#include <memory>

#include "program/command_line.h"
#include "program/commands.h"
#include "program/failure.h"

namespace farfirst::bench {

namespace {

std::string forms_of(const Algorithm& algorithm) {
  std::string text;
  for (const Form form : {Form::distance, Form::pairs, Form::argsort64, Form::pairs64, Form::keys, Form::keys64,
                          Form::paper_keys, Form::paper_pairs}) {
    if (algorithm.forms.has(form)) text += fmt::format("{}{}", text.empty() ? "" : ", ", name_of(form));
  }
  return text;
}

void print_algorithms() {
  // The table holds only facts that are the same on every machine. Whether an entry runs here is for the terminal.
  fmt::print("| entry | what | cost | source | native beyond the argsort |\n|---|---|---|---|---|\n");
  for (const Algorithm* algorithm : algorithms()) {
    fmt::print("| `{}` | {} | {} | {} | {} |\n", algorithm->id, algorithm->title, algorithm->cost, algorithm->source,
               forms_of(*algorithm));
  }
}

void print_parameters() {
  fmt::print("| entry | parameter | default | from | to | meaning |\n|---|---|---:|---:|---:|---|\n");
  for (const Algorithm* algorithm : algorithms()) {
    for (const Parameter& parameter : algorithm->parameters) {
      fmt::print("| `{}` | `{}` | {} | {} | {} | {} |\n", algorithm->id, parameter.name, parameter.default_value,
                 parameter.minimum, parameter.maximum, parameter.meaning);
    }
  }
}

void print_text() {
  for (const Algorithm* algorithm : algorithms()) {
    const std::string absent = why_unavailable(*algorithm);
    fmt::print("{:20} {}\n{:20} {}; {}{}\n", algorithm->id, algorithm->title, "", algorithm->cost, algorithm->source,
               algorithm->allocates ? "; allocates" : "");
    if (!algorithm->notes.empty()) fmt::print("{:20} {}\n", "", algorithm->notes);
    for (const Parameter& parameter : algorithm->parameters) {
      fmt::print("{:20}   {} ({} to {}, default {}): {}\n", "", parameter.name, parameter.minimum, parameter.maximum,
                 parameter.default_value, parameter.meaning);
    }
    if (!absent.empty()) fmt::print("{:20} not here: {}\n", "", absent);
  }
}

}  // namespace

void add_list(CommandLine& line) {
  Command command = line.command("list", "Lists the catalogue: what each entry is, and why one cannot run here.");
  const auto markdown = std::make_shared<std::string>();
  command.option("--markdown", *markdown, "A table of docs/algorithms.md").one_of({"algorithms", "parameters"});
  command.action([markdown] {
    if (*markdown == "algorithms") {
      print_algorithms();
    } else if (*markdown == "parameters") {
      print_parameters();
    } else {
      print_text();
    }
    return fine;
  });
}

}  // namespace farfirst::bench
