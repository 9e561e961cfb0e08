# glad 2, the OpenGL loader: targets farfirst_glad (an object library) and farfirst_glad_headers.
set(glad_command "")
if(NOT FARFIRST_DEPS STREQUAL "FETCH")
  find_program(FARFIRST_GLAD glad) # Debian: python3-glad; pip: glad2
  mark_as_advanced(FARFIRST_GLAD)
  if(FARFIRST_GLAD)
    set(glad_command ${FARFIRST_GLAD})
    set_property(GLOBAL APPEND PROPERTY FARFIRST_FOUND "glad (system)")
  endif()
endif()
# A program that embeds the library downloads nothing unless it asks for OpenGL.
if(NOT glad_command AND NOT FARFIRST_DEPS STREQUAL "SYSTEM" AND (PROJECT_IS_TOP_LEVEL OR FARFIRST_GL STREQUAL "ON"))
  find_package(Python3 QUIET COMPONENTS Interpreter)
  if(Python3_FOUND)
    message(STATUS "Farfirst: downloading glad (apt-get install python3-glad would make this unnecessary)")
    FetchContent_Declare(glad GIT_REPOSITORY https://github.com/Dav1dde/glad.git
      GIT_TAG 658f48e72aee3c6582e80b05ac0f8787a64fe6bb) # v2.0.6
    FetchContent_GetProperties(glad)
    if(NOT glad_POPULATED)
      FetchContent_Populate(glad) # its own CMakeLists is a different interface: only the generator is wanted
    endif()
    set(glad_command ${CMAKE_COMMAND} -E env PYTHONPATH=${glad_SOURCE_DIR} ${Python3_EXECUTABLE} -m glad)
    set_property(GLOBAL APPEND PROPERTY FARFIRST_FOUND "glad (downloaded, 658f48e7)")
  endif()
endif()

if(NOT glad_command)
  farfirst_part(GL "${FARFIRST_GL}" "OpenGL and the viewer" python3-glad)
  return()
endif()
farfirst_part(GL "${FARFIRST_GL}" "OpenGL and the viewer")

set(glad_out ${CMAKE_CURRENT_BINARY_DIR}/glad)
set(glad_extensions GL_ARB_gpu_shader_int64,GL_ARB_shader_ballot,GL_ARB_indirect_parameters,GL_ARB_parallel_shader_compile,GL_KHR_parallel_shader_compile,GL_KHR_shader_subgroup,GL_NV_shader_atomic_int64)
add_custom_command(OUTPUT ${glad_out}/src/gl.c ${glad_out}/include/glad/gl.h
  COMMAND ${glad_command} --api gl:core=4.6 --extensions ${glad_extensions} --out-path ${glad_out} --reproducible --quiet c --mx
  COMMENT "Generating the OpenGL loader" VERBATIM)
add_custom_target(farfirst_glad_files DEPENDS ${glad_out}/src/gl.c ${glad_out}/include/glad/gl.h)
add_library(farfirst_glad_headers INTERFACE)
add_dependencies(farfirst_glad_headers farfirst_glad_files)
target_include_directories(farfirst_glad_headers SYSTEM INTERFACE ${glad_out}/include)
# Under names of our own: a program that embeds the library may bring its own glad.
target_compile_definitions(farfirst_glad_headers INTERFACE
  gladLoadGLContext=farfirst_gladLoadGLContext gladLoadGLContextUserPtr=farfirst_gladLoadGLContextUserPtr)
add_library(farfirst_glad OBJECT ${glad_out}/src/gl.c ${glad_out}/include/glad/gl.h)
target_link_libraries(farfirst_glad PRIVATE farfirst_glad_headers)
set_target_properties(farfirst_glad PROPERTIES POSITION_INDEPENDENT_CODE ON)
