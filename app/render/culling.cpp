#include "culling.h"

#include <algorithm>
#include <cstring>

#include "frame_block.h"
#include "object/context.h"

namespace farfirst::app {

namespace {

constexpr std::size_t per_thread = 8;                // elements, as in cull/block.glsl
constexpr std::size_t per_block = 256 * per_thread;  // likewise

constexpr GLuint sums_block = 6;  // likewise, as in all shaders of cull/

constexpr std::size_t groups_for(std::size_t n, std::size_t each) { return (n + each - 1) / each; }

/// A look with the parameters of visibility alone.
Look plainest(const CullView& view = {}) {
  Look look;
  if (view.streak > 0) look.particle_style = ParticleStyle::streak;
  look.splat_style = !view.splats              ? SplatStyle::point
                     : view.splats->ellipsoids ? SplatStyle::ellipsoid
                                               : SplatStyle::gaussian;
  look.shading = Shading::flat;
  look.use_file_colors = false;
  return look;
}

std::size_t largest_array(const DrawnElements& drawn, std::size_t corner_bytes) {
  std::size_t largest = corner_bytes;
  for (const VertexArrayView& view : drawn.arrays) largest = std::max(largest, view.bytes);
  return largest;
}

}  // namespace

Culling::Culling(const GpuContext& gpu)
    : gl_(gpu.gl),
      library_(gpu.library),
      largest_block_(gl::largest_block(gl_)),
      block_(gl_, sizeof(FrameBlock), nullptr, GL_DYNAMIC_STORAGE_BIT),
      timer_(gl_),
      counts_(gl::Buffer::read_back(gl_, depth * sizeof(std::uint32_t))) {}

void Culling::set_scene(OrderedElements* elements) {
  elements_ = elements;
  ids_ = {};
  count_ = {};
  found_ = {};
  sums_ = {};
  taken_ = sent_;
  failure_.clear();
  if (elements_ != nullptr && elements_->footprint(false, Look()) == Footprint::ellipse)
    failure_ = "splats are left out when they are projected, not before the sort";
}

KeptElements Culling::prepare(const OrderRequest& wanted) {
  if (!prepare_finding(wanted, wanted.cull.value_or(CullView()))) return {};
  try {
    if (!ids_) ids_ = gl::Buffer(gl_, max_count() * sizeof(std::uint32_t));
  } catch (const Error& error) {
    failure_ = error.what();
    return {};
  }
  return {ids_.name(), count_.name()};
}

/// An element that is not in storage, since a block of the context is too small, cannot be tested.
bool Culling::prepare_finding(const OrderRequest& wanted, const CullView& view) {
  if (!failure_.empty()) return false;
  try {
    const DrawnElements drawn = elements_->drawn(wanted.are_triangles, plainest(view));
    const std::size_t corner_bytes = wanted.are_triangles ? 3 * sizeof(std::uint32_t) * std::size_t{wanted.n} : 0;
    if (largest_array(drawn, corner_bytes) > largest_block_)
      throw Error(
          "elements outside the view are sorted too: an array of the model is larger than OpenGL's shaders read");
    finder(drawn.variant);
    if (!scan_) {
      scan_ = {gl_, library_, {"cull/scan.comp"}};
      keep_ = {gl_, library_, {"cull/keep.comp"}};
    }
    if (!found_) make_buffers();
  } catch (const Error& error) {
    failure_ = error.what();
  }
  return failure_.empty();
}

/// The elements of the scene that an order may hold.
std::size_t Culling::max_count() const {
  return std::max(elements_->elements(Primitive::automatic).count(), elements_->elements(Primitive::points).count());
}

void Culling::make_buffers() {
  const std::size_t most = max_count();
  count_ = gl::Buffer(gl_, sizeof(std::uint32_t));
  sums_ = gl::Buffer(gl_, groups_for(most, per_block) * sizeof(std::uint32_t));
  found_ = gl::Buffer(gl_, groups_for(most, per_thread) * sizeof(std::uint32_t));
}

void Culling::cull(const OrderRequest& wanted, std::uint64_t frame) {
  timer_.begin(frame);
  find(wanted, *wanted.cull);
  keep_.use();
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, found_.name());
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, ids_.name());
  gl_.Uniform1ui(0, wanted.n);
  gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // the sums before each block
  gl::dispatch(gl_, groups_for(wanted.n, per_block));
  timer_.end();
  send_count(wanted.n);
}

