#include "race.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <tuple>
#include <utility>

#include "object/context.h"
#include "order/entry_choice.h"

namespace farfirst::app {

namespace {

// The race's share of the time between its steps. On software renderers the CPU draws, so that the worker's time
// counts as well.
constexpr double share_of_software = 0.2;
constexpr double share_within = 0.25, most_within = 0.8;  // milliseconds a frame
constexpr double share_beside = 0.4;

constexpr double longest_pause = 500;  // milliseconds: a longer one adds no budget
constexpr double remembered_span = 2000;

constexpr std::uint32_t warm_up_runs = 2;
constexpr std::array<std::uint32_t, 7> sweep_steps = {64, 32, 16, 8, 4, 2, 1};
constexpr std::uint32_t least_swept = 16;     // elements
constexpr std::uint32_t runs_of_a_size = 3;   // that count
constexpr double longest_at_a_size = 10'000;  // milliseconds: a slower entry skips larger sizes

double milliseconds_now() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

glm::vec3 vector(const float (&v)[3]) { return {v[0], v[1], v[2]}; }

void set(float (&to)[3], const glm::vec3& v) {
  for (int i = 0; i < 3; ++i) to[i] = v[i];
}

/// Only a jump moves the eye this far between two frames.
bool is_far(const Viewpoint& from, const Viewpoint& to, const Bounds& bounds) {
  constexpr float step = 0.25f, turn = 0.966f;  // of the distance from the middle; the cosine of 15 degrees
  const glm::vec3 a = vector(from.eye), b = vector(to.eye);
  const float reach = std::max(glm::distance(a, bounds.center()), 0.1f * bounds.radius());
  if (glm::distance(a, b) > step * reach) return true;
  const glm::vec3 from_axis = vector(from.axis), to_axis = vector(to.axis);
  return from_axis != glm::vec3(0) && to_axis != glm::vec3(0) && glm::dot(from_axis, to_axis) < turn;
}

/// From the other side of the scene, as far away or, from within, outside of it.
Viewpoint other_side(const Viewpoint& view, const Bounds& bounds) {
  const glm::vec3 out = vector(view.eye) - bounds.center();
  const float length = glm::length(out);
  const glm::vec3 direction = length > 0 ? out / length : glm::vec3(0, 0, 1);
  Viewpoint result = view;
  set(result.eye, bounds.center() - direction * std::max(length, bounds.radius()));
  set(result.axis, -vector(view.axis));
  return result;
}

}  // namespace

Race::Race(GpuContext& gpu, RaceHooks hooks)
    : hooks_(std::move(hooks)), software_(gl::is_software(gpu.gl)), gl_(gpu.gl), gpu_(gpu, hooks_.damage) {
  if (!hooks_.clock) hooks_.clock = milliseconds_now;
  for (const Algorithm* algorithm : algorithms()) {
    Entry entry{.algorithm = algorithm, .absent = why_unavailable(*algorithm)};
    if (software_ && algorithm->backend == Backend::gl)
      entry.slow = "software renderer: OpenGL's sorts run on the CPU, and the frame waits for them";
    entry.ticked = entry.absent.empty() && entry.slow.empty();
    entries_.push_back(std::move(entry));
  }
}

Race::~Race() = default;

// ---- what is switched

void Race::set_on(bool on) {
  if (on_ == on) return;
  on_ = on;
  if (on) return;
  release();
  if (worker_) worker_->rest();
}

void Race::set_frozen(bool frozen) {
  frozen_ = frozen;
  turn_.reset();
  under_way_.clear();  // their results are dropped
  for (Entry& entry : entries_) entry.under_way = 0;
  last_step_ = -1;
}

void Race::set_sweeping(bool sweeping) {
  if (sweeping_ == sweeping) return;
  sweeping_ = sweeping;
  if (now_racing_.elements == nullptr) return;
  step_ = 1;
  set_elements(sweeping ? next_step() : 1);
}

void Race::clear() {
  ledger_.clear();
  spent_.clear();
  for (UnderWay& run : under_way_) run.counts = false;
  for (Entry& entry : entries_) entry.counted = 0;
}

void Race::tick(std::size_t index, bool ticked) {
  Entry& entry = entries_[index];
  if (!entry.absent.empty()) return;
  entry.failure.clear();
  if (entry.ticked == ticked) return;
  entry.ticked = ticked;
  if (!ticked) forget_sorter(index);
}

void Race::release() {
  turn_.reset();
  under_way_.clear();
  for (std::size_t i = 0; i < entries_.size(); ++i) forget_sorter(i);
  gpu_.set_scene(0);
  elements_.reset();
  now_racing_.elements = nullptr;
  last_step_ = -1;
}

void Race::forget_sorter(std::size_t index) {
  Entry& entry = entries_[index];
  entry.runs = entry.counted = entry.under_way = 0;
  entry.failure.clear();
  entry.remembered.reset();
  std::erase_if(under_way_, [&](const UnderWay& run) { return run.entry == index; });
  if (turn_ && turn_->entry == index) turn_.reset();
  schedule_of(entry).set(index, false);
  if (!is_beside(entry))
    gpu_.forget(index);
  else if (worker_)
    worker_->forget(index);
}

// ---- a frame

void Race::step(const RaceFrame& frame) {
  if (!on_) return;
  const double began = now();
  take_results();
  if (frozen_ || frame.elements == nullptr || frame.wanted.n < 2) return;
  ++frame_;
  take_up(frame);
  if (last_step_ >= 0) deal(std::min(began - last_step_, longest_pause));
  run_turns();
  sweep_on();
  spent_.push_back({began, 0});
  while (spent_.front().when < began - remembered_span) spent_.pop_front();
  last_step_ = now();
}

/// The present sort: entry and parameters.
void Race::take_up(const RaceFrame& frame) {
  const auto of = [](const RaceFrame& f) {
    return std::tuple(f.elements, f.scene, f.wanted.n, f.wanted.are_triangles, f.wanted.cuda_devices, f.wanted.interop);
  };
  const bool others = of(frame) != of(now_racing_);
  now_racing_ = frame;
  if (others) {
    elements_of_all_ = frame.wanted.n;
    set_elements(1);
  }
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    const SortIdentity identity = sort_identity(frame.scene, request_of(entry), entry.algorithm->id);
    if (entry.identity != identity) {
      const bool same_sorter = entry.identity.parameters == identity.parameters;
      entry.identity = identity;
      entry.counted = 0;
      if (!same_sorter || !entry.failure.empty()) forget_sorter(i);
    }
    schedule_of(entry).set(i, races(entry));
  }
}

