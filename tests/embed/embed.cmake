# cmake -DMODE=... -DSOURCE=... -DBUILT=... -DBUILD=... -DGENERATOR=... -DSANITIZE=... -P embed.cmake
# Builds the outside project against the library, runs it and checks its output. MODE subdirectory: a copy of the
# project is a part of the outside one, on the CPU alone, and then gets two more algorithms, each in its folder. MODE
# installed: the build in BUILT, with all its back ends, is installed, moved, and found there.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: ${result}\n${output}")
  endif()
endfunction()

function(outside_prints expected)
  execute_process(COMMAND ${BUILD}/outside/outside RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(STRIP "${output}" output)
  if(NOT result EQUAL 0 OR NOT output MATCHES "^${expected}$")
    message(FATAL_ERROR "the outside program ended with ${result} and printed '${output}'; expected 0 and '${expected}'")
  endif()
endfunction()

function(build target)
  step(${CMAKE_COMMAND} --build ${BUILD}/outside --target ${target})
endfunction()

function(entries_are expected what)
  build(try_entry)
  execute_process(COMMAND ${BUILD}/outside/try_entry RESULT_VARIABLE result)
  if(NOT result EQUAL expected)
    message(FATAL_ERROR "${what}: try_entry ended with ${result}, expected ${expected}")
  endif()
endfunction()

file(REMOVE_RECURSE ${BUILD})
# Unoptimised, several sources as one and without precompiled headers, because this tests linking, with the project's
# compiler. With NDEBUG, as users compile, and as no other test does.
set(common -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=ON -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
  "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -DNDEBUG" -DCMAKE_CXX_COMPILER=${CXX} -DFARFIRST_DEPS=SYSTEM)
set(configure ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/outside -B ${BUILD}/outside ${common})

if(MODE STREQUAL "installed")
  step(${CMAKE_COMMAND} --install ${BUILT} --prefix ${BUILD}/first --component development)
  file(RENAME ${BUILD}/first ${BUILD}/moved)
  file(GLOB_RECURSE scripts ${BUILD}/moved/*.cmake)
  foreach(script IN LISTS scripts)
    file(READ ${script} text)
    foreach(place IN ITEMS ${BUILT} ${SOURCE})
      string(FIND "${text}" "${place}/" at)
      if(NOT at EQUAL -1)
        message(FATAL_ERROR "${script} names ${place}, which need not be there")
      endif()
    endforeach()
  endforeach()
  if(SANITIZE)
    list(APPEND configure -DCMAKE_EXE_LINKER_FLAGS=-fsanitize=address,undefined)
  endif()
  step(${configure} -DCMAKE_PREFIX_PATH=${BUILD}/moved)
  build(outside)
  outside_prints("1 2 0 refused (refused|sorted)") # as BUILT was compiled
else()
  # Without the libraries of single entries, which take a third of the compile time.
  set(copy ${BUILD}/copy)
  file(COPY ${SOURCE}/CMakeLists.txt ${SOURCE}/cmake ${SOURCE}/third_party ${SOURCE}/sort DESTINATION ${copy})
  step(${configure} -DFARFIRST_SOURCE_DIR=${copy} -DFARFIRST_GL=OFF)
  build(outside)
  outside_prints("1 2 0 refused sorted")
  entries_are(2 "before their folders are there")
  # Only built again. Their names are the last, so that sources compiled as one stay together.
  file(COPY ${CMAKE_CURRENT_LIST_DIR}/your_sort ${CMAKE_CURRENT_LIST_DIR}/your_library_sort DESTINATION ${copy}/sort/src/cpu)
  entries_are(0 "with their folders")
endif()
file(REMOVE_RECURSE ${BUILD})
