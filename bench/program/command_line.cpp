// See command_line.h. The only file here that includes CLI11.
#include "command_line.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <type_traits>

#include "failure.h"

namespace farfirst::bench {

Option& Option::required() { return option_->required(), *this; }
Option& Option::range(int least, int most) { return option_->check(CLI::Range(least, most)), *this; }
Option& Option::range(std::uint32_t least, std::uint32_t most) {
  return option_->check(CLI::Range(least, most)), *this;
}
Option& Option::range(double least, double most) { return option_->check(CLI::Range(least, most)), *this; }
Option& Option::one_of(const std::vector<std::string>& known) {
  return option_->transform(CLI::IsMember(known, CLI::ignore_case)), *this;
}
Option& Option::existing_file() { return option_->check(CLI::ExistingFile), *this; }
Option& Option::values(int count) { return option_->expected(count), *this; }
Option& Option::once_each() { return option_->delimiter('\0')->allow_extra_args(false), *this; }
Option& Option::shown_default(const std::string& text) { return option_->default_str(text), *this; }
Option& Option::needs(const Option& other) { return option_->needs(other.option_), *this; }
Option& Option::excludes(const Option& other) { return option_->excludes(other.option_), *this; }

template <class T>
Option Command::option(const std::string& name, T& value, const std::string& help) {
  CLI::Option* option = command_->add_option(name, value, help);
  bool has_default = true;
  if constexpr (!std::is_arithmetic_v<T>) has_default = !value.empty();
  if (has_default) option->capture_default_str();
  if constexpr (!std::is_arithmetic_v<T> && !std::is_same_v<T, std::string>) {
    if (name.starts_with("--")) option->delimiter(',');
  }
  return Option(option);
}
template Option Command::option(const std::string&, std::string&, const std::string&);
template Option Command::option(const std::string&, int&, const std::string&);
template Option Command::option(const std::string&, std::uint32_t&, const std::string&);
template Option Command::option(const std::string&, std::size_t&, const std::string&);
template Option Command::option(const std::string&, double&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::option(const std::string&, std::vector<int>&, const std::string&);

Option Command::flag(const std::string& name, bool& value, const std::string& help) {
  return Option(command_->add_flag(name, value, help));
}

void Command::accept_anything() { command_->allow_extras(); }

void Command::action(std::function<int()> action) {
  command_->callback([chosen = action_, action = std::move(action)] { *chosen = action; });
}

CommandLine::CommandLine(const std::string& name, const std::string& description)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->require_subcommand(1);
}

CommandLine::~CommandLine() = default;

Command CommandLine::command(const std::string& name, const std::string& description) {
  return Command(app_->add_subcommand(name, description), action_);
}

int CommandLine::run(int argc, const char* const* argv) {
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help
    return app_->exit(request);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "{}: {}. See {} --help.\n", app_->get_name(), error.what(), app_->get_name());
    return usage;
  }
  return action_();
}

}  // namespace farfirst::bench
