// cuda.hybrid_tf: quicksort by transform feedback splits the elements into sublists in OpenGL; the vector mergesort
// sorts all of them at once in CUDA. Sintorn, Assarsson, journal version, sections 5.2 and 6.
//
// Both halves work on an OpenGL buffer that belongs to the sorter and is registered with CUDA when it is made. A sort
// maps it once: CUDA reads the partition's words in it, and overwrites them with the order. A copy in OpenGL moves
// the order to the job's buffer (4 bytes per element, while a pass of the partition moves 16). To write there
// directly, CUDA would have to register the caller's buffer, and could not know when that is deleted and its name
// used again.
#include <farfirst/cuda.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "cuda/device.h"
#include "gl/device.h"
#include "gl/launch.h"
#include "gl/prim/feedback_partition.h"
#include "merge.h"
#include "object/buffer.h"
#include "tracer.h"

namespace farfirst::cuda::hybrid_tf {
namespace {

/// The number of sublists that was fastest on an H200: 64 of 64 k elements, 256 of 1 M, 1024 of 8 M; a power of four,
/// since a pass of the partition splits four ways. The cost of a pass grows with the number of elements, that of
/// merging with the length of sublists. Sublists shorter than a merge in shared memory gain nothing.
std::uint32_t tuned_sublists(std::uint32_t n) {
  constexpr std::uint32_t least_length = 1024;
  const auto wanted = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(n)) / 4);
  std::uint32_t sublists = 1;
  while (sublists < wanted) sublists *= 4;
  return std::min(sublists, std::bit_floor(std::max(n / least_length, 1u)));
}

/// Opens CUDA on the GPU that draws. Throws Error if CUDA does not know that GPU.
std::unique_ptr<CudaDevice> open_beside(const gl::GlDevice& gl) {
  auto device = std::make_unique<CudaDevice>(DeviceOptions{});
  GlMatch match = match_gl(*device, gl.proc());
  if (!match.same && match.ordinal >= 0) {
    device = std::make_unique<CudaDevice>(cuda_options(nullptr, match.ordinal));
    match = match_gl(*device, gl.proc());
  }
  if (!match.same) throw Error("cuda.hybrid_tf: " + match.sentence());
  return device;
}

unsigned checked_width(std::int64_t vector) {
  if (vector != 1 && vector != 4) {
    throw Error("cuda.hybrid_tf: parameter 'vector' must be 4 or 1, not " + std::to_string(vector));
  }
  return static_cast<unsigned>(vector);
}

class HybridTf final : public core::Implementation {
 public:
  HybridTf(gl::GlDevice& device, const core::MakeOptions& options)
      : gl_(device),
        sublists_(static_cast<std::uint32_t>(options["sublists"])),
        most_n_(std::max(options.max_n, 1u)),
        partition_(device, {.id = "cuda.hybrid_tf",
                            .form = options.form,
                            .max_n = most_n_,
                            .most_bits = bits_for(most_n_),
                            .oversampling = static_cast<unsigned>(options["samples"])}),
        cuda_(open_beside(device)),
        merge_(Merge::make(*cuda_, {.max_n = most_n_,
                                    .most_sublists = 1u << bits_for(most_n_),
                                    .width = checked_width(options["vector"]),
                                    .in_shared_memory = options["shared_merge"] != 0})),
        words_(device.gl(), most_n_ * sizeof(std::uint64_t)),
        offsets_(device.gl(), ((std::size_t{1} << bits_for(most_n_)) + 1) * sizeof(std::uint32_t)) {
    const GlBuffer buffers[] = {{words_.name()}, {offsets_.name(), GlAccess::read}};
    share_ = GlShare(*cuda_, buffers);
    requirements_.scratch = partition_.scratch();
    requirements_.own = words_.bytes() + offsets_.bytes() + merge_->bytes();
  }

  void sort(const FormJob& job, const core::Call& call) override { run(job, job.sorted_keys, call); }
  void sort(const DistanceJob& job, const core::Call& call) override { run(job, {}, call); }
  bool takes(const DistanceJob&) const override { return true; }

  std::unique_ptr<core::Tracer> make_tracer() override {
    auto tracer = std::make_unique<TwoTracers>(gl_.make_tracer(), cuda_->make_tracer());
    tracer_ = tracer.get();
    return tracer;
  }

 private:
  unsigned bits_for(std::uint32_t n) const {
    const std::uint32_t wanted = sublists_ != 0 ? std::bit_ceil(sublists_) : tuned_sublists(n);
    const std::uint32_t sublists = std::min(wanted, std::bit_floor(n));
    return static_cast<unsigned>(std::countr_zero(sublists));
  }

  template <class Job>
  void run(const Job& job, const Buffer& sorted_keys, const core::Call& call) {
    if (job.n == 0) return;
    const gl::Sublists to{.bits = bits_for(job.n),
                          .words = {Backend::gl, words_.name(), 0, job.n * sizeof(std::uint64_t)},
                          .offsets = {Backend::gl, offsets_.name(), 0, offsets_.bytes()}};
    partition_.enqueue(job, job.scratch.first(partition_.scratch().size()), to, call.passes);
    call.passes.begin(in_cuda);
    // The words and offsets that shaders wrote, for CUDA and for the copies after it.
    gl::barrier(gl_, GL_BUFFER_UPDATE_BARRIER_BIT);
    merge(job, to.bits, static_cast<bool>(sorted_keys));
    call.passes.begin("copy the order");
    const std::size_t bytes = job.n * sizeof(std::uint32_t);
    copy(0, job.order, bytes);
    if (sorted_keys) copy(bytes, sorted_keys, bytes);
  }

  /// The order is copied to the beginning of the words' buffer, the sorted keys after it.
  template <class Job>
  void merge(const Job& job, unsigned bits, bool with_keys) {
    const core::CallScope scope(*cuda_);
    GlShare::Mapping mapping = share_.map();
    auto* words = data<std::uint64_t>(mapping[0]);
    auto* order = data<std::uint32_t>(mapping[0]);
    merge_->enqueue({job.n, 1u << bits, words, data<const std::uint32_t>(mapping[1])}, order,
                    with_keys ? order + job.n : nullptr, job.trace ? tracer_->cuda_passes() : core::PassTrace());
    if (job.trace) tracer_->end_cuda();
    mapping.end();
  }

  void copy(std::size_t from, const Buffer& to, std::size_t bytes) const {
    gl_.gl().CopyNamedBufferSubData(words_.name(), static_cast<GLuint>(to.handle), static_cast<GLintptr>(from),
                                    static_cast<GLintptr>(to.offset), static_cast<GLsizeiptr>(bytes));
  }

  gl::GlDevice& gl_;
  const std::uint32_t sublists_;  // requested; 0 = tuned
  const std::uint32_t most_n_;
  const gl::FeedbackPartition partition_;
  const std::unique_ptr<CudaDevice> cuda_;
  const std::unique_ptr<Merge> merge_;
  const gl::Buffer words_, offsets_;
  GlShare share_;
  TwoTracers* tracer_ = nullptr;  // the sorter's, once it traces
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<HybridTf>(gl::gl_device(device), options);
}

}  // namespace farfirst::cuda::hybrid_tf
