#include "session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/particle_values.h"
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

}  // namespace

Session::Session(const GladGLContext& gl, const Command& command, void* (*proc)(const char*),
                 std::function<double()> clock)
    : document(command.document),
      window_settings(command.window_settings),
      gl_(gl),
      scene_renderer_(std::make_unique<SceneRenderer>(gl, VertexFetch::automatic, proc)),
      race_(scene_renderer_->gpu()),
      key_lab_(scene_renderer_->gpu()),
      opengl_(fmt::format("OpenGL {}, {}", gl_text(gl, GL_VERSION), gl_text(gl, GL_RENDERER))),
      opening_size_(command.size()),
      preferences_(command.document),
      brought_(command.document),
      clock_(std::move(clock)) {
  scene_renderer_->draw_between_steps(static_cast<bool>(clock_));
  scene_renderer_->before_elements_go([this] { race_.release(); });
  if (document.split.on) set_split(true);
  if (command.camera_path) {
    path_ = CameraPath::read(*command.camera_path);
    playing = true;
  }
  if (document.scene == SceneKind::file || document.scene == SceneKind::sequence)
    read(document.all_objects());
  else
    show_built_in({document, {}});
}

void Session::open_built_in(SceneKind kind) { open_without_models(kind, {}); }

void Session::open_scene(std::string_view word) {
  Document named = document;
  read_scene(named, std::string(word));
  open_without_models(named.scene, named.system);
}

void Session::open_system(const std::filesystem::path& file) {
  std::error_code error;
  open_without_models(SceneKind::particles, {{}, std::filesystem::absolute(file, error)});
  if (scene_ && scene_->file == document.system.file && document.state.empty()) memory.remember(document.system.file);
}

void Session::open_without_models(SceneKind kind, const ParticleChoice& system) {
  load_.reset();
  awaited_.reset();
  keep_camera_ = scene_ && scene_->kind == kind && document.system == system;
  Document wanted = keep_camera_ ? document : without_state(document);
  wanted.scene = kind;
  wanted.system = system;
  wanted.objects.clear();
  if (!keep_camera_) wanted.sequence.mapping = {};  // what was shown may have had other properties
  if (!show_built_in({wanted, {}})) return;
  edits_.forget();
  if (!keep_camera_) before_tour_.reset();
}

bool Session::show_built_in(const Wanted& wanted) {
  try {
    return show(scene_of_options(wanted.document), wanted);
  } catch (const std::runtime_error& error) {
    if (!scene_) document = without_state(document);
    notify_error(error.what());
    return false;
  } catch (const std::bad_alloc&) {
    notify_error("memory ran out: this scene is too large for this machine");
    return false;
  }
}

bool Session::update() {
  bool changed = false;
  if (paused) step_clock_.stop();  // nothing may be drawn meanwhile
  set_error_analysis();
  if (load_) changed |= step_load();
  if (split_) changed |= split_->update(*target_);
  changed |= step_sequences();
  changed |= follow_system_file();
  const auto now = Clock::now();
  changed |= std::erase_if(messages_, [&](const Message& m) { return !m.error && now - m.since > notice_lasts; }) > 0;
  return changed;
}

/// If it does not fit, says so and goes back to the scene before.
bool Session::put_into_frame(const SceneSource& scene) {
  try {
    scene_renderer_->set_scene(scene);
    return true;
  } catch (const farfirst::Error& error) {
    notify_error(fmt::format("{}: {}", scene.name(), error.what()));
    dirty_ = true;
    try {
      if (scene_) scene_renderer_->set_scene(*scene_);
    } catch (const farfirst::Error&) {
      scene_.reset();
    }
    return false;
  }
}

/// With the document that it belongs to.
bool Session::show(SceneSource scene, const Wanted& wanted) {
  const std::optional<glm::dvec3> before = scene_ ? scene_->file_origin() : std::nullopt;
  if (!put_into_frame(scene)) return false;
  scene_ = std::move(scene);
  ++scene_number_;
  // It stays where it is in world coordinates. What has none keeps its place in the scene, and the camera stays there.
  if (const auto now = scene_->file_origin(); before && now) camera = with_origin(camera, *before, *now);
  if (scene_->kind != SceneKind::file) selected.reset();
  for (const auto& files : scene_->sequences()) files->follow_clock();
  note_particles();
  if (error_analysis_) error_analysis_->forget();
  take_document(wanted.document);
  if (!keep_camera_ && scene_->kind != SceneKind::file && !document.camera.keeps_view_up)
    document.camera.view_up.reset();
  if (!keep_camera_) reset_camera();
  if (wanted.camera) set_world_camera(*wanted.camera);
  path_frame_ = 0;
  clear_times();
  return true;
}

void Session::notify(const std::string& text) { messages_.push_back({text, false, Clock::now()}); }

void Session::notify_error(const std::string& text) {
  fmt::print(stderr, "farfirst: {}\n", text);
  std::erase_if(messages_, [&](const Message& message) { return message.text == text; });
  messages_.push_back({text, true, Clock::now()});
  if (messages_.size() > most_messages) messages_.pop_front();
}

}  // namespace farfirst::app
