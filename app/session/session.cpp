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
  read(document.objects);
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
bool Session::put_into_frame(const Scene& scene, void (SceneRenderer::*put)(const Scene&)) {
  try {
    (*scene_renderer_.*put)(scene);
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
bool Session::show(Objects objects, Wanted wanted) {
  wanted.document.objects.assign(objects.begin(), objects.end());
  Scene scene(std::move(objects));
  const std::optional<glm::dvec3> before = scene_ ? scene_->file_origin() : std::nullopt;
  if (!put_into_frame(scene, &SceneRenderer::set_scene)) return false;
  scene_ = std::move(scene);
  ++scene_number_;
  // It stays where it is in world coordinates. What has none keeps its place in the scene, and the camera stays there.
  if (const auto now = scene_->file_origin(); before && now) camera = with_origin(camera, *before, *now);
  for (const auto& files : scene_->sequences()) files->follow_clock();
  note_particles();
  if (error_analysis_) error_analysis_->forget();
  take_document(wanted.document);
  if (!keep_camera_ && scene_->has_own_view() && !document.camera.keeps_view_up) document.camera.view_up.reset();
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
