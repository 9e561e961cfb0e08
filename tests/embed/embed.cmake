# cmake -DMODE=... -DSOURCE=... -DBUILT=... -DBUILD=... -DGENERATOR=... -DSANITIZE=... -DEXAMPLES=... -P embed.cmake
# Builds the outside project against the library, runs it and checks its output. MODE subdirectory: a copy of the
# project is a part of the outside one, on the CPU alone, and then gets two more algorithms, each in its folder. MODE
# installed: the build in BUILT, with all its back ends, is installed, moved, and found there, also by the EXAMPLES.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: ${result}\n${output}")
  endif()
endfunction()

# How the library is found: the README's lines as they stand, or with the way that their comment names.
function(take_readme_lines)
  file(READ ${SOURCE}/README.md readme)
  if(NOT readme MATCHES "\n```cmake\n(add_subdirectory\\(farfirst\\)) +# or: (find_package\\([^\n]+\\))\n([^`]+)```")
    message(FATAL_ERROR "README.md does not say how CMake finds the library")
  endif()
  set(lines "${CMAKE_MATCH_1}\n${CMAKE_MATCH_3}")
  if(MODE STREQUAL "installed")
    set(lines "${CMAKE_MATCH_2}\n${CMAKE_MATCH_3}")
  endif()
  file(WRITE ${BUILD}/readme.cmake "${lines}")
endfunction()

function(outside_prints expected)
  execute_process(COMMAND ${BUILD}/outside/yours RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
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
set(configure ${CMAKE_COMMAND} -S ${BUILD}/source -B ${BUILD}/outside ${common} -DREADME_LINES=${BUILD}/readme.cmake)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/outside/ DESTINATION ${BUILD}/source)
take_readme_lines()

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
  step(${configure} -DCMAKE_PREFIX_PATH=${BUILD}/moved -DEXAMPLES=${EXAMPLES} -DEXAMPLE_FOLDER=${SOURCE}/examples)
  build(all)
  outside_prints("1 2 0 refused (refused|sorted)") # as BUILT was compiled
else()
  # Without the libraries of single entries, which take a third of the compile time.
  set(copy ${BUILD}/source/farfirst)
  file(COPY ${SOURCE}/CMakeLists.txt ${SOURCE}/cmake ${SOURCE}/third_party ${SOURCE}/sort ${SOURCE}/examples DESTINATION ${copy})
  step(${configure} -DFARFIRST_GL=OFF)
  build(yours)
  outside_prints("1 2 0 refused sorted")
  entries_are(2 "before their folders are there")
  # Only built again. Their names are the last, so that sources compiled as one stay together.
  file(COPY ${CMAKE_CURRENT_LIST_DIR}/your_sort ${CMAKE_CURRENT_LIST_DIR}/your_library_sort DESTINATION ${copy}/sort/src/cpu)
  entries_are(0 "with their folders")
  # An example finds the copy that it lies in.
  step(${CMAKE_COMMAND} -S ${copy}/examples/cpu -B ${BUILD}/cpu ${common} -DCMAKE_DISABLE_FIND_PACKAGE_farfirst=ON)
endif()
file(REMOVE_RECURSE ${BUILD})
