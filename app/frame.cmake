# A context without a window: farfirst_headless, also for the bench and the tests of the sorts. EGL: Linux only.
add_library(farfirst_headless STATIC headless_egl.cpp)
farfirst_target(farfirst_headless)
target_include_directories(farfirst_headless PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(farfirst_headless PUBLIC farfirst_sort farfirst_gl_object PRIVATE OpenGL::EGL)

# Models to pictures: farfirst_frame.
add_library(farfirst_frame STATIC
  depth_order.cpp entry_choice.cpp frame.cpp gpu_memory_opengl.cpp gpu_memory_shared.cpp gpu_memory_staged.cpp order_cuda.cpp
  order_gpu.cpp order_inspector.cpp order_opengl.cpp order_router.cpp order_worker.cpp renderer.cpp sorter_slot.cpp timing.cpp
  scene/drawable.cpp scene/drawable_model.cpp scene/drawable_particles.cpp)
farfirst_target(farfirst_frame)
farfirst_embed_shaders(farfirst_frame viewer_shaders common draw)
target_link_libraries(farfirst_frame PUBLIC farfirst_scene farfirst_headless farfirst_sort farfirst_gl_object PRIVATE Threads::Threads)
