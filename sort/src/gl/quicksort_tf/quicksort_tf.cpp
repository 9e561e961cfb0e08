// gl.quicksort_tf: quicksort by transform feedback, finished in shared memory. This is the form that never waits; its
// partition is in prim/feedback_partition.cpp, and the paper's form in recursion.cpp.
#include "forms.h"

namespace farfirst::gl::quicksort_tf {
namespace {

class Quicksort final : public core::Implementation {
 public:
  Quicksort(GlDevice& device, const core::MakeOptions& options)
      : form_(options.form),
        levels_(static_cast<unsigned>(options["levels"])),
        finish_(device, threshold_of(device, options), options.max_n),
        partition_(device, {.id = id,
                            .form = options.form,
                            .max_n = std::max(options.max_n, 1u),
                            .most_bits = bits_for(options.max_n),
                            .oversampling = static_cast<unsigned>(options["samples"]),
                            .per_point = static_cast<unsigned>(options["per_point"]),
                            .sample_tile = finish_.threshold()}) {
    requirements_.scratch = partition_.scratch();
    requirements_.scratch.push_back(std::max(options.max_n, 1u) * word_bytes);
    requirements_.scratch.push_back(((std::size_t{1} << bits_for(options.max_n)) + 1) * 4);
    requirements_.own = finish_.bytes();
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n != 0) sort(job, job.sorted_keys, call);
  }
  void sort(const DistanceJob& job, const core::Call& call) override {
    if (job.n != 0) sort(job, {}, call);
  }
  bool takes(const DistanceJob&) const override { return true; }
  bool has_place_for_keys() const override { return form_ == Form::distance; }
  ::farfirst::Buffer place_for_keys(std::span<const ::farfirst::Buffer> scratch, std::uint32_t n) const override {
    return partition_.place_for_keys(scratch, n);
  }

 private:
  /// A pass halves twice. Mean sublists have at most half the threshold, so few exceed it.
  unsigned bits_for(std::uint32_t n) const {
    const unsigned largest = static_cast<unsigned>(std::bit_width(std::max(n, 1u))) - 1;  // a sublist has an element
    const unsigned most = std::min(FeedbackPartition::most_bits, largest);
    if (levels_ != 0) return std::min(2 * levels_, most);
    unsigned bits = 0;
    if (n > finish_.threshold()) {
      while (std::uint64_t{n} >> bits > finish_.threshold() / 2) bits += 2;
    }
    return std::min(bits, most);
  }

  template <class Job>
  void sort(const Job& job, const ::farfirst::Buffer& sorted_keys, const core::Call& call) const {
    const std::size_t pieces = partition_.scratch().size();
    const Sublists to{bits_for(job.n), job.scratch[pieces], job.scratch[pieces + 1]};
    partition_.enqueue(job, job.scratch.first(pieces), to, call.passes);
    call.passes.begin("finish");
    finish_.sort({.words = core::part(to.words, 0, job.n * word_bytes),
                  .bounds = to.offsets,
                  .lists = 1u << to.bits,
                  .order = job.order,
                  .sorted_keys = sorted_keys});
  }

  const Form form_;
  const unsigned levels_;
  const ListSorter finish_;
  const FeedbackPartition partition_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  GlDevice& gl = gl_device(device);
  if (options["form"] == 1) return make_recursion(gl, options);
  return std::make_unique<Quicksort>(gl, options);
}

}  // namespace farfirst::gl::quicksort_tf
