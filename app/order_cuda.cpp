#include "order_cuda.h"

#include <algorithm>

#include "timing.h"

namespace farfirst::app {

OrderCuda::OrderCuda(const GladGLContext& gl, GlProc proc) : gl_(gl), proc_(proc) {}

OrderCuda::~OrderCuda() { close(); }

void OrderCuda::set_scene(std::uint64_t, std::size_t max_words) {
  max_words_ = max_words;
  waiting_.reset();
  current_.reset();
  memory_.reset();
  keys_ = {};
  slot_.clear();
  share_failure_.clear();
  failures_.clear();
}

void OrderCuda::request(OrderRequest request) { waiting_ = std::move(request); }

bool OrderCuda::update(bool) {
  if (!waiting_) return false;
  const OrderRequest request = std::move(*waiting_);
  waiting_.reset();
  open(request);
  OrderResult result = make(request);
  current_->result = std::move(result);
  return true;
}

// ------------------------------------------------------------------------------------------------- the device

void OrderCuda::open(const OrderRequest& request) {
  if (device_ != nullptr && ordinal_ != request.cuda_device) {
    close();
    broken_.clear();
    failures_.clear();
  }
  if (!broken_.empty()) throw Error(broken_);
  if (device_ != nullptr) return;
  device_ = farfirst::open(Backend::cuda, {.cuda_device = request.cuda_device});
  ordinal_ = request.cuda_device;
  upload_timer_.emplace(*device_);
}

/// Wait, unregister, delete the buffers, and then the device.
void OrderCuda::close() noexcept {
  current_.reset();
  memory_.reset();
  keys_ = {};
  slot_.clear();
  match_.reset();
  upload_timer_.reset();
  device_.reset();
}

bool OrderCuda::can_share(const OrderRequest& request) {
  if (!request.interop || !share_failure_.empty()) return false;
  if (!match_) match_ = match_gl(*device_, proc_);
  return match_->same;
}

/// Nothing if that is what was asked for.
std::string OrderCuda::why_not_shared(const OrderRequest& request) const {
  if (!request.interop || shared_) return {};
  if (!share_failure_.empty()) return share_failure_ + "; orders are copied through the host's memory instead";
  return match_->sentence() + "; until then orders are copied through the host's memory";
}

// ------------------------------------------------------------------------------------------ which entry sorts

/// Those that may sort, the wanted one first.
std::vector<OrderCuda::Choice> OrderCuda::choices(const OrderRequest& request) const {
  const OrderSpec& spec = request.spec;
  std::vector<Choice> result;
  if (spec.algorithm != "auto") {
    result.push_back({find(spec.algorithm), spec.parameters});
    if (request.strict) return result;
    if (last_good_) result.push_back(*last_good_);
  }
  for (const Algorithm* entry : automatic_entries(Backend::cuda)) {
    result.push_back({entry, known(spec.parameters, *entry)});
  }
  return result;
}

/// What failed may be tried again when something is different from then.
void OrderCuda::forget_old_failures(const OrderRequest& request) {
  const OrderSpec& now = request.spec;
  const OrderSpec& then = failed_spec_;
  const bool alike = now.n == then.n && now.are_triangles == then.are_triangles && now.algorithm == then.algorithm &&
                     same(now.parameters, then.parameters) && now.check == then.check;
  if (alike && !request.strict) return;
  failures_.clear();
  failed_spec_ = now;
}

const OrderCuda::Failure* OrderCuda::failure_of(const Choice& choice) const {
  const auto found = std::ranges::find_if(failures_, [&](const Failure& failure) {
    return failure.choice.algorithm == choice.algorithm && same(failure.choice.parameters, choice.parameters);
  });
  return found == failures_.end() ? nullptr : &*found;
}

OrderResult OrderCuda::make(const OrderRequest& request) {
  forget_old_failures(request);
  std::string sentence;  // of the first that failed
  for (const Choice& choice : choices(request)) {
    if (const Failure* failure = failure_of(choice)) {
      if (sentence.empty()) sentence = failure->sentence;
      continue;
    }
    OrderResult result;
    result.spec = request.spec;
    result.frame = request.frame;
    try {
      sort_with(choice, request, result);
    } catch (const Error& error) {
      if (request.strict && request.spec.algorithm != "auto") throw;
      if (!broken_.empty()) throw;
      failures_.push_back({choice, error.what()});
      if (sentence.empty()) sentence = error.what();
      continue;
    }
    last_good_ = choice;
    if (!result.check.ok()) {
      result.message = result.algorithm + ": " + result.check.sentence();
    } else if (!sentence.empty() && request.spec.algorithm != "auto") {
      result.message = sentence + "; sorted by " + result.algorithm + " instead";
    } else {
      result.message = why_not_shared(request);
    }
    return result;
  }
  throw OutOfMemory(sentence.empty() ? "CUDA has no sort that can run here" : sentence);
}

// ---------------------------------------------------------------------------------------------------- the sort

void OrderCuda::sort_with(const Choice& choice, const OrderRequest& request, OrderResult& result) {
  slot_.prepare(*device_, *choice.algorithm, choice.parameters, request.spec);
  if (!request.spec.check) {
    keys_ = {};
  } else if (const std::size_t bytes = request.spec.n * sizeof(std::uint32_t);
             static_cast<const Buffer&>(keys_).bytes < bytes) {
    keys_ = {};
    keys_ = OwnedBuffer(*device_, bytes);
  }
  CudaMemory& memory = memory_for(request, result);
  current_.reset();  // from here on its buffer is written
  try {
    enqueue(request, memory, result);
  } catch (const Error& error) {
    memory.abandon();
    // What failed in an earlier sort may be told now. A device that cannot even finish is lost.
    try {
      device_->finish();
    } catch (const Error&) {
      broken_ = error.what();
      close();
    }
    throw;
  }
  result.algorithm = choice.algorithm->id;
}

/// The scene's memory, ready for this request.
CudaMemory& OrderCuda::memory_for(const OrderRequest& request, OrderTimes& times) {
  const bool share = can_share(request);
  if (memory_ == nullptr || shared_ != share) {
    current_.reset();
    memory_.reset();
    memory_ = share ? make_shared_memory(gl_, *device_, max_words_) : make_staged_memory(gl_, *device_, max_words_);
    shared_ = share;
  }
  try {
    memory_->prepare(request, times);
  } catch (const OutOfMemory&) {
    throw;
  } catch (const Error& error) {
    if (!share) throw;
    share_failure_ = error.what();  // a driver that cannot, although the GPU is the same
  }
  return share && !share_failure_.empty() ? memory_for(request, times) : *memory_;
}

void OrderCuda::enqueue(const OrderRequest& request, CudaMemory& memory, OrderResult& result) {
  float bounds[6];
  DistanceJob job = distance_job(request, bounds);
  if (request.spec.check) job.keys = keys_;
  slot_.workspace().attach(job);
  memory.begin(request, job, result);
  slot_.sorter()->sort(job);
  if (request.spec.check) {
    result.check = device_->check_order(job.keys, job.order, job.n);
    result.checked = true;
  }
  bring_to_draw(request, job, memory);
  current_ = CurrentOrder{.view = memory.end(request, job, result), .result = {}};
}

/// Timed only where there is something to do.
void OrderCuda::bring_to_draw(const OrderRequest& request, const DistanceJob& job, CudaMemory& memory) {
  const bool reverse = request.spec.draw_order == DrawOrder::near_first;
  if (!reverse && !memory.expands()) return;
  upload_timer_->begin();
  if (reverse) reverse_order(*device_, job.order, job.n);
  if (memory.expands()) memory.expand(job);
  upload_timer_->end();
}

void OrderCuda::drawn() {
  if (current_ && memory_ != nullptr) memory_->drawn();
}

bool OrderCuda::take_times(OrderTimes& times) {
  if (slot_.sorter() == nullptr || !upload_timer_) return false;
  bool any = false;
  for (double upload = 0; upload_timer_->take(upload);) times.upload = upload;
  for (std::vector<Pass> passes; slot_.sorter()->take_trace(passes); passes.clear()) {
    set_times(passes, times);
    any = true;
  }
  return any;
}

std::string OrderCuda::description() const {
  if (device_ == nullptr || memory_ == nullptr) return {};
  return device_->description() +
         (shared_ ? "; it shares OpenGL's buffers" : "; orders are copied through the host's memory");
}

std::size_t OrderCuda::host_bytes() const { return memory_ == nullptr ? 0 : memory_->host_bytes(); }

std::size_t OrderCuda::gpu_bytes() const {
  return (memory_ == nullptr ? 0 : memory_->gpu_bytes()) + slot_.workspace().bytes() +
         static_cast<const Buffer&>(keys_).bytes;
}

}  // namespace farfirst::app
