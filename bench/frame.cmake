# farfirst-bench frame: needs the viewer's frame, its scenes and its readers.
if(TARGET farfirst_stage AND TARGET farfirst_io)
  target_sources(farfirst-bench PRIVATE frame.cpp frame_arena.cpp frame_cameras.cpp frame_file.cpp)
  target_link_libraries(farfirst-bench PRIVATE farfirst_stage)
else()
  target_sources(farfirst-bench PRIVATE frame_absent.cpp)
endif()
