# A context without a window: farfirst_headless, also for the bench and the tests of the sorts. EGL: Linux only.
add_library(farfirst_headless STATIC headless/context_egl.cpp)
farfirst_target(farfirst_headless)
target_include_directories(farfirst_headless PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(farfirst_headless PUBLIC farfirst_sort farfirst_gl_object PRIVATE ${CMAKE_DL_LIBS})
# Its headers alone: the library is found at run time.
target_include_directories(farfirst_headless SYSTEM PRIVATE $<TARGET_PROPERTY:OpenGL::EGL,INTERFACE_INCLUDE_DIRECTORIES>)

# Models to orders to pictures: farfirst_frame. The catalogue of renderers is written from the folders of render/.
file(GLOB farfirst_renderers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/render render/*/about.cpp)
set(farfirst_renderer_declarations "")
set(farfirst_renderer_rows "")
set(farfirst_renderer_sources "")
foreach(about IN LISTS farfirst_renderers)
  get_filename_component(name ${about} DIRECTORY)
  string(APPEND farfirst_renderer_declarations "namespace ${name} {\nextern const RendererAbout about;\n}\n")
  list(APPEND farfirst_renderer_rows "&${name}::about")
  file(GLOB sources CONFIGURE_DEPENDS render/${name}/*.cpp)
  list(APPEND farfirst_renderer_sources ${sources})
endforeach()
list(JOIN farfirst_renderer_rows ", " farfirst_renderer_rows)
configure_file(render/renderers.cpp.in renderers.cpp @ONLY)

add_library(farfirst_frame STATIC
  order/cached_sorter.cpp order/cpu_sort_thread.cpp order/cpu_sorter.cpp order/cuda_sorter.cpp order/entry_choice.cpp order/gpu_memory_opengl.cpp
  order/gpu_memory_shared.cpp order/gpu_memory_staged.cpp order/gpu_sorter.cpp order/host_orders.cpp order/inversion_stats.cpp order/inversions.cpp
  order/opengl_sorter.cpp order/order_request.cpp order/order_validator.cpp order/orders.cpp order/precision.cpp order/resort.cpp order/sort_identity.cpp order/timer.cpp
  render/array.cpp render/auto_cull.cpp render/blend_pass.cpp render/color_target.cpp render/context.cpp render/cull_choice.cpp render/culling.cpp render/draw_choice.cpp render/elements.cpp render/frame_block.cpp render/host_elements.cpp render/host_objects.cpp render/host_particles.cpp render/host_splats.cpp render/identity.cpp render/mesh_elements.cpp render/multi_object_elements.cpp render/order_request_of.cpp render/packed_splat.cpp
  render/particle_batches.cpp render/particle_buffers.cpp render/particle_compute.cpp render/particle_elements.cpp render/particle_elements_software.cpp render/moving_objects.cpp render/particle_sequence_elements.cpp render/picture_part.cpp render/placed_objects.cpp render/quantiles.cpp render/renderer.cpp render/renderer_pool.cpp render/resolve.cpp render/sample_window.cpp render/scene_renderer.cpp render/self_shadows.cpp render/shadow_compute.cpp render/splat_elements.cpp render/splat_projection.cpp render/stages.cpp render/step_times.cpp
  render/statistics.cpp render/temporal_accumulation.cpp render/view_pipeline.cpp scene/elements.cpp ${CMAKE_CURRENT_BINARY_DIR}/renderers.cpp ${farfirst_renderer_sources})
farfirst_target(farfirst_frame)
farfirst_precompile(farfirst_frame FRAME ${farfirst_viewer_headers}) # not linked with fmt
farfirst_embed_shaders(farfirst_frame viewer_shaders common compare cull elements keys order render shadows simulate splat)
target_link_libraries(farfirst_frame PUBLIC farfirst_scene farfirst_headless farfirst_sort farfirst_gl_object PRIVATE Threads::Threads)
# The renderer `cpu` runs on the library's threads.
target_include_directories(farfirst_frame PRIVATE ${PROJECT_SOURCE_DIR}/sort/src)
farfirst_vectors(farfirst_frame render/cpu/kernels.cpp render/cpu/plain.cpp)
if(FARFIRST_SANITIZE)
  set_source_files_properties(render/cpu/plain.cpp PROPERTIES COMPILE_OPTIONS "-O1") # with the check of uses after scope
endif()
# Tests have another catalogue in its place.
set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/renderers.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
