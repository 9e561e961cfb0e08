#include "coverage_pass.h"

#include <algorithm>

#include "render/context.h"
#include "render/tiles/samples.h"

namespace farfirst::app::exact {

namespace {
constexpr std::size_t jobs_at_once = std::size_t{1} << 18;
}  // namespace

CoveragePass::CoveragePass(const GladGLContext& gl)
    : gl_(gl),
      max_block_(gl::largest_block(gl)),
      band_block_(gl, sizeof(BandBlock), nullptr, GL_DYNAMIC_STORAGE_BIT),
      count_(gl, word_bytes, nullptr, GL_DYNAMIC_STORAGE_BIT) {}

void CoveragePass::begin(const DrawnElements& elements, const OrderView& order, const Picture& picture, ExactBy by,
                         const std::string& renderer) {
  elements_ = elements;
  order_ = order;
  by_ = by;
  renderer_ = renderer;
  samples_ = picture.samples;
  require_block(order.words * word_bytes * (elements.corners != 0 ? 3 : 1));
  for (const VertexArrayView& view : elements.arrays) require_block(view.bytes);
  const auto tiles = [](int pixels) { return (static_cast<std::uint32_t>(pixels) + 7) / 8; };
  rows_ = tiles(picture.height);
  band_ = {};
  band_.tiles_across = tiles(picture.width);
  const PicturePart& part = picture.part;
  part_ = part.is_whole() ? Tiles{0, 0, band_.tiles_across, rows_}
                          : Tiles{tiles(part.least.x), tiles(part.least.y), tiles(part.end.x), tiles(part.end.y)};
  band_.pixel_end = tile_pixels;
  band_.group_count = static_cast<std::uint32_t>((order.words + group_size - 1) / group_size);
  band_.is_listed = by == ExactBy::order || order.ids != 0 ? 1 : 0;
  set_count();
}

void CoveragePass::set_count() {
  if (order_.count == 0) {
    const auto words = static_cast<std::uint32_t>(order_.words);
    gl::write(gl_, count_, 0, std::as_bytes(std::span(&words, 1)));
  } else {
    gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl_.CopyNamedBufferSubData(order_.count, count_.name(), static_cast<GLintptr>(order_.count_offset), 0, word_bytes);
  }
}

/// Draws all elements, or the culled subset; those of the order only if the order matters, since it may be
/// wrong.
void CoveragePass::bind_elements() const {
  const bool by_ids = by_ != ExactBy::order && order_.ids != 0;
  gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, by_ids ? order_.ids : order_.buffer,
                      static_cast<GLintptr>(by_ids ? 0 : order_.offset),
                      static_cast<GLsizeiptr>(order_.words * word_bytes));
  bind_in_storage(gl_, elements_);
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 7, count_.name());
}

std::vector<CoveragePass::Tiles> CoveragePass::strips(std::uint32_t rows) const {
  const bool has_whole_rows = part_.left == 0 && part_.right == band_.tiles_across;
  const std::uint32_t step = has_whole_rows ? rows : 1;
  std::vector<Tiles> result;
  for (std::uint32_t row = part_.bottom; row < part_.top; row += step)
    result.push_back({part_.left, row, part_.right, std::min(row + step, part_.top)});
  return result;
}

void CoveragePass::set_strip(const Tiles& strip, const gl::Program& groups) {
  band_.strip_first = strip.bottom * band_.tiles_across;
  band_.strip_end = strip.top * band_.tiles_across;
  band_.band_first = band_.strip_first + strip.left;
  band_.band_end = band_.strip_end - band_.tiles_across + strip.right;
  reserve(groups_, band_.group_count * sizeof(Group));
  gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // shaders may have written the list
  bind_elements();
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 6, groups_.name());
  dispatch(groups, band_.group_count);
  group_list_.resize(band_.group_count);
  gl_.GetNamedBufferSubData(groups_.name(), 0, static_cast<GLsizeiptr>(group_list_.size() * sizeof(Group)),
                            group_list_.data());
  find_jobs(strip.bottom, strip.top - 1);
}

void CoveragePass::set_band(std::uint32_t first, std::uint32_t end) {
  band_.band_first = band_.strip_first + first;
  band_.band_end = band_.strip_first + end;
  find_jobs(band_.band_first / band_.tiles_across, (band_.band_end - 1) / band_.tiles_across);
}

void CoveragePass::find_jobs(std::uint32_t first_row, std::uint32_t last_row) {
  job_list_ = jobs_of(group_list_, first_row, last_row);
  reserve(jobs_, std::min(job_list_.size(), jobs_at_once) * sizeof(Job));
}

void CoveragePass::run(const gl::Program& program) {
  for (std::size_t first = 0; first < job_list_.size(); first += jobs_at_once) {
    const std::size_t count = std::min(job_list_.size() - first, jobs_at_once);
    gl::write(gl_, jobs_, 0, std::as_bytes(std::span(job_list_).subspan(first, count)));
    bind_elements();  // after it, since it leaves block 0 empty
    gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 6, jobs_.name());
    band_.job_count = static_cast<std::uint32_t>(count);
    dispatch(program, band_.job_count);
  }
}

void CoveragePass::dispatch(const gl::Program& program, std::uint32_t groups) const {
  if (groups == 0) return;
  gl_.NamedBufferSubData(band_block_.name(), 0, sizeof band_, &band_);
  gl_.BindBufferBase(GL_UNIFORM_BUFFER, 1, band_block_.name());
  program.use();
  gl::dispatch(gl_, groups);
  gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

gl::Defines CoveragePass::defines(const std::optional<ElementVariant>& variant, std::uint32_t samples) const {
  gl::Defines result;
  if (variant) {
    result = variant->defines();
    result.emplace_back("ELEMENTS_IN_STORAGE", "");
  }
  result.emplace_back("SAMPLES", std::to_string(samples));
  result.emplace_back("SAMPLE_POSITIONS", tiles::glsl_list(tiles::sample_positions(gl_, static_cast<int>(samples))));
  return result;
}

void CoveragePass::fit(gl::Buffer& buffer, std::size_t bytes, GLbitfield flags) const {
  if (buffer.bytes() == bytes) return;
  require_block(bytes);
  buffer = {};
  buffer = gl::Buffer(gl_, bytes, nullptr, flags);
}

void CoveragePass::reserve(gl::Buffer& buffer, std::size_t bytes) const {
  if (buffer.bytes() >= bytes) return;
  buffer = {};
  buffer = gl::Buffer(gl_, bytes, nullptr, GL_DYNAMIC_STORAGE_BIT);
}

std::string why_no_coverage_pass(const GladGLContext& gl) {
  return why_too_few_blocks(gl, /*blocks=*/12, /*bindings=*/15);
}

}  // namespace farfirst::app::exact
