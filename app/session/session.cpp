#include "session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "camera/picking.h"
#include "cli/particle_values.h"
#include "cli/right_side.h"
#include "cli/state_file.h"
#include "cli/tour.h"
#include "io/exit_codes.h"
#include "order/choice.h"
#include "scene/particle_sequence.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;
constexpr auto notice_lasts = 6s;
constexpr std::size_t most_messages = 5;

std::string gl_text(const GladGLContext& gl, GLenum name) {
  const auto* text = reinterpret_cast<const char*>(gl.GetString(name));
  return text != nullptr ? text : "unknown";
}

/// Are pictures the same that were drawn of the same, as far as is known?
bool shows_the_same(const FrameReport& a, const FrameReport& b) {
  return a.renderer == b.renderer && a.samples == b.samples && a.order_age == b.order_age && a.unsure == b.unsure &&
         a.wanted == b.wanted && (a.elements > 0) == (b.elements > 0);
}

}  // namespace

Session::Session(const GladGLContext& gl, const Options& wanted, void* (*proc)(const char*),
                 std::function<double()> clock)
    : options(wanted),
      gl_(gl),
      frame_(std::make_unique<Frame>(gl, VertexFetch::automatic, proc)),
      race_(gl, frame_->opengl()),
      key_lab_(gl),
      opengl_(fmt::format("OpenGL {}, {}", gl_text(gl, GL_VERSION), gl_text(gl, GL_RENDERER))),
      preferences_(wanted),
      brought_(wanted),
      clock_(std::move(clock)) {
  frame_->draw_between_steps(static_cast<bool>(clock_));
  frame_->before_elements_go([this] { race_.release(); });
  if (options.split.on) set_split(true);
  if (options.camera_path) {
    path_ = CameraPath::read(*options.camera_path);
    playing = true;
  }
  if (options.scene == SceneKind::file)
    read(options.all_objects(), options.flip);
  else
    show_built_in({options, {}});
}

// ---- scene

void Session::open_built_in(SceneKind kind) { open_without_models(kind, {}); }

void Session::open_scene(std::string_view word) {
  Options named = options;
  read_scene(named, std::string(word));
  open_without_models(named.scene, named.system);
}

void Session::open_system(const std::filesystem::path& file) {
  std::error_code error;
  open_without_models(SceneKind::particles, {{}, std::filesystem::absolute(file, error)});
  if (scene_ && scene_->file == options.system.file && options.state.empty()) memory.remember(options.system.file);
}

void Session::open_without_models(SceneKind kind, const ParticleChoice& system) {
  load_.reset();
  awaited_.reset();
  keep_camera_ = scene_ && scene_->kind == kind && options.system == system;
  Options wanted = keep_camera_ ? options : without_state(options);
  wanted.scene = kind;
  wanted.system = system;
  wanted.objects.clear();
  if (show_built_in({wanted, {}}) && !keep_camera_) before_tour_.reset();
}

bool Session::show_built_in(const Wanted& wanted) {
  try {
    return show(scene_of_options(wanted.options), wanted);
  } catch (const std::runtime_error& error) {
    if (!scene_) options = without_state(options);
    tell_error(error.what());
    return false;
  } catch (const std::bad_alloc&) {
    tell_error("memory ran out: this scene is too large for this machine");
    return false;
  }
}

bool Session::update() {
  bool changed = false;
  if (paused) step_clock_.stop();  // nothing may be drawn meanwhile
  set_truth();
  if (load_) changed |= step_load();
  if (split_) changed |= split_->update(*target_);
  changed |= step_sequence();
  changed |= follow_system_file();
  const auto now = Clock::now();
  changed |= std::erase_if(messages_, [&](const Message& m) { return !m.error && now - m.since > notice_lasts; }) > 0;
  return changed;
}

/// If it does not fit, says so and goes back to the scene before.
bool Session::put_into_frame(const SceneSource& scene) {
  try {
    frame_->set_scene(scene);
    return true;
  } catch (const farfirst::Error& error) {
    tell_error(fmt::format("{}: {}", scene.name(), error.what()));
    dirty_ = true;
    try {
      if (scene_) frame_->set_scene(*scene_);
    } catch (const farfirst::Error&) {
      scene_.reset();
    }
    return false;
  }
}

