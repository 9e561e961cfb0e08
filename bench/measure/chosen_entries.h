#pragma once
// Entries and forms, as chosen on the command line.

#include <farfirst/forms.h>

#include <span>
#include <string>
#include <vector>

#include "arena.h"

namespace farfirst::bench {

std::span<const Form> all_forms() noexcept;
/// Throws Failure if there is no such form.
Form parse_form(const std::string& name);

/// A back end's name stands for all of its entries that run here and have the form; "all" for those of every back end.
/// Throws Failure if a named entry cannot run here, or lacks the form. Returns none if no entry of the named back ends
/// can run here.
std::vector<Choice> chosen_entries(const std::vector<std::string>& texts, Form form);

}  // namespace farfirst::bench
