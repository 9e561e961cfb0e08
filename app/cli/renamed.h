#pragma once
// Options and values that had another name in an earlier version. The old names still work, on the command line and in
// the settings file, for one version after the change. Then their rows here go.

#include <string_view>

namespace farfirst::app {

/// The value of the current option that an old one without a value stands for, as --no-shadows would for --shadows=no;
/// empty if it must have one.
std::string_view value_of_old(std::string_view old_name);
/// An option's name, without the dashes, as it is now called. `name` itself unless it is an old one.
std::string_view current_option(std::string_view name);
/// The same for a value of an option that has its current name.
std::string_view current_value(std::string_view option, std::string_view value);

}  // namespace farfirst::app