/// With the options that came with it.
bool Session::show(SceneSource scene, const Wanted& wanted) {
  if (!put_into_frame(scene)) return false;
  scene_ = std::move(scene);
  ++scene_number_;
  note_particles();
  if (truth_) truth_->forget();
  take_options(wanted.options);
  if (!keep_camera_ && scene_->kind != SceneKind::file && !options.was_given("camera-view-up"))
    options.camera.view_up.reset();
  if (!keep_camera_) reset_camera();
  if (wanted.camera) camera = *wanted.camera;
  path_frame_ = 0;
  clear_times();
  return true;
}

// ---- states

/// What is no part of a state may have changed while a file was read.
void Session::take_options(const Options& wanted) {
  preferences();
  Options taken = wanted;
  for (const OptionRow& row : option_table())
    if (row.get && !is_shown(row) && row.get(taken) != row.get(options)) row.set(taken, row.get(options));
  options = std::move(taken);
  brought_ = options;
}

const Options& Session::preferences() {
  for (const OptionRow& row : option_table())
    if (row.kept == Kept::yes && row.get(options) != row.get(brought_)) row.set(preferences_, row.get(options));
  brought_ = options;
  return preferences_;
}

void Session::open_state(const std::filesystem::path& file) {
  try {
    std::error_code error;
    Options wanted = options;
    wanted.notices.clear();
    load_state(std::filesystem::absolute(file, error), wanted);
    wanted.tour = 0;
    for (const std::string& notice : wanted.notices) tell(notice);
    memory.remember(wanted.state);
    before_tour_.reset();
    show_state({wanted, {}});
  } catch (const Failure& failure) {
    tell_error(failure.what());
  }
}

/// Built-in scenes that stay as they are.
bool Session::is_shown_already(const Options& wanted) const {
  return scene_ && scene_->kind == wanted.scene && scene_->kind != SceneKind::file &&
         scene_->kind != SceneKind::particles && scene_->kind != SceneKind::sequence;
}

void Session::show_state(Wanted wanted) {
  load_.reset();
  awaited_.reset();
  keep_camera_ = false;
  playing = false;
  if (wanted.options.scene == SceneKind::file) {
    read(wanted.options.all_objects(), wanted.options.flip);
    awaited_ = std::move(wanted);
  } else if (is_shown_already(wanted.options)) {
    take_options(wanted.options);
    reset_camera();
    if (wanted.camera) camera = *wanted.camera;
  } else {
    show_built_in(wanted);
  }
}

void Session::save_state(const std::filesystem::path& file) {
  try {
    std::error_code error;
    const auto path = std::filesystem::absolute(file, error);
    app::save_state(path, options, camera);
    memory.remember(path);
    tell("wrote " + path.string());
  } catch (const Failure& failure) {
    tell_error(failure.what());
  }
}

void Session::show_tour(std::uint32_t step) {
  if (step == 0 || step > tour_steps().size()) return;
  if (options.tour == 0) before_tour_ = {options, camera};
  Options wanted = options;
  load_tour_step(step, wanted);
  show_state({wanted, {}});
}

void Session::close_note() {
  if (before_tour_) return show_state(*std::exchange(before_tour_, {}));
  options.tour = 0;
  options.note = {};
}

// ---- camera

float Session::aspect() const {
  return target_ ? static_cast<float>(target_->width()) / static_cast<float>(target_->height())
                 : static_cast<float>(options.width) / static_cast<float>(options.height);
}

void Session::frame_all() {
  if (scene_) fit_to_scene(camera, *scene_, aspect());
}

void Session::reset_camera() {
  if (scene_) camera = opening_camera(*scene_, aspect(), options.camera);
}

void Session::look_along(const glm::vec3& direction) {
  playing = false;
  camera.eye = camera.focus - turn_to_up(up()) * direction * glm::length(camera.focus - camera.eye);
  camera.up = up();
  frame_all();
}

void Session::set_up(const glm::vec3& up) {
  const glm::mat3 turn = turn_to_up(up) * glm::transpose(turn_to_up(this->up()));
  options.camera.view_up = up;
  options.camera.pose.reset();  // it has another up
  // Y is what scenes open with anyway; those with a camera of their own keep that.
  if (up == glm::vec3(0, 1, 0) && !options.was_given("camera-view-up")) options.camera.view_up.reset();
  camera.eye = camera.focus - turn * (camera.focus - camera.eye);
  camera.up = up;
  frame_all();
}

