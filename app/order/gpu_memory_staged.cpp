// CUDA's own memory, copied through the host: see gpu_memory.h.

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include "gpu_memory.h"
#include "mapped_ring.h"
#include "timer.h"

namespace farfirst::app {

namespace {

class StagedMemory final : public GpuMemory {
 public:
  StagedMemory(const GladGLContext& gl, Device& cuda, std::size_t max_words)
      : gl_(gl), cuda_(cuda), ring_(gl, max_words * sizeof(std::uint32_t)) {}

  bool can_cull() const override { return false; }  // ids and their number would go through the host

  void prepare(const Task& task, ElementSource& source, SortTimings& timings) override {
    timings.staging = 0;
    const OrderRequest& wanted = task.wanted;
    const std::size_t order_bytes = wanted.n * sizeof(std::uint32_t);
    if (bytes_of(order_) < order_bytes) grow(order_, order_bytes);
    const State needed{true, wanted.version, wanted.are_triangles};
    if (uploaded_ == needed) return;
    uploaded_ = {};
    const Stopwatch stopwatch;
    const Elements elements = source.host_elements(wanted.primitive());
    if (elements.parts)
      upload_parts(elements);
    else
      upload_all(elements);
    timings.staging = stopwatch.milliseconds();
    uploaded_ = needed;
  }

  void begin(const Task& task, SceneJob& its, SortTimings&) override {
    its.read(positions_, sizeof(glm::vec3), task.wanted.are_triangles ? Buffer(triangles_) : Buffer());
    its.job.order = order_;
  }

  OrderView end(const Task& task, const DistanceJob& job, SortTimings& timings) override {
    cuda_.finish();  // so that the sort is not counted as copying
    const Stopwatch stopwatch;
    host_order_.resize(job.n);
    cuda_.download(host_order_.data(), job.order, host_order_.size() * sizeof(std::uint32_t));
    slot_ = (slot_ + 1) % MappedRing::slots;
    ring_.wait(slot_);
    task.elements.write_drawn(host_order_, ring_.memory(slot_), task.wanted.keeps_order());
    const OrderView view = view_of(task, ring_.buffer(), ring_.offset(slot_));
    ring_.bring(gl_, slot_, bytes_read(view, task.wanted));
    timings.staging += stopwatch.milliseconds();
    return view;
  }

  void drawn() override { ring_.fence(gl_, slot_); }

  std::size_t host_bytes() const override { return host_order_.capacity() * sizeof(std::uint32_t); }
  std::size_t gpu_bytes() const override {
    return ring_.bytes() + bytes_of(positions_) + bytes_of(triangles_) + bytes_of(order_);
  }

 private:
  /// The elements of the scene that are on the device.
  struct State {
    bool any = false;
    std::uint64_t version = 0;
    bool are_triangles = false;
    bool operator==(const State&) const = default;
  };

  void grow(OwnedBuffer& buffer, std::size_t bytes) {
    buffer = {};
    buffer = OwnedBuffer(cuda_, bytes);
  }
  template <class T>
  void upload(OwnedBuffer& to, std::span<const T> from) {
    if (bytes_of(to) < from.size_bytes()) grow(to, from.size_bytes());
    cuda_.upload(to, from.data(), from.size_bytes());
  }

  void upload_all(const Elements& elements) {
    upload(positions_, elements.positions);
    if (elements.are_triangles) upload(triangles_, elements.triangles);
  }
  /// Object by object, each to its place.
  void upload_parts(const Elements& elements) {
    constexpr std::size_t corner = sizeof(std::uint32_t);
    const std::size_t positions = elements.vertex_count() * sizeof(glm::vec3),
                      corners = elements.corner_count() * corner;
    if (bytes_of(positions_) < positions) grow(positions_, positions);
    if (corners > 0 && bytes_of(triangles_) < corners) grow(triangles_, corners);
    const auto send = [this](const Buffer& all, std::size_t offset, std::span<const std::byte> bytes) {
      if (!bytes.empty())
        cuda_.upload({all.where, all.handle, all.offset + offset, bytes.size()}, bytes.data(), bytes.size());
    };
    for (const ElementPart& part : *elements.parts) {
      send(positions_, part.first_vertex * sizeof(glm::vec3), std::as_bytes(part.positions));
      send(triangles_, part.first_corner * corner, std::as_bytes(part.triangles));
    }
  }

  const GladGLContext& gl_;
  Device& cuda_;
  OwnedBuffer positions_, triangles_, order_;
  State uploaded_;
  std::vector<std::uint32_t> host_order_;
  MappedRing ring_;
  int slot_ = 0;
};

}  // namespace

std::unique_ptr<GpuMemory> make_staged_memory(const GladGLContext& gl, Device& cuda, std::size_t max_words) {
  return std::make_unique<StagedMemory>(gl, cuda, max_words);
}

}  // namespace farfirst::app
