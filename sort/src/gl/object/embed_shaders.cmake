# farfirst_embed_shaders(TARGET NAME folder...)
# Compiles the GLSL of shaders/<folder>... into TARGET. C++ reaches it as
#   namespace farfirst::gl { std::span<const ShaderFile> NAME() noexcept; }
function(farfirst_embed_shaders target name)
  set(root ${PROJECT_SOURCE_DIR}/shaders)
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/write_shaders.cmake)
  set(files "")
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE ${root} ${root}/${folder}/*.glsl ${root}/${folder}/*.vert
      ${root}/${folder}/*.geom ${root}/${folder}/*.frag ${root}/${folder}/*.comp)
    list(APPEND files ${found})
  endforeach()
  list(SORT files)
  list(TRANSFORM files PREPEND ${root}/ OUTPUT_VARIABLE paths)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D ROOT=${root} -D NAME=${name} -D OUTPUT=${output} "-DFILES=${files}" -P ${script}
    DEPENDS ${paths} ${script}
    COMMENT "Embedding shaders: ${name}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
