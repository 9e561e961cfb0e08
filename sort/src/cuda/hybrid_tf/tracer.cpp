// See tracer.h.
#include "tracer.h"

#include <algorithm>

namespace farfirst::cuda::hybrid_tf {

void TwoTracers::begin() {
  gl_->begin();
  cuda_->begin();
  cuda_works_ = true;
}

void TwoTracers::end_cuda() {
  if (std::exchange(cuda_works_, false)) cuda_->end();
}

void TwoTracers::end() {
  end_cuda();  // of a call without elements
  gl_->end();
}

bool TwoTracers::take(std::vector<Pass>& passes) {
  if (!has_taken_) has_taken_ = gl_->take(taken_);
  std::vector<Pass> of_cuda;
  if (!has_taken_ || !cuda_->take(of_cuda)) return false;
  for (const Pass& pass : taken_) {
    if (pass.name != in_cuda) {
      passes.push_back(pass);
      continue;
    }
    double rest = pass.milliseconds;
    for (const Pass& own : of_cuda) rest -= own.milliseconds;
    passes.insert(passes.end(), of_cuda.begin(), of_cuda.end());
    passes.push_back({there_and_back, std::max(rest, 0.0)});
  }
  taken_.clear();
  has_taken_ = false;
  return true;
}

}  // namespace farfirst::cuda::hybrid_tf