/// The entry that the frame names has the frame's parameters.
OrderRequest Race::request_of(const Entry& entry) const {
  OrderRequest wanted = now_racing_.wanted;
  wanted.n = elements_of_all_ / step_;
  wanted.check = true;
  wanted.cull.reset();
  if (wanted.algorithm == entry.algorithm->id)
    wanted.parameters = known(wanted.parameters, *entry.algorithm);
  else
    wanted.parameters.clear();
  return wanted;
}

/// Makes all sorters and their memory again.
void Race::set_elements(std::uint32_t step) {
  for (std::size_t i = 0; i < entries_.size(); ++i) forget_sorter(i);
  under_way_.clear();
  turn_.reset();
  step_ = step;
  elements_ = std::make_unique<RaceElements>(gl_, *now_racing_.elements, step);
  gpu_.set_scene(elements_of_all_ / step);
  sweep_began_ = now();
}

void Race::deal(double elapsed) {
  if (software_) {
    within_.deal(share_of_software * elapsed, elapsed);
    return;
  }
  within_.deal(std::min(share_within * elapsed, most_within), elapsed);
  beside_.deal(share_beside * elapsed, elapsed);
}

// ---- turns

void Race::run_turns() {
  const auto within = [&](std::size_t i) { return can_run(i) && !is_beside(entries_[i]); };
  const auto beside = [&](std::size_t i) { return can_run(i) && is_beside(entries_[i]); };
  if (turn_) run_leg();
  while (begin_next(within_, within))
    ;
  while (begin_next(software_ ? within_ : beside_, beside))
    ;
}

bool Race::begin_next(RaceSchedule& schedule, const std::function<bool(std::size_t)>& can_run) {
  const std::optional<std::size_t> entry = schedule.next(can_run);
  if (!entry) return false;
  const double expected = schedule.begin_turn(*entry);
  begin_turn(*entry, expected);
  return expected >= 0;  // an unknown cost ends the frame
}

