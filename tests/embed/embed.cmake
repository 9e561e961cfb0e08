# cmake -DMODE=... -DSOURCE=... -DBUILD=... -DGENERATOR=... -P embed.cmake
# Builds the outside project against the library, runs it and looks at what it prints. MODE subdirectory: the project is a
# part of the outside one; installed: it is installed, the installation is moved, and found there.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: ${result}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${BUILD})
# Unoptimised, because this is about linking; the compiler is the one that the project is tested with.
set(common -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER=${CXX} -DFARFIRST_DEPS=SYSTEM)
set(outside ${CMAKE_CURRENT_LIST_DIR}/outside)

if(MODE STREQUAL "installed")
  step(${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD}/library ${common} -DFARFIRST_APP=OFF -DFARFIRST_TESTS=OFF -DFARFIRST_BENCH=OFF)
  step(${CMAKE_COMMAND} --build ${BUILD}/library)
  step(${CMAKE_COMMAND} --install ${BUILD}/library --prefix ${BUILD}/first)
  file(RENAME ${BUILD}/first ${BUILD}/moved)
  file(REMOVE_RECURSE ${BUILD}/library) # nothing may be taken from there
  step(${CMAKE_COMMAND} -S ${outside} -B ${BUILD}/outside ${common} -DCMAKE_PREFIX_PATH=${BUILD}/moved)
else()
  step(${CMAKE_COMMAND} -S ${outside} -B ${BUILD}/outside ${common} -DFARFIRST_SOURCE_DIR=${SOURCE})
endif()
step(${CMAKE_COMMAND} --build ${BUILD}/outside --target outside)

execute_process(COMMAND ${BUILD}/outside/outside RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(STRIP "${output}" output)
if(NOT result EQUAL 0 OR NOT output STREQUAL "1 2 0")
  message(FATAL_ERROR "the outside program ended with ${result} and printed '${output}'; expected 0 and '1 2 0'")
endif()
file(REMOVE_RECURSE ${BUILD})
