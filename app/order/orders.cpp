#include "orders.h"

#include "object/context.h"
#include "resort.h"

namespace farfirst::app {

Orders::Orders(GpuContext& gpu, Culler& culler, OrderHooks hooks, CpuTurn turn)
    : hooks_(std::move(hooks)),
      culler_(culler),
      choice_(gl::is_software(gpu.gl)),
      cpu_(gpu.gl, hooks_.before_cpu_sort, std::move(turn)),
      cuda_(gpu.gl, gpu.opengl.proc()),
      opengl_(gpu) {}

void Orders::set_scene(std::uint64_t scene, ElementSource* source) {
  current_.reset();
  maker_ = nullptr;
  wanted_.reset();
  at_cpu_.reset();
  compiling_ = {};
  failure_.clear();
  choice_.forget_failures();
  scene_ = scene;
  source_ = nullptr;
  const std::size_t max_words = source == nullptr ? 0 : source->max_order_words();
  cuda_.set_scene(max_words);
  opengl_.set_scene(max_words);
  cpu_has_scene_ = choice_.auto_backend() == Backend::cpu;
  cpu_.set_scene(scene, cpu_has_scene_ ? max_words : 0);
  source_ = source;
}

bool Orders::update(const OrderRequest& wanted, const When& when) {
  const bool due = is_due(wanted, when);
  keeps_ = !due && wanted_ != wanted;
  if (due) {
    wanted_ = wanted;
    frame_ = when.frame;
    waited_for_ = when.wait;
    at_cpu_.reset();
    failure_.clear();
    choice_.begin(wanted, requires_named());
  }
  try {
    if (hooks_.before_update) hooks_.before_update();
    const bool made = due && make();
    return take_from_cpu(when.wait) || made;
  } catch (const std::exception& error) {
    if (when.wait) {
      wanted_.reset();
      throw;
    }
    failure_ = error.what();
    return hold_for_every_view();
  }
}

/// A frame that waits takes no order of a fallback entry.
bool Orders::is_due(const OrderRequest& wanted, const When& when) const {
  if (!wanted_ || (when.wait && !waited_for_)) return true;
  if (compiling_.algorithm != nullptr && opengl_.is_ready()) return true;
  if (*wanted_ == wanted) return when.resort == Resort::always && wanted.is_sorted();
  return !may_keep(wanted, when);
}

/// May the order of the last request be kept, although something moved?
bool Orders::may_keep(const OrderRequest& wanted, const When& when) const {
  if (!when.resort.is_lazy() || !wanted_->same_but_for_motion(wanted)) return false;
  const Motion motion{.asked = *wanted_,
                      .now = wanted,
                      .bounds = source_->elements(wanted.primitive()).bounds.bulk,
                      .frames = when.frame - frame_};
  return !app::is_due(when.resort, motion);
}

/// Makes an order by the best possible entry. True if there is a new order at once.
bool Orders::make() {
  Task task{.wanted = *wanted_, .elements = source_->elements(wanted_->primitive()), .frame = frame_};
  while (true) {
    EntryChoice::Chosen chosen = choice_.choose(*wanted_, requires_named());
    task.by = std::move(chosen.by);
    task.reason = std::move(chosen.reason);
    GpuSorter* gpu = gpu_sorter_for(task.by);
    const bool stood_in = std::exchange(compiling_, {}).algorithm != nullptr;
    if (gpu != nullptr && must_compile(*gpu, task)) {
      compiling_ = std::exchange(task.by, {automatic_entries(Backend::cpu).front(), {}});
      gpu = nullptr;
    }
    if (gpu == nullptr) {
      ask_cpu(std::move(task));
      return hold_for_every_view();
    }
    if (!sort_on_gpu(*gpu, task)) continue;
    if (stood_in) {  // gives memory back
      cpu_.set_scene(scene_, 0);
      cpu_has_scene_ = false;
    }
    return true;
  }
}

/// Null for the CPU, and for what is not sorted.
GpuSorter* Orders::gpu_sorter_for(const Candidate& candidate) {
  if (candidate.algorithm == nullptr) return nullptr;
  switch (candidate.algorithm->backend) {
    case Backend::cuda:
      return &cuda_;
    case Backend::gl:
      return &opengl_;
    case Backend::cpu:
      break;
  }
  return nullptr;
}

/// Under `auto` a window does not wait for that. sort_on_gpu() reports what fails.
bool Orders::must_compile(GpuSorter& sorter, const Task& task) {
  if (waited_for_ || wanted_->names_entry()) return false;
  try {
    return !sorter.prepare(task);
  } catch (const Error&) {
    return false;
  }
}

bool Orders::sort_on_gpu(GpuSorter& sorter, const Task& task) {
  try {
    Order order = sorter.sort(task, *source_, culler_);
    wanted_->cull = order.wanted.cull;
    if (maker_ != nullptr && maker_ != &sorter) maker_->set_scene(source_->max_order_words());  // gives memory back
    use(std::move(order), &sorter);
    made_by_ = task.by;
  } catch (const Error& error) {
    if (maker_ == &sorter && !sorter.holds_order()) drop_current();
    if (!sorter.holds_order()) sorter.set_scene(source_->max_order_words());  // the next one has room
    note_failure(task.by, error);
    return false;
  }
  choice_.succeeded(task.by);
  return true;
}

void Orders::ask_cpu(Task task) {
  if (!cpu_has_scene_) {
    cpu_.set_scene(scene_, source_->max_order_words());
    cpu_has_scene_ = true;
  }
  at_cpu_ = task.by;
  task.elements = source_->host_elements(task.wanted.primitive());
  task.wanted.cull.reset();
  wanted_->cull.reset();
  cpu_.ask(std::move(task));
}

/// The order of another view would lack elements. Until there is a new one, the same entry
/// replaces it by an order of all elements. True if it did.
bool Orders::hold_for_every_view() {
  if (!current_ || !current_->wanted.cull) return false;
  Task task{.wanted = current_->wanted, .elements = {}, .frame = current_->frame, .by = made_by_};
  task.wanted.cull.reset();
  task.wanted.version = source_->version();
  task.elements = source_->elements(task.wanted.primitive());
  try {
    use(maker_->sort(task, *source_, culler_), maker_);
    return true;
  } catch (const Error&) {
    drop_current();
    return false;
  }
}

void Orders::drop_current() {
  current_.reset();
  maker_ = nullptr;
}

/// If the CPU failed, the next entry makes the order, of the present elements.
bool Orders::take_from_cpu(bool wait) {
  bool fresh = false;
  while (at_cpu_) {
    try {
      return take_newest_from_cpu(wait) || fresh;
    } catch (const Error& error) {
      note_failure(cpu_.failed_by(), error);
      at_cpu_.reset();
      if (wanted_->is_sorted()) wanted_->version = source_->version();
      fresh = make() || fresh;
    }
  }
  return fresh;
}

/// Drops an order of the CPU that was in progress while a GPU made a newer one.
bool Orders::take_newest_from_cpu(bool wait) {
  std::optional<Order> order = cpu_.take(wait);
  if (!order || (maker_ != nullptr && order->frame < current_->frame)) return false;
  if (!order->algorithm.empty() && order->frame == frame_) choice_.succeeded(*at_cpu_);
  use(std::move(*order), nullptr);
  return true;
}

void Orders::use(Order order, GpuSorter* maker) {
  current_ = std::move(order);
  maker_ = maker;
  if (hooks_.on_new_order) hooks_.on_new_order(*current_);
}

/// Within the handler of `error`, which is passed on to a caller that requires this entry. Without a sort
/// no other entry would do better.
void Orders::note_failure(const Candidate& by, const Error& error) {
  if (by.algorithm == nullptr || requires_named()) throw;
  choice_.failed(by, error.what());
}

void Orders::drawn() {
  if (maker_ == nullptr)
    cpu_.drawn();
  else
    maker_->drawn();
}

void Orders::reject(const std::string& algorithm, const std::string& sentence) {
  choice_.reject(algorithm, sentence);
  wanted_.reset();
}

bool Orders::take_timings(SortTimings& timings) {
  if (maker_ == nullptr) return false;
  try {
    return maker_->take_timings(timings);
  } catch (const Error& error) {
    wanted_.reset();  // the next update makes another order
    throw SortFailed(error.what());
  }
}

}  // namespace farfirst::app