bool Session::focus_on(const glm::vec2& at) {
  const std::shared_ptr<const Model> outline = scene_ ? scene_->outline() : nullptr;
  if (!outline) return false;
  const auto point = pick(*outline, camera, aspect(), at);
  if (!point) return false;
  // The eye stays on its distance to what it looks at, so that the point comes to the middle without a jump in size.
  camera.eye += *point - camera.focus;
  camera.focus = *point;
  return true;
}

void Session::step_path() {
  if (!path_ || !playing || !scene_) return;
  camera = path_->at(path_frame_, scene_->bounds(), up());
  path_frame_ = (path_frame_ + 1) % path_->length();
}

// ---- opacity

Session::OpacityBasis Session::opacity_basis(const View& view) const {
  LayerView layers;
  layers.as_points = options.sort.primitive == Primitive::points || (scene_->model && !scene_->model->is_mesh());
  // The size of points counts where there are some.
  if (layers.as_points) layers.point_size = options.look.point_size * view.pixel_scale;
  layers.file_alpha = options.look.use_file_colors;
  return {scene_number_, up(), layers};
}

bool Session::opacity_is_due(const View& view) const {
  return options.automatic_opacity && scene_ && opacity_basis(view) != opacity_basis_;
}

void Session::choose_opacity(const View& view) {
  if (!options.automatic_opacity) opacity_basis_ = {};  // the next automatic one is chosen anew
  if (!opacity_is_due(view)) return;
  opacity_basis_ = opacity_basis(view);
  LayerView layers = opacity_basis_.view;
  layers.picture = {view.width, view.height};
  options.look.opacity = opening_opacity(*scene_, options.camera, layers);
}

// ---- two sides

void Session::set_split(bool on) {
  if (on && !options.right) {
    try {
      options.right = right_side(options);
    } catch (const Failure& failure) {  // what was said of it belongs to another sort on the left
      tell_error(failure.what());
      options.right_given.clear();
      options.right = right_side(options);
    }
  }
  options.split.on = on;
}

SortChoice& Session::own_sort(std::size_t side) { return side == left ? options.sort : options.right->sort; }
Look& Session::own_look(std::size_t side) { return side == left ? options.look : options.right->look; }

SortChoice Session::sort_of(std::size_t side) const {
  return side == left || !options.right ? options.sort : with_own(options.sort, options.right->sort);
}

Look Session::look_of(std::size_t side) const {
  return side == left || !options.right ? options.look : with_own(options.look, options.right->look);
}

void Session::swap_sides() {
  if (!options.right) return;
  const SideChoice before{options.sort, options.look};
  options.sort = with_own(options.sort, options.right->sort);
  options.look = with_own(options.look, options.right->look);
  options.right = before;
}

// ---- drawing

bool Session::same_as_drawn(const View& view) const {
  const auto side_is_same = [&](std::size_t side) {
    return drawn_.sides[side].look == look_of(side) && drawn_.sides[side].sort == sort_of(side);
  };
  return drawn_.view == view && drawn_.camera == camera && drawn_.scene == scene_number_ &&
         drawn_.objects == options.objects && drawn_.split == options.split.on && side_is_same(left) &&
         (!options.split.on || side_is_same(right));
}

bool Session::needs_draw(const View& view) const { return needs_sides(view) || (split_ && composed_ != options.split); }

bool Session::needs_sides(const View& view) const {
  if (dirty_ || !target_ || !same_as_drawn(view) || opacity_is_due(view)) return true;
  if (!scene_) return false;
  if (drawn_.has_trials != (truth_ != nullptr)) return true;
  if (truth_ && truth_->is_asked() && refined_ > 1) return true;  // the frame itself is measured
  return is_animated() || is_under_way(left) || (options.split.on && is_under_way(right));
}

/// The particles stand still while something is measured.
bool Session::is_animated() const {
  const bool under_way = truth_ && truth_->is_under_way();
  const ParticleSequence* files = sequence();
  const bool plays = scene_->particles || (files && !files->is_one() && !files->is_at_end());
  return (plays && !paused && !under_way) || (files && files->is_waiting()) || (path_ && playing);
}

