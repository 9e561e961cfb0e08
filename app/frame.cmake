# A context without a window: farfirst_headless, also for the bench and the tests of the sorts. EGL: Linux only.
add_library(farfirst_headless STATIC headless/context_egl.cpp)
farfirst_target(farfirst_headless)
target_include_directories(farfirst_headless PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(farfirst_headless PUBLIC farfirst_sort farfirst_gl_object PRIVATE OpenGL::EGL)

# Models to orders to pictures: farfirst_frame.
add_library(farfirst_frame STATIC
  order/cuda.cpp order/depth_order.cpp order/entry_choice.cpp order/gpu.cpp order/gpu_memory_opengl.cpp
  order/gpu_memory_shared.cpp order/gpu_memory_staged.cpp order/inspector.cpp order/opengl.cpp order/router.cpp
  order/sorter_slot.cpp order/timer.cpp order/worker.cpp
  render/context.cpp render/frame.cpp render/identity.cpp render/quantiles.cpp render/series.cpp render/stages.cpp
  render/statistics.cpp
  scene/drawable.cpp scene/drawable_model.cpp scene/drawable_particles.cpp)
farfirst_target(farfirst_frame)
farfirst_embed_shaders(farfirst_frame viewer_shaders common draw)
target_link_libraries(farfirst_frame PUBLIC farfirst_scene farfirst_headless farfirst_sort farfirst_gl_object PRIVATE Threads::Threads)