bool Culling::is_ready(const OrderRequest& wanted, const CullView& view) {
  if (!prepare_finding(wanted, view)) return true;
  const auto is_ready = [](const auto& find) { return find.second.is_ready(); };
  return scan_.is_ready() && keep_.is_ready() && std::ranges::all_of(finders_, is_ready);
}

void Culling::count(const OrderRequest& wanted, const CullView& view) {
  if (!prepare_finding(wanted, view)) return;
  find(wanted, view);
  send_count(wanted.n);
}

/// Finds visible elements, their number before each block, and in total.
void Culling::find(const OrderRequest& wanted, const CullView& view) {
  const GLuint corners = elements_->gpu_elements(wanted.primitive()).triangles;
  DrawnElements drawn = elements_->drawn(wanted.are_triangles, plainest(view));
  drawn.corners = corners;
  const auto blocks = static_cast<GLuint>(groups_for(wanted.n, per_block));
  bind_view(view);
  elements_->will_be_drawn();  // splats are projected, and tested at their projected places
  bind_in_storage(gl_, drawn);
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, sums_block, sums_.name());

  finder(drawn.variant).use();
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, found_.name());
  gl_.Uniform1ui(0, wanted.n);
  gl::dispatch(gl_, blocks);
  elements_->was_drawn();

  scan_.use();
  gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, count_.name());
  gl_.Uniform1ui(0, blocks);
  gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // the sums of the blocks
  gl_.DispatchCompute(1, 1, 1);
}

/// The fields of the frame's block that decide where elements are.
void Culling::bind_view(const CullView& view) {
  FrameBlock block{};
  block.camera.view = view.view;
  block.camera.projection = view.projection;
  block.camera.viewport = view.pixels;
  block.look.point_size = view.point_size;
  block.look.streak = view.streak;
  block.look.least_alpha = 1;
  block.camera.culls = 1;
  if (view.splats) {
    block.look.opacity = view.splats->opacity;
    block.look.splat_scale = view.splats->scale;
    block.look.least_alpha = view.splats->cutoff;
    block.look.splat_mip = view.splats->mip ? 1 : 0;
    block.look.splats_are_ellipsoids = view.splats->ellipsoids ? 1 : 0;
  }
  gl_.NamedBufferSubData(block_.name(), 0, sizeof block, &block);
  gl_.BindBufferBase(GL_UNIFORM_BUFFER, 0, block_.name());
}

/// Copies to where the host reads it some frames later; drops it if too many are pending.
void Culling::send_count(std::uint32_t of) {
  if (sent_ - taken_ == depth) return;
  const std::size_t slot = sent_ % depth;
  gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // the count
  gl_.CopyNamedBufferSubData(count_.name(), counts_.name(), 0, static_cast<GLintptr>(slot * sizeof(std::uint32_t)),
                             sizeof(std::uint32_t));
  fences_[slot] = gl::Fence(gl_);
  on_their_way_[slot] = of;
  ++sent_;
}

std::optional<Culling::KeptCount> Culling::take_kept_count() {
  std::optional<KeptCount> newest;
  for (; taken_ != sent_ && fences_[taken_ % depth].signalled(); ++taken_) {
    newest = KeptCount{.of = on_their_way_[taken_ % depth]};
    std::memcpy(&newest->count, counts_.memory() + taken_ % depth * sizeof(std::uint32_t), sizeof(std::uint32_t));
  }
  return newest;
}

const gl::Program& Culling::finder(const ElementVariant& variant) {
  if (const auto found = finders_.find(variant); found != finders_.end()) return found->second;
  gl::Defines defines = variant.defines();
  defines.emplace_back("ELEMENTS_IN_STORAGE", "");
  return finders_[variant] = {gl_, library_, {"cull/find.comp"}, defines};
}

std::size_t Culling::gpu_bytes() const { return ids_.bytes() + count_.bytes() + found_.bytes() + sums_.bytes(); }

}  // namespace farfirst::app