bool Session::is_under_way(std::size_t side) const {
  const FrameReport& report = last(side);
  return report.order_awaited || first_order_under_way(side) || report.check_result.awaited || report.measuring ||
         report.unsure || sort_of(side).resort == Resort::always;
}

bool Session::first_order_under_way(std::size_t side) const {
  return scene_ && !scene_->empty() && last(side).elements == 0;
}

bool Session::needs_refinement(const View& view) const {
  if (cannot_refine_ || refined_ >= most_refined() || measures() || shows_heat() || needs_draw(view)) return false;
  for (std::size_t side = 0; side < sides(); ++side)
    if (!frame_->can_be_refined(side)) return false;
  return true;
}

std::uint32_t Session::most_refined() const {
  constexpr std::uint32_t automatic = 64;
  return options.look.refine > 0 ? options.look.refine : automatic;
}

void Session::refine() {
  try {
    for (std::size_t side = 0; side < sides(); ++side)
      refined_ = frame_->refine(target_of(side).target(drawn_.view.pixel_scale), side);
    if (split_) split_->changed();
    compose();
  } catch (const farfirst::Error& error) {
    tell_error(fmt::format("pictures are no longer refined: {}", error.what()));
    cannot_refine_ = true;
    dirty_ = true;
  }
}

void Session::draw(const View& view) {
  try {
    if (needs_sides(view)) {
      prepare_pictures(view);
      place_objects();
      choose_opacity(view);
      step_path();
      if (scene_) camera.fit_planes(scene_->bounds());
      move_particles();
      draw_sides(view);
    }
    compose();
  } catch (const farfirst::Error& error) {
    tell_error(error.what());
    if (options.split.on) set_split(false);  // there is no memory for two
  }
}

/// As the options say. Ticks are set when these say something else than before.
void Session::set_race() {
  race_.set_sweeping(options.race.curves);
  race_.set_on(options.race.on);
  if (options.race.sorts == raced_) return;
  raced_ = options.race.sorts;
  for (std::size_t i = 0; i < race_.entries(); ++i) {
    const std::string_view id = race_.algorithm(i).id;
    race_.tick(i, raced_ ? std::ranges::find(*raced_, id) != raced_->end() : race_.is_usual(i));
  }
}

/// What is not sorted in the picture is raced all the same.
void Session::step_race() {
  set_race();
  if (!race_.is_running() || !target_ || measures()) return;
  SortChoice choice = drawn_.sides[left].sort;
  if (!sorted(choice.draw_order)) choice.draw_order = DrawOrder::back_to_front;
  const Frame::Sorting sorting = frame_->sorting(drawn_.camera, choice);
  race_.step({sorting.wanted, sorting.scene, sorting.elements});
}

void Session::tick(std::size_t entry, bool ticked) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < race_.entries(); ++i)
    if (i == entry ? ticked : race_.is_ticked(i)) ids.emplace_back(race_.algorithm(i).id);
  if (race_.is_failed(entry) && ticked) race_.tick(entry, true);  // again
  options.race.sorts = std::move(ids);
}

void Session::measure_keys() {
  if (!target_ || drawn_.scene != scene_number_) return;
  key_lab_.begin({.camera = drawn_.camera,
                  .look = drawn_.sides[left].look,
                  .sort = drawn_.sides[left].sort,
                  .report = last(),
                  .width = drawn_.view.width,
                  .height = drawn_.view.height,
                  .pixel_scale = drawn_.view.pixel_scale});
  key_lab_scene_ = scene_number_;
}

/// Begins by itself with each scene, once there is something to see.
void Session::step_key_lab() {
  if (!options.key_lab || key_lab_scene_ != scene_number_) {
    if (std::exchange(key_lab_scene_, 0) != 0) {
      key_lab_.forget();
      frame_->forget_beside();
    }
    if (options.key_lab && last().elements > 0) measure_keys();
  }
  if (!measures_keys()) return;
  key_lab_.step(*frame_);
  if (key_lab_.is_done()) frame_->forget_beside();
}

bool Session::key_lab_is_current() const {
  const ShownPicture& of = key_lab_.shown();
  return of.camera == camera && of.look == options.look && of.sort == options.sort;
}

