# farfirst-bench interop: needs the viewer's OpenGL context.
if(TARGET farfirst_frame)
  target_sources(farfirst-bench PRIVATE interop.cpp)
  target_link_libraries(farfirst-bench PRIVATE farfirst_frame)
else()
  target_sources(farfirst-bench PRIVATE interop_absent.cpp)
endif()
