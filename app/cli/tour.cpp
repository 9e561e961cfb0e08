#include "tour.h"

#include "state_text.h"

namespace farfirst::app {

void load_tour_step(std::uint32_t step, Options& options) {
  const TourStep& from = tour_steps()[step - 1];
  read_state(std::string(from.state), std::string(from.name), {}, options);
  options.state.clear();
  options.tour = step;
}

}  // namespace farfirst::app
