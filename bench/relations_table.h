#pragma once
// The claims of the five papers about their sorts, and aims of this project, as a table: what is compared, what the
// paper found, when the claim holds. Absolute times of 2007 do not carry over; directions and rough ratios should.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "measure.h"

namespace farfirst::bench {

/// One thing to be measured.
struct Setup {
  std::string entry;  // with parameters, as in --entries
  Form form = Form::argsort;
  std::string input;  // a distribution's name, or model_input
  std::uint32_t n = 0;
};
/// Real distances: of the model that the user names, cut to n triangles; without one, of a sphere's surface.
inline constexpr const char* model_input = "model";
/// Not an entry: the keys are brought to the GPU and as many bytes back, through pageable memory of the host.
inline constexpr const char* transfer = "transfer";

/// A number made of measurements.
struct Quantity {
  std::vector<Setup> setups;
  std::function<double(std::span<const Row* const>)> value;  // of the setups' rows, in their sequence
};

struct Relation {
  std::string number;  // of section 8 of the project's survey of the papers; a letter where a claim has parts; G: ours
  std::string paper;
  std::string claim;
  std::string theirs;   // the paper's number
  Quantity quantity;    // without setups: it cannot be measured here, and `because` says why
  double least = 0;     // the claim holds from here ...
  double most = 0;      // ... to here; 0 = no limit
  std::string because;  // what there is to say where it does not hold
};

const std::vector<Relation>& relations();

}  // namespace farfirst::bench
