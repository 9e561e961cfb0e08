#pragma once
// The command line: commands, and the options of each. It hides CLI11, whose header costs ten seconds of compiling in
// every file that includes it.

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

/// An option that was added to a command. Each call returns the option itself.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option& required();
  Option& range(int least, int most);
  Option& range(std::uint32_t least, std::uint32_t most);
  Option& range(double least, double most);
  Option& one_of(const std::vector<std::string>& known);  // in small or capital letters
  Option& existing_file();
  Option& values(int count);  // exactly so many
  Option& once_each();        // a list whose option is given once for each value, which may hold commas
  Option& shown_default(const std::string& text);  // in the help, instead of the value that the variable has
  Option& needs(const Option& other);
  Option& excludes(const Option& other);

 private:
  CLI::Option* option_;
};

class Command {
 public:
  explicit Command(CLI::App* command, std::function<int()>& action) : command_(command), action_(&action) {}

  /// An option "--name", or an argument by its place, "FILES". What it sets must live until the program has run. The
  /// value that the variable has is its default, and help shows it where it is not empty. A list after an option is
  /// separated by commas; arguments by their place are one value each. T: std::string, int, std::uint32_t, std::size_t,
  /// double, or a vector of strings or ints.
  template <class T>
  Option option(const std::string& name, T& value, const std::string& help);
  Option flag(const std::string& name, bool& value, const std::string& help);
  /// It takes any arguments: a command that is not part of this build says so whatever it is asked for.
  void accept_anything();
  /// What the program does, and its exit code, where this command was chosen.
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
  /// Reads the arguments and does what they ask for; returns the exit code. Wrong arguments are said in one sentence.
  int run(int argc, const char* const* argv);

 private:
  std::unique_ptr<CLI::App> app_;
  std::function<int()> action_;
};

}  // namespace farfirst::bench
