# Models to pictures: farfirst_frame. What only Linux has is in headless_egl.cpp.
add_library(farfirst_frame STATIC cuda_memory_shared.cpp cuda_memory_staged.cpp depth_order.cpp frame.cpp headless_egl.cpp order_cuda.cpp
  order_router.cpp order_worker.cpp renderer.cpp sorter_slot.cpp timing.cpp scene/drawable.cpp scene/drawable_model.cpp scene/drawable_particles.cpp)
farfirst_target(farfirst_frame)
farfirst_embed_shaders(farfirst_frame viewer_shaders common draw)
target_link_libraries(farfirst_frame PUBLIC farfirst_scene farfirst_sort farfirst_gl_object PRIVATE OpenGL::EGL Threads::Threads)
