# farfirst_sort_sources(TARGET): the library's sources and its catalogue, written from the folder names of sort/src:
#   src/<back end>/<name>/about.cpp    the description, always compiled
#   src/<back end>/<name>/*            compiled where the back end is built, unless needs.cmake sets `absence`
#   src/<back end>/<name>/needs.cmake  optional: sets `absence` to a sentence, or `libraries` to what the entry links
# prim/ and object/ are no algorithms: prim/ is shared by a back end's entries, object/ is a library of its own.
# The caller sets built_cpu, built_cuda and built_gl, and FARFIRST_EMULATED where CUDA code runs on the CPU (tests).
function(farfirst_sort_sources target)
  get_filename_component(src ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../sort/src ABSOLUTE)
  set(backends cpu cuda gl)

  # ---- Sources that are no entries
  file(GLOB sources CONFIGURE_DEPENDS ${src}/core/*.cpp ${src}/../include/farfirst/*.h ${src}/core/*.h)
  list(FILTER sources EXCLUDE REGEX "/core/no_")
  foreach(backend IN LISTS backends)
    if(built_${backend})
      file(GLOB shared CONFIGURE_DEPENDS ${src}/${backend}/*.cpp ${src}/${backend}/*.cu ${src}/${backend}/*.h
        ${src}/${backend}/prim/*.cpp ${src}/${backend}/prim/*.cu ${src}/${backend}/prim/*.h ${src}/${backend}/prim/*.cuh)
      list(APPEND sources ${shared})
      if(backend STREQUAL "gl") # owners of OpenGL's names, its functions, and the shaders
        file(GLOB shared CONFIGURE_DEPENDS ${src}/gl/object/*.cpp ${src}/gl/object/*.h)
        list(APPEND sources ${shared} $<TARGET_OBJECTS:farfirst_glad>)
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:farfirst_gl_object>)
        farfirst_embed_shaders(${target} sort_shaders keys sort)
      endif()
    else()
      list(APPEND sources ${src}/core/no_${backend}.cpp)
    endif()
  endforeach()

  # ---- The entries
  set(farfirst_declarations "")
  set(farfirst_rows "")
  foreach(backend IN LISTS backends)
    file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES ON ${src}/${backend}/*)
    foreach(folder IN LISTS folders)
      get_filename_component(name ${folder} NAME)
      file(GLOB about CONFIGURE_DEPENDS ${folder}/about.cpp)
      file(GLOB needs CONFIGURE_DEPENDS ${folder}/needs.cmake)
      if(NOT IS_DIRECTORY ${folder} OR name MATCHES "^(prim|object)$" OR NOT about)
        continue()
      endif()
      set(absence "")
      set(libraries "")
      if(NOT built_${backend})
        set(absence "${backend}.${name}: the back end was not built")
      elseif(needs)
        include(${needs})
        if(absence AND NOT FARFIRST_EMULATED)
          set_property(GLOBAL APPEND PROPERTY FARFIRST_LEFT_OUT "${absence}") # told at the end of configuring
        endif()
      endif()
      string(APPEND farfirst_declarations "namespace farfirst::${backend}::${name} {\nconst Algorithm& about() noexcept;\n")
      list(APPEND sources ${about})
      if(absence)
        string(APPEND farfirst_rows "      {${backend}::${name}::about, nullptr, \"${absence}\"},\n")
      else()
        string(APPEND farfirst_declarations "std::unique_ptr<core::Implementation> make(core::DeviceCore&, const core::MakeOptions&);\n")
        string(APPEND farfirst_rows "      {${backend}::${name}::about, ${backend}::${name}::make, {}},\n")
        file(GLOB own CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/*.cu ${folder}/*.h ${folder}/*.cuh)
        list(REMOVE_ITEM own ${about})
        list(APPEND sources ${own})
        target_link_libraries(${target} PRIVATE ${libraries})
      endif()
      string(APPEND farfirst_declarations "}  // namespace farfirst::${backend}::${name}\n")
    endforeach()
  endforeach()
  configure_file(${src}/core/entries.cpp.in ${target}_entries.cpp @ONLY)
  target_sources(${target} PRIVATE ${sources} ${CMAKE_CURRENT_BINARY_DIR}/${target}_entries.cpp)
endfunction()
