// See group.h.
#include "cuda/prim/group.h"

#include "cuda/launch.h"

namespace farfirst::cuda {

Group::Group(CudaDevice& first, unsigned wanted) {
  const auto gpus = static_cast<unsigned>(first.gpus());
  for (unsigned i = 0; i < (wanted == 0 ? gpus : wanted); ++i) {
    CudaDevice& gpu = first.gpu(i % gpus);
    if (i >= gpus) {
      DeviceOptions options;
      options.cuda_device = gpu.ordinal();
      own_.push_back(std::make_unique<CudaDevice>(options));
    }
    members_.push_back(i < gpus ? &gpu : own_.back().get());
  }
  make_events();
}

Group::Group(Beside beside) {
  for (const CudaDevice* of : beside.group.members_) {
    DeviceOptions options;
    options.cuda_device = of->ordinal();
    own_.push_back(std::make_unique<CudaDevice>(options));
    members_.push_back(own_.back().get());
  }
  make_events();
}

void Group::make_events() {
  for (const CudaDevice* a : members_) {
    for (const CudaDevice* b : members_) is_direct_ = let_access(a->ordinal(), b->ordinal()) && is_direct_;
  }
  each([&](unsigned, CudaDevice&) {
    cudaEvent_t event = nullptr;
    FARFIRST_CUDA(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    events_.push_back(event);
  });
}

Group::~Group() {
  for (cudaEvent_t event : events_) cudaEventDestroy(event);
}

void Group::record() const {
  each([&](unsigned member, CudaDevice& device) { FARFIRST_CUDA(cudaEventRecord(events_[member], device.stream())); });
}

void Group::fork() const {
  if (size() == 1) return;
  each([&](unsigned member, CudaDevice& device) {
    if (member == 0) {
      FARFIRST_CUDA(cudaEventRecord(events_[0], device.stream()));
    } else {
      FARFIRST_CUDA(cudaStreamWaitEvent(device.stream(), events_[0], 0));
    }
  });
}

void Group::meet() const {
  if (size() == 1) return;
  record();
  each([&](unsigned member, CudaDevice& device) {
    for (unsigned other = 0; other < size(); ++other) {
      if (other != member) FARFIRST_CUDA(cudaStreamWaitEvent(device.stream(), events_[other], 0));
    }
  });
}

void Group::join() const {
  if (size() == 1) return;
  record();
  for (unsigned other = 1; other < size(); ++other) {
    FARFIRST_CUDA(cudaStreamWaitEvent(members_[0]->stream(), events_[other], 0));
  }
}

void Group::follow(const Group& other) const {
  other.record();
  each([&](unsigned member, CudaDevice& device) {
    FARFIRST_CUDA(cudaStreamWaitEvent(device.stream(), other.events_[member], 0));
  });
}

int Group::gpu_of(const void* address) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, address) != cudaSuccess) {
    cudaGetLastError();
    return -1;
  }
  return attributes.type == cudaMemoryTypeDevice ? attributes.device : -1;
}

void Group::copy(const CudaDevice& device, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  const int target = gpu_of(to), source = gpu_of(from);
  if (target >= 0 && source >= 0 && target != source) {
    FARFIRST_CUDA(cudaMemcpyPeerAsync(to, target, from, source, bytes, device.stream()));
  } else {
    FARFIRST_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, device.stream()));
  }
}

}  // namespace farfirst::cuda
