#pragma once
// Compute shaders that visit every fragment: which elements are drawn, and which threads handle which of them.
// exact.cpp has what `exact` does with the fragments; other renderers that take them one by one differ there.

#include <optional>
#include <span>
#include <vector>

#include "bands.h"
#include "object/buffer.h"
#include "object/program.h"
#include "render/context.h"
#include "render/renderer.h"

namespace farfirst::app::exact {

inline constexpr std::size_t word_bytes = sizeof(std::uint32_t);

class CoveragePass {
 public:
  explicit CoveragePass(const GladGLContext& gl);

  struct Picture {
    int width = 0, height = 0;
    std::uint32_t samples = 1;
    PicturePart part{};
  };
  /// Sets the input until the next call. Throws Error if it is larger than what shaders of this context can read.
  void begin(const DrawnElements& elements, const OrderView& order, const Picture& picture, ExactBy by,
             const std::string& renderer);
  std::uint32_t tiles_across() const { return band_.tiles_across; }
  std::uint32_t rows() const { return rows_; }  // of tiles
  std::uint32_t samples() const { return samples_; }

  /// Tiles of the picture's part, end not included.
  struct Tiles {
    std::uint32_t left = 0, bottom = 0, right = 0, top = 0;
  };
  /// The part in strips of rows of tiles, `rows` of them at most; one by one, where the part has some of each row.
  std::vector<Tiles> strips(std::uint32_t rows) const;
  /// Visits fragments of this strip from now on. Waits for counts of groups.comp, which is that program.
  void set_strip(const Tiles& strip, const gl::Program& groups);
  /// Visits only these tiles of the strip, counted from its first.
  void set_band(std::uint32_t first, std::uint32_t end);
  /// Runs a program of pairs.glsl, which has its own bindings. Later programs see its writes.
  void run(const gl::Program& program);
  /// Runs a program without elements, in N work groups of group_number().
  void dispatch(const gl::Program& program, std::uint32_t groups) const;

  /// The other values for shaders (band.glsl).
  BandBlock& band() { return band_; }

  /// For groups.comp, or for a program of pairs.glsl; without a variant, for a program without elements.
  gl::Defines defines(const std::optional<ElementVariant>& variant, std::uint32_t samples) const;

  std::size_t max_block() const { return max_block_; }
  /// Makes a storage block of this size, whatever it was. Throws Error.
  void fit(gl::Buffer& buffer, std::size_t bytes, GLbitfield flags = 0) const;
  std::size_t gpu_bytes() const { return groups_.bytes() + jobs_.bytes(); }

 private:
  void set_count();
  void bind_elements() const;
  void find_jobs(std::uint32_t first_row, std::uint32_t last_row);
  void require_block(std::size_t bytes) const { app::require_block(bytes, max_block_, renderer_); }
  void reserve(gl::Buffer& buffer, std::size_t bytes) const;

  const GladGLContext& gl_;
  const std::size_t max_block_;
  DrawnElements elements_;
  OrderView order_;
  ExactBy by_ = ExactBy::depth;
  std::string renderer_;
  std::uint32_t samples_ = 1;
  std::uint32_t rows_ = 0;
  Tiles part_;
  BandBlock band_;
  std::vector<Group> group_list_;
  std::vector<Job> job_list_;
  gl::Buffer band_block_, count_;
  gl::Buffer groups_, jobs_;
};

/// Empty if this context supports the shaders of pairs.glsl; else the reason, as a sentence.
std::string why_no_coverage_pass(const GladGLContext& gl);

}  // namespace farfirst::app::exact