bool Race::can_run(std::size_t index) const {
  constexpr std::size_t most_beside = 8;
  const Entry& entry = entries_[index];
  if (!races(entry) || entry.under_way > 0) return false;
  if (is_beside(entry)) return worker_ == nullptr || worker_->under_way() < most_beside;
  return gpu_.has_room() && !(entry.remembers && turn_);
}

void Race::begin_turn(std::size_t index, double expected) {
  Entry& entry = entries_[index];
  if (!entry.remembers) {
    run(index, Leg::plain, expected);
    return;
  }
  turn_ = Turn{.entry = index,
               .legs = {entry.jumps_next ? Leg::away : Leg::first, Leg::plain, Leg::plain, Leg::plain},
               .expected = expected};
  entry.jumps_next = !entry.jumps_next;
  run_leg();
}

void Race::run_leg() {
  if (!gpu_.has_room()) return;
  Turn& turn = *turn_;
  const Leg leg = turn.legs[turn.next++];
  const std::size_t entry = turn.entry;
  const double expected = turn.expected;
  if (turn.next == turn.legs.size()) turn_.reset();
  run(entry, leg, expected);
}

void Race::run(std::size_t index, Leg leg, double expected) {
  Entry& entry = entries_[index];
  Task task{.wanted = request_of(entry), .elements = {}, .frame = frame_, .slot = index, .fresh = leg == Leg::first};
  task.by = {entry.algorithm, task.wanted.parameters};
  const Primitive primitive = task.wanted.primitive();
  task.elements = is_beside(entry) ? elements_->host_elements(primitive) : elements_->elements(primitive);
  if (leg == Leg::away) task.wanted.view = other_side(task.wanted.view, task.elements.bounds.bulk);

  UnderWay run{.run = ++runs_, .entry = index, .identity = entry.identity, .frame = frame_, .age = entry.runs};
  run.what = leg == Leg::first ? RaceCase::first : case_of(entry, task.wanted.view, task.elements.bounds.bulk);
  run.counts = entry.runs >= warm_up_runs && leg != Leg::away;
  run.expected = expected;
  under_way_.push_back(run);
  ++entry.runs;
  ++entry.under_way;
  entry.remembered = task.wanted.view;
  if (is_beside(entry)) {
    if (!worker_) worker_ = std::make_unique<RaceWorker>();
    worker_->start({run.run, std::move(task)});
  } else {
    gpu_.start({run.run, std::move(task)}, *elements_);
  }
}

RaceCase Race::case_of(const Entry& entry, const Viewpoint& view, const Bounds& bounds) {
  if (!entry.remembers) return RaceCase::steady;
  if (!entry.remembered) return RaceCase::first;
  return is_far(*entry.remembered, view, bounds) ? RaceCase::jump : RaceCase::steady;
}

// ---- results

void Race::take_results() {
  for (RaceResult& result : gpu_.take()) book(std::move(result));
  if (!worker_) return;
  for (RaceResult& result : worker_->take()) book(std::move(result));
}

/// Drops a result that is no longer awaited.
void Race::book(RaceResult result) {
  const auto found = std::ranges::find(under_way_, result.run, &UnderWay::run);
  if (found == under_way_.end()) return;
  const UnderWay run = *found;
  under_way_.erase(found);
  Entry& entry = entries_[run.entry];
  --entry.under_way;
  if (hooks_.cost && result.total >= 0)
    result.total = result.timings.sort = result.taken = hooks_.cost(*entry.algorithm, run.identity.elements);
  settle(run, result.taken);
  if (!result.failure.empty()) {
    const std::string failure = result.failure;
    forget_sorter(run.entry);
    entry.failure = failure;
    return;
  }
  if (result.total < 0) return;
  entry.remembers = result.remembers;
  schedule_of(entry).set_runs(run.entry, entry.remembers ? 4 : 1);
  ledger_[run.identity].add(result, run.what, run.frame, now(), run.counts);
  if (run.counts && run.identity == entry.identity) ++entry.counted;
}

/// The first run made the sorter, so its time predicts nothing.
void Race::settle(const UnderWay& run, double taken) {
  const Entry& entry = entries_[run.entry];
  RaceSchedule& schedule = schedule_of(entry);
  schedule.settle(run.entry, run.expected, taken);
  if (run.age == 0) schedule.forget_cost(run.entry);
  if (!spent_.empty() && (software_ || !is_beside(entry))) spent_.back().milliseconds += taken;
}

