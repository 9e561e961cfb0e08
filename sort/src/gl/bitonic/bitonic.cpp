// gl.bitonic: Batcher's bitonic sorting network (AFIPS 1968) as compute shaders.
//
// With all comparators ascending (see sort/prim/network.glsl) words after the last real one would never move, so any n
// is sorted in the memory of n words. Tiles are sorted in shared memory. In a merge, strides beyond a tile are done in
// registers, several to a pass over memory, and narrower ones in shared memory. The first pass packs keys and indices
// into words, the last one writes the order.
#include "core/implementation.h"
#include "gl/launch.h"
#include "gl/prim/packed_words.h"
#include "plan.h"

namespace farfirst::gl::bitonic {
namespace {

constexpr std::size_t wide_threads = 256;  // as in merge_wide.comp

constexpr unsigned smallest_tile_log = 9;  // merge_tiles.comp needs more strides than a thread does at once

// Storage blocks, as in the shaders.
// The outputs, as in sort/prim/order_output.glsl.
enum Block : GLuint { keys_block, words_block, order_block = 3, sorted_keys_block };
enum Uniform : GLint { count, keys_begin, bits, stride_log, order_begin = 5, sorted_keys_begin, with_keys };

class Bitonic final : public core::Implementation {
 public:
  Bitonic(GlDevice& device, const core::MakeOptions& options)
      : device_(device),
        tile_log_(static_cast<unsigned>(options["tile"])),
        strides_(static_cast<unsigned>(options["strides"])) {
    const unsigned steps = steps_for(options);
    fit_tile(steps);
    const Defines tile = {{"TILE", std::to_string(tile_words()) + "u"}, {"WORDS_LOG", std::to_string(steps)}};
    sort_only_tile_ = Kernel(device, "sort/bitonic/sort_tiles.comp", with(tile, "LAST"));
    if (options.max_n <= tile_words()) return;

    const std::size_t bytes = options.max_n * word_bytes;
    require_storage(device, "gl.bitonic", bytes);
    requirements_.scratch = {bytes};
    const Defines wide = {{"WORDS_LOG", std::to_string(strides_)}};
    sort_tiles_ = Kernel(device, "sort/bitonic/sort_tiles.comp", tile);
    begin_merge_ = Kernel(device, "sort/bitonic/merge_wide.comp", with(wide, "MIRRORED"));
    merge_wide_ = Kernel(device, "sort/bitonic/merge_wide.comp", wide);
    merge_tiles_ = Kernel(device, "sort/bitonic/merge_tiles.comp", tile);
    merge_last_tiles_ = Kernel(device, "sort/bitonic/merge_tiles.comp", with(tile, "LAST"));
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    call.passes.begin("sort tiles");
    bind_outputs(job);
    const unsigned levels = levels_of(job.n);
    if (levels <= tile_log_) return sort_tiles(job, set_outputs(sort_only_tile_));
    bind(device_, words_block, core::part(job.scratch[0], 0, job.n * word_bytes));
    sort_tiles(job, sort_tiles_);
    for (unsigned level = tile_log_ + 1; level < levels; ++level) {
      merge(taking_part(job.n, level), level, merge_tiles_, call.passes);
    }
    merge(job.n, levels, set_outputs(merge_last_tiles_), call.passes);
  }

 private:
  static Defines with(Defines defines, const char* name) {
    defines.emplace_back(name, "1");
    return defines;
  }
  /// More steps mean fewer barriers per work group, the main cost on a software renderer, but fewer threads, of which a
  /// GPU needs many.
  unsigned steps_for(const core::MakeOptions& options) const {
    if (options["steps"] != 0) return static_cast<unsigned>(options["steps"]);
    return device_.limits().software ? 4 : 3;
  }
  /// Reduces the tile to what a work group of this context can hold.
  void fit_tile(unsigned steps) {
    const Limits& limits = device_.limits();
    while (tile_words() * word_bytes > limits.shared_bytes || tile_words() >> steps > limits.invocations) --tile_log_;
    if (tile_log_ >= smallest_tile_log) return;
    throw Error("gl.bitonic needs work groups with " + std::to_string(word_bytes << smallest_tile_log) +
                " bytes of shared memory; " + device_.description() + " has less");
  }
  std::size_t tile_words() const { return std::size_t{1} << tile_log_; }

  void bind_outputs(const FormJob& job) {
    const std::size_t bytes = job.n * sizeof(std::uint32_t);
    with_keys_ = job.sorted_keys ? 1 : 0;
    order_begin_ = bind(device_, order_block, core::part(job.order, 0, bytes));
    sorted_keys_begin_ = bind(device_, sorted_keys_block, core::part(job.sorted_keys, 0, with_keys_ * bytes));
  }
  const Kernel& set_outputs(const Kernel& last) const {
    return last.set(order_begin, order_begin_).set(sorted_keys_begin, sorted_keys_begin_).set(with_keys, with_keys_);
  }

  void sort_tiles(const FormJob& job, const Kernel& kernel) const {
    const std::uint32_t begin = bind(device_, keys_block, core::part(job.keys, 0, job.n * sizeof(std::uint32_t)));
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the keys; scratch, which an earlier call may still be using
    kernel.set(count, job.n).set(keys_begin, begin).dispatch(groups_for(job.n, tile_words()));
  }

  /// Merges the first `words` words into runs of 2^level.
  void merge(std::uint32_t words, unsigned level, const Kernel& last, const core::PassTrace& passes) const {
    passes.begin("wide strides");
    unsigned left = level;  // remaining strides: 2^(left - 1) .. 1
    for (; left > tile_log_; left -= strides_) {
      const Kernel& kernel = left == level ? begin_merge_ : merge_wide_;
      barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the words that the last pass wrote
      kernel.set(count, words)
          .set(stride_log, left - strides_)
          .dispatch(groups_for(units_for(words, left - strides_, strides_), wide_threads));
    }
    passes.begin("strides in tiles");
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the words that the last pass wrote
    last.set(count, words).set(bits, left).dispatch(groups_for(words, tile_words()));
  }

  GlDevice& device_;
  unsigned tile_log_;
  const unsigned strides_;
  Kernel sort_only_tile_, sort_tiles_, begin_merge_, merge_wide_, merge_tiles_, merge_last_tiles_;
  // Parameters of the call that is being enqueued.
  std::uint32_t order_begin_ = 0, sorted_keys_begin_ = 0, with_keys_ = 0;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<Bitonic>(gl_device(device), options);
}

}  // namespace farfirst::gl::bitonic
