#include "order_validator.h"

#include "cached_sorter.h"

namespace farfirst::app {

bool OrderValidator::is_due(const Order& order) const {
  const OrderRequest& wanted = order.wanted;
  return wanted.check && wanted.is_sorted() && wanted.n != 0 && failure_.empty();
}

bool OrderValidator::is_ready(const Order& order) {
  if (!is_due(order)) return true;
  try {
    prepare(device_.get(), order);
    return !device_.is_compiling();
  } catch (const Error&) {  // validate() reports it
    return true;
  }
}

void OrderValidator::validate(const Order& order, ElementSource& source, std::uint64_t frame) {
  const OrderRequest& wanted = order.wanted;
  if (!is_due(order)) return;
  try {
    Device& device = device_.get();
    prepare(device, order);
    SceneJob its(wanted, order.elements);
    its.job.keys = keys_;
    const OrderView& view = order.view;
    const std::size_t bytes = wanted.n * sizeof(std::uint32_t);
    if (view.count != 0) its.job.count = gl_buffer(view.count, sizeof(std::uint32_t), view.count_offset);
    if (view.ids != 0) its.job.ids = gl_buffer(view.ids, bytes);
    find_elements(its, order, source);
    timer_.begin(frame);
    device.make_keys(its.job);
    const bool is_enqueued = check_.enqueue({.keys = keys_,
                                             .order = gl_buffer(view.buffer, bytes, view.order_offset),
                                             .n = wanted.n,
                                             .count = its.job.count,
                                             .ids = its.job.ids,
                                             .elements = wanted.n,
                                             .direction = its.job.direction});
    if (is_enqueued) pending_.push_back({order.algorithm, frame});
    timer_.end();
  } catch (const Error& error) {  // not supported, or memory ran out: not tried again for this scene
    clear();
    failure_ = error.what();
  }
}

/// Memory for orders of this size.
void OrderValidator::prepare(Device& device, const Order& order) {
  const OrderRequest& wanted = order.wanted;
  const std::uint32_t elements = order.view.ids == 0 ? 0 : wanted.n;
  if (check_.max_n() < wanted.n || check_.elements() < elements) {
    pending_.clear();
    check_ = {};
    check_ = GlOrderCheck(device, wanted.n, elements);
  }
  if (const std::size_t bytes = wanted.n * sizeof(std::uint32_t); bytes_of(keys_) < bytes) {
    keys_ = {};
    keys_ = OwnedBuffer(device, bytes);
  }
}

/// The elements as they were when they were sorted.
void OrderValidator::find_elements(SceneJob& its, const Order& order, ElementSource& source) {
  const OrderRequest& wanted = order.wanted;
  const std::span<const glm::vec3> positions = order.elements.positions;
  const bool is_present = wanted.version == source.version();
  if (is_present || order.elements.parts) {
    // Uses the order's own choice, since the present one may differ. Moved objects keep their place in memory;
    // the order has their transforms.
    its.read_opengl(source.gpu_elements(wanted.primitive()));
    if (!is_present) find_moved_parts(its, *order.elements.parts);
    return;
  }
  // The elements moved while the CPU sorted; the order brings its own copy. A new buffer each time: writing
  // into the old one would wait for the check that still reads it.
  positions_ = {};
  positions_ = gl::Buffer(gl_, positions.size_bytes(), positions.data());
  its.read(gl_buffer(positions_.name(), positions.size_bytes()), sizeof(glm::vec3), {});
}

/// For particles among objects.
void OrderValidator::find_moved_parts(SceneJob& its, const std::vector<ElementPart>& parts) {
  std::size_t bytes = 0;
  for (const ElementPart& part : parts) bytes += part.moves ? part.positions.size_bytes() : 0;
  if (bytes == 0) return;
  positions_ = {};  // as above
  positions_ = gl::Buffer(gl_, bytes, nullptr, GL_DYNAMIC_STORAGE_BIT);
  std::size_t at = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::span<const glm::vec3> its_positions = parts[i].positions;
    if (!parts[i].moves || its_positions.empty()) continue;
    gl::write(gl_, positions_, at, std::as_bytes(its_positions));
    its.read_part(i, gl_buffer(positions_.name(), its_positions.size_bytes(), at), sizeof(glm::vec3));
    at += its_positions.size_bytes();
  }
}

std::optional<OrderValidator::Finding> OrderValidator::take() {
  if (pending_.empty()) return std::nullopt;
  const std::optional<OrderCheck> check = check_.take();
  if (!check) return std::nullopt;
  Finding finding{*check, std::move(pending_.front().algorithm), pending_.front().frame};
  pending_.pop_front();
  return finding;
}

void OrderValidator::clear() {
  pending_.clear();
  check_ = {};
  keys_ = {};
  positions_ = {};
  failure_.clear();
}

std::size_t OrderValidator::gpu_bytes() const { return check_.bytes() + bytes_of(keys_) + positions_.bytes(); }

}  // namespace farfirst::app