/// The next number of elements, when all have been raced with this one.
void Race::sweep_on() {
  if (!sweeping_) return;
  bool any = false, all = true;
  for (const Entry& entry : entries_) {
    any |= races(entry);
    all &= !races(entry) || entry.counted >= runs_of_a_size;
  }
  if (any && (all || now() - sweep_began_ > longest_at_a_size)) set_elements(next_step());
}

/// From few elements to all, and again.
std::uint32_t Race::next_step() const {
  auto at = std::ranges::find(sweep_steps, step_);
  do at = at + 1 == sweep_steps.end() ? sweep_steps.begin() : at + 1;
  while (*at > 1 && elements_of_all_ / *at < least_swept);
  return *at;
}

// ---- what is shown

const RaceTimes* Race::times_of(const Entry& entry, std::uint32_t n) const {
  SortIdentity identity = entry.identity;
  identity.elements = n;
  return ledger_.find(identity);
}

RaceRow Race::row_of(std::size_t index, std::uint32_t n) const {
  using State = RaceRow::State;
  const Entry& entry = entries_[index];
  RaceRow row{.entry = index, .algorithm = entry.algorithm, .reason = entry.absent, .n = n};
  row.parameters = entry.identity.parameters;
  row.times = times_of(entry, n);
  const bool measured = row.median() >= 0;
  if (!entry.absent.empty()) {
    row.state = State::absent;
  } else if (!entry.failure.empty()) {
    row.state = State::failed;
    row.reason = entry.failure;
  } else if (!entry.ticked) {
    row.state = State::off;
    row.reason = entry.slow;
  } else {
    row.state = measured ? State::raced : State::waiting;
  }
  if (!measured) return row;
  row.elements_per_second = row.n / (row.median() * 1e-3);
  row.age = now() - row.times->measured;
  return row;
}

std::vector<RaceRow> Race::rows(std::uint32_t n) const {
  std::vector<RaceRow> rows;
  for (std::size_t i = 0; i < entries_.size(); ++i) rows.push_back(row_of(i, n));
  std::ranges::stable_sort(rows, [](const RaceRow& a, const RaceRow& b) {
    const bool measured = a.median() >= 0, other = b.median() >= 0;
    return std::tuple(b.state, !measured, a.median()) < std::tuple(a.state, !other, b.median());
  });
  double least = -1;
  for (const RaceRow& row : rows)
    if (row.state == RaceRow::State::raced && (least < 0 || row.median() < least)) least = row.median();
  for (RaceRow& row : rows)
    if (row.median() >= 0 && least > 0) row.ratio = row.median() / least;
  return rows;
}

std::vector<RaceCurve> Race::curves() const {
  std::vector<RaceCurve> curves;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    RaceCurve curve{.entry = i, .algorithm = entry.algorithm, .points = {}};
    if (!entry.ticked) continue;
    for (const std::uint32_t step : sweep_steps) {
      const std::uint32_t n = elements_of_all_ / step;
      const RaceTimes* times = times_of(entry, n);
      const double median = times == nullptr ? -1 : times->median(RaceCase::steady);
      if (median >= 0) curve.points.push_back({n, median});
    }
    if (!curve.points.empty()) curves.push_back(std::move(curve));
  }
  return curves;
}

std::vector<std::uint32_t> Race::sizes() const {
  std::vector<std::uint32_t> sizes = {elements_of_all_};
  for (auto step = sweep_steps.rbegin() + 1; step != sweep_steps.rend(); ++step) {
    const std::uint32_t n = elements_of_all_ / *step;
    const bool any = std::ranges::any_of(entries_, [&](const Entry& e) { return times_of(e, n) != nullptr; });
    if (any && n != sizes.back()) sizes.push_back(n);
  }
  return sizes;
}

double Race::cost_per_frame() const {
  double sum = 0;
  for (const Spent& spent : spent_) sum += spent.milliseconds;
  return spent_.empty() ? 0 : sum / static_cast<double>(spent_.size());
}

std::string Race::how_timed() const {
  if (software_)
    return "Software renderer: the CPU draws beside the sorts of the CPU, which slows them, and times of OpenGL's "
           "sorts "
           "are the host's, which waits for each pass.";
  return "Times of CUDA's and OpenGL's sorts are the GPU's, by timestamps; sorts of the CPU run on a thread beside the "
         "frame.";
}

}  // namespace farfirst::app
