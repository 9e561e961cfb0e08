# OpenGL entries, and farfirst-bench interop: need a context without a window.
if(TARGET farfirst_headless)
  target_sources(farfirst-bench PRIVATE opengl.cpp interop.cpp)
  target_link_libraries(farfirst-bench PRIVATE farfirst_headless)
else()
  target_sources(farfirst-bench PRIVATE opengl_absent.cpp interop_absent.cpp)
endif()
