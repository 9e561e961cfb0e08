# cmake -DMODE=... -DSOURCE=... -DBUILT=... -DBUILD=... -DGENERATOR=... -DSANITIZE=... -P embed.cmake
# Builds the outside project against the library, runs it and looks at what it prints. MODE subdirectory: the project is a
# part of the outside one, on the CPU alone; installed: what was built in BUILT, with all its back ends, is installed, the
# installation is moved, and found there.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: ${result}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${BUILD})
# Unoptimised and several sources as one, because this is about linking; the compiler is the one that the project is tested with.
# With NDEBUG, since users compile so, and no other test does.
set(common -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=ON "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -DNDEBUG" -DCMAKE_CXX_COMPILER=${CXX} -DFARFIRST_DEPS=SYSTEM)
set(outside ${CMAKE_CURRENT_LIST_DIR}/outside)

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
    list(APPEND common -DCMAKE_EXE_LINKER_FLAGS=-fsanitize=address,undefined)
  endif()
  step(${CMAKE_COMMAND} -S ${outside} -B ${BUILD}/outside ${common} -DCMAKE_PREFIX_PATH=${BUILD}/moved)
else()
  step(${CMAKE_COMMAND} -S ${outside} -B ${BUILD}/outside ${common} -DFARFIRST_SOURCE_DIR=${SOURCE} -DFARFIRST_CUDA=OFF)
endif()
step(${CMAKE_COMMAND} --build ${BUILD}/outside --target outside)

execute_process(COMMAND ${BUILD}/outside/outside RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(STRIP "${output}" output)
set(expected "1 2 0 refused sorted")
if(MODE STREQUAL "installed") # as BUILT was compiled
  set(expected "1 2 0 refused (refused|sorted)")
endif()
if(NOT result EQUAL 0 OR NOT output MATCHES "^${expected}$")
  message(FATAL_ERROR "the outside program ended with ${result} and printed '${output}'; expected 0 and '${expected}'")
endif()
file(REMOVE_RECURSE ${BUILD})