void Session::prepare_pictures(const View& view) {
  if (options.split.on) set_split(true);  // as it was said on the command line
  if (!target_ || target_->width() != view.width || target_->height() != view.height) {
    const bool first = !target_;
    split_.reset();
    target_ = std::make_unique<PictureTarget>(gl_, view.width, view.height);
    shown_ = target_.get();
    if (first) reset_camera();  // now that the shape of the picture is known
  }
  if (!options.split.on) {
    split_.reset();
    shown_ = target_.get();
  } else if (!split_) {
    split_ = std::make_unique<SplitPicture>(gl_, view.width, view.height);
    if (!drawn_.split) seen_[right].last = {};  // of what it was before
  }
}

void Session::draw_sides(const View& view) {
  const FrameReport before = last(truth_side());
  const bool is_new = !scene_ || is_animated() || !same_as_drawn(view);
  std::array<bool, 2> switched{};
  for (std::size_t side = 0; side < sides(); ++side) {
    const SideChoice now{sort_of(side), look_of(side)};
    switched[side] = drawn_.sides[side].sort != now.sort;
    drawn_.sides[side] = now;
  }
  drawn_.camera = camera;
  drawn_.view = view;
  drawn_.scene = scene_number_;
  drawn_.objects = options.objects;
  drawn_.split = options.split.on;
  drawn_.has_trials = truth_ != nullptr;
  dirty_ = false;
  refined_ = 1;
  frame_->begin(sides() + (drawn_.has_trials ? 1 : 0));
  // They take turns in being first: the one after it finds the GPU awake and caches warm.
  right_first_ = !right_first_ && sides() > 1;
  double milliseconds = 0;
  for (std::size_t i = 0; i < sides(); ++i) {
    const std::size_t side = right_first_ ? sides() - 1 - i : i;
    draw_side(side, switched[side]);
    milliseconds += std::max(last(side).total, 0.0);
  }
  if (split_) split_->changed();
  if (truth_) truth_->note_frame(is_new || !shows_the_same(before, last(truth_side())));
  count_frame(milliseconds);
}

/// What one side cannot do is told, and it does something else in the next frame; the other goes on.
void Session::draw_side(std::size_t side, bool switched) {
  SortChoice& sort = own_sort(side);
  try {
    const FrameReport report = frame_->draw_side(side, camera, look_of(side), sort_of(side),
                                                 target_of(side).target(drawn_.view.pixel_scale), /*wait=*/false);
    measure(side, report, switched);
    note(side, report);
  } catch (const RendererUnavailable& error) {
    tell_error(about(side, error.what() + std::string("; auto goes on instead")));
    own_look(side).renderer = "auto";
  } catch (const farfirst::Error& error) {
    tell_error(about(side, error.what()));
    if (sort.algorithm == "auto") return;
    sort.algorithm = "auto";
    sort.parameters.clear();
  }
}

void Session::compose() {
  if (!split_) return;
  shown_ = &split_->compose(*target_, options.split);
  composed_ = options.split;
}

// ---- against the truth

/// As the options say.
void Session::set_truth() {
  const ErrorChoice& error = options.error;
  if (error.on == (truth_ != nullptr)) return;
  if (!error.on) return truth_.reset();
  try {
    truth_ = std::make_unique<Truth>(gl_);
    ask_error(error.causes, left);
    if (error.methods) ask_methods(left);
  } catch (const farfirst::Error& failure) {
    tell_error(failure.what());
    options.error.on = false;
  }
}

void Session::ask_error(bool with_causes, std::size_t side) {
  if (!truth_) return;
  truth_side_ = side;
  truth_->ask_error(with_causes);
}

void Session::ask_methods(std::size_t side) {
  if (!truth_) return;
  truth_side_ = side;
  truth_->ask_methods();
}

/// Every so many frames, and at rest, so that the error is that of what is shown. The heat map is of every frame.
void Session::ask_by_itself() {
  const std::uint32_t every = options.error.heat ? 1 : options.error.every;
  const std::uint32_t since = truth_->frames_since();
  if (every == 0 || since == 0) return;
  if (since >= every || !needs_sides(drawn_.view)) truth_->ask_error(/*with_causes=*/false);
}

bool Session::can_be_measured() const {
  const FrameReport& report = last(truth_side());
  return target_ && drawn_.has_trials && refined_ == 1 && report.elements > 0 && !report.unsure;
}

