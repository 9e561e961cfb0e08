#pragma once
// The command line: commands with their options. It hides CLI11, whose header takes ten seconds to compile in each
// file.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace farfirst::bench {

/// An option of a command. Each call returns the option itself.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option& required();
  Option& range(int least, int most);
  Option& range(std::uint32_t least, std::uint32_t most);
  Option& range(double least, double most);
  Option& one_of(const std::vector<std::string>& known);  // in upper or lower case
  Option& existing_file();
  Option& values(int count);  // an exact number
  Option& once_each();        // a list: one value each time the option is given, which may contain commas
  Option& shown_default(const std::string& text);  // in the help, instead of the variable's value
  Option& needs(const Option& other);
  Option& excludes(const Option& other);

 private:
  CLI::Option* option_;
};

class Command {
 public:
  explicit Command(CLI::App* command, std::function<int()>& action) : command_(command), action_(&action) {}

  /// An option "--name", or a positional argument, "FILES". Its variable must live until the program has run. The
  /// variable's value is the default, and help shows it if it is not empty. A list after an option is separated by
  /// commas; a positional argument is one value. T: std::string, int, std::uint32_t, std::size_t, double, or a vector
  /// of strings or ints.
  template <class T>
  Option option(const std::string& name, T& value, const std::string& help);
  Option flag(const std::string& name, bool& value, const std::string& help);
  /// Accepts any arguments: for a command that is not part of this build and reports only that.
  void accept_anything();
  /// Sets the action of this command, which returns the exit code.
  void action(std::function<int()> action);

 private:
  CLI::App* command_;
  std::function<int()>* action_;
};

class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& description);
  ~CommandLine();

  Command command(const std::string& name, const std::string& description);
  /// Reads the arguments and runs the command; returns the exit code. Wrong arguments end with one sentence.
  int run(int argc, const char* const* argv);

 private:
  std::unique_ptr<CLI::App> app_;
  std::function<int()> action_;
};

}  // namespace farfirst::bench
