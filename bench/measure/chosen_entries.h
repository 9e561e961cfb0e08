#pragma once
// Which entries sort what, as the command line says it.

#include <farfirst/forms.h>

#include <span>
#include <string>
#include <vector>

#include "arena.h"

namespace farfirst::bench {

std::span<const Form> all_forms() noexcept;
/// Throws Failure where there is no such form.
Form parse_form(const std::string& name);

/// A back end's name stands for all of its entries that run here and have the form; "all" for those of every back end.
/// Throws Failure where a named entry cannot run here, or has no such form. None: nothing that was named by its back
/// end can run here.
std::vector<Choice> chosen_entries(const std::vector<std::string>& texts, Form form);

}  // namespace farfirst::bench
