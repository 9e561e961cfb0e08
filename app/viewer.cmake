# What is shown, from where, and what is told of it: farfirst_stage, also for farfirst-bench frame.
add_library(farfirst_stage STATIC camera/json.cpp camera/path.cpp)
farfirst_target(farfirst_stage)
farfirst_precompile_fmt(farfirst_stage)
target_link_libraries(farfirst_stage PUBLIC farfirst_frame farfirst_io PRIVATE fmt::fmt nlohmann_json::nlohmann_json)

# Pictures and entries compared: farfirst_compare.
add_library(farfirst_compare STATIC
  compare/error_text.cpp compare/key_lab.cpp compare/key_lab_text.cpp compare/measure.cpp compare/measurer.cpp compare/methods.cpp compare/picture_error_meter.cpp compare/race.cpp compare/race_elements.cpp compare/race_gpu.cpp compare/race_schedule.cpp compare/race_text.cpp compare/race_times.cpp
  compare/race_worker.cpp compare/reference_renders.cpp compare/text_table.cpp compare/truth_text.cpp io/image.cpp render/target.cpp)
farfirst_target(farfirst_compare)
farfirst_precompile_fmt(farfirst_compare)
target_link_libraries(farfirst_compare PUBLIC farfirst_stage PRIVATE fmt::fmt PNG::PNG Threads::Threads)

# The viewer: a library with everything but main, for its tests, and the program.
# Each step of the tour is a state, in a file.
set(farfirst_tour_rows "")
file(GLOB steps CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/tour/*.farfirst.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${steps})
foreach(step IN LISTS steps)
  get_filename_component(name ${step} NAME)
  file(READ ${step} text)
  string(APPEND farfirst_tour_rows "      {\"${name}\", R\"farfirst(${text})farfirst\"},\n")
endforeach()
configure_file(cli/tour_steps.cpp.in tour_steps.cpp @ONLY)

add_library(farfirst_viewer STATIC
  document/document.cpp cli/compare_values.cpp cli/look_rows.cpp cli/option_json.cpp cli/parse.cpp cli/particle_values.cpp cli/right_side.cpp cli/sequence_values.cpp cli/settings_file.cpp cli/settings_path_xdg.cpp cli/settings_text.cpp cli/sort_values.cpp cli/object_values.cpp cli/splat_rows.cpp
  cli/state_file.cpp cli/state_text.cpp cli/table.cpp cli/texts.cpp cli/tour.cpp cli/values.cpp cli/window_options.cpp
  ${CMAKE_CURRENT_BINARY_DIR}/tour_steps.cpp
  compare/comparison.cpp compare/mosaic.cpp compare/sides.cpp compare/split.cpp
  headless/comparison.cpp headless/drawer.cpp headless/drawer_host.cpp headless/drawer_opengl.cpp headless/export.cpp headless/frame_teller.cpp headless/headless_input.cpp headless/load_progress.cpp headless/machine_report.cpp headless/run.cpp headless/self_test.cpp headless/sheets.cpp
  headless/times.cpp
  session/drawing.cpp session/edits.cpp session/error_analysis.cpp session/file_watch.cpp session/files.cpp session/handles.cpp session/history.cpp session/measuring.cpp session/objects.cpp session/particle_edits.cpp session/particles.cpp session/sequence.cpp session/session.cpp session/states.cpp session/step_clock.cpp
  session/view.cpp window/window.cpp
  ui/actions.cpp ui/activity.cpp ui/camera_section.cpp ui/chart.cpp ui/compare_section.cpp ui/descriptions.cpp ui/emitter_choices.cpp ui/error_panel.cpp ui/file_browser.cpp ui/fonts_linux.cpp ui/force_choices.cpp ui/gizmo.cpp ui/help_sheet.cpp ui/input.cpp
  ui/key_lab_panel.cpp ui/keys.cpp ui/log_chart.cpp ui/look_section.cpp ui/mapping_choices.cpp ui/menu_bar.cpp ui/note.cpp ui/overlays.cpp ui/particles_section.cpp ui/parameter_names.cpp ui/race_panel.cpp ui/save_dialog.cpp
  ui/object_list.cpp ui/scene_section.cpp ui/sequence_section.cpp ui/sort_section.cpp ui/splat_choices.cpp ui/split_overlay.cpp ui/table.cpp ui/theme.cpp
  ui/timing_panel.cpp ui/ui.cpp ui/widgets.cpp)
farfirst_target(farfirst_viewer)
farfirst_precompile_fmt(farfirst_viewer)
target_link_libraries(farfirst_viewer PUBLIC farfirst_compare farfirst_stage farfirst_io farfirst_imgui
  PRIVATE CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json PNG::PNG)

add_executable(farfirst main.cpp)
farfirst_target(farfirst)
target_link_libraries(farfirst PRIVATE farfirst_viewer fmt::fmt)