ShownPicture Session::shown_picture(std::size_t side) const {
  const PictureTarget& target = target_of(side);
  return {.camera = drawn_.camera,
          .look = drawn_.sides[side].look,
          .sort = drawn_.sides[side].sort,
          .report = last(side),
          .width = target.width(),
          .height = target.height(),
          .pixel_scale = drawn_.view.pixel_scale,
          .texture = target.target().texture};
}

void Session::step_truth() {
  if (!truth_ || !can_be_measured()) return;
  if (!truth_->is_under_way()) ask_by_itself();
  if (measures()) truth_->step(*frame_, drawn_.split ? 2 : 1, shown_picture(truth_side()));
}

/// Before the report is noted, which may change the choice.
void Session::measure(std::size_t side, const FrameReport& report, bool switched) {
  Seen& seen = seen_[side];
  const Frame::Target target = target_of(side).target(drawn_.view.pixel_scale);
  FrameIdentity identity = identity_of(report, look_of(side), sort_of(side), target);
  identity.raced = race_.is_running();
  seen.times.add(report, identity, switched || report.measuring);
  if (report.renderer != seen.last.renderer) seen.draw_steps.clear();
  if (!report.draw_steps.empty()) seen.draw_steps = report.draw_steps;
}

void Session::note(std::size_t side, const FrameReport& report) {
  FrameReport& last = seen_[side].last;
  SortChoice& sort = own_sort(side);
  if (!report.message.empty() && report.message != last.message) tell_error(about(side, report.message));
  const CheckResult& result = report.check_result;
  if (!result.trouble.empty() && result.trouble != last.check_result.trouble)
    tell(about(side, "orders are not checked: " + result.trouble));
  if (result.is_wrong() && sort.algorithm == result.algorithm) {
    // Not taken again by itself; a click on it gives it another chance.
    tell_error(about(side, fmt::format("{}: {}; auto goes on instead", result.algorithm, result.order.sentence())));
    sort.algorithm = "auto";
    sort.parameters.clear();
  }
  last = report;
}

/// Which side it is about, where there are two.
std::string Session::about(std::size_t side, const std::string& text) const {
  return sides() == 1 ? text : (side == left ? "left: " : "right: ") + text;
}

/// A pause because nothing changed is no slow frame.
void Session::count_frame(double milliseconds) {
  const auto now = Clock::now();
  const auto pause = 250ms + 3 * std::chrono::duration<double, std::milli>(milliseconds);
  if (!draw_times_.empty() && now - draw_times_.back() > pause) draw_times_.clear();
  draw_times_.push_back(now);
  while (draw_times_.size() > 2 && draw_times_.back() - draw_times_.front() > 1s) draw_times_.pop_front();
}

double Session::frames_per_second() const {
  if (draw_times_.size() < 2) return 0;
  const std::chrono::duration<double> span = draw_times_.back() - draw_times_.front();
  const double rate = static_cast<double>(draw_times_.size() - 1) / span.count();
  const std::chrono::duration<double> silence = Clock::now() - draw_times_.back();
  return silence.count() > std::max(0.5, 3 / rate) ? 0 : rate;
}

void Session::clear_times() {
  for (Seen& seen : seen_) {
    seen.times.clear();
    seen.draw_steps.clear();
  }
  draw_times_.clear();
}

void Session::reload_shaders() {
  std::string log = frame_->reload_shaders();
  try {
    if (split_ && log.empty()) split_->reload_shaders();
    if (truth_ && log.empty()) truth_->reload_shaders();
  } catch (const farfirst::Error& error) {
    log = error.what();
  }
  if (log.empty()) {
    key_lab_.reload_shaders();
    for (Seen& seen : seen_) seen.times.mark_next("shaders reloaded");
    tell("shaders reloaded");
  } else {
    tell_error(log);
  }
  dirty_ = true;
}

// ---- messages

void Session::tell(const std::string& text) { messages_.push_back({text, false, Clock::now()}); }

void Session::tell_error(const std::string& text) {
  fmt::print(stderr, "farfirst: {}\n", text);
  std::erase_if(messages_, [&](const Message& message) { return message.text == text; });
  messages_.push_back({text, true, Clock::now()});
  if (messages_.size() > most_messages) messages_.pop_front();
}

}  // namespace farfirst::app
