# Adding an algorithm means adding one folder: copies the library, builds a program that looks for cpu.example (there is
# none), adds the folder, and only builds again.
set(copy ${BUILD}/copy)
file(REMOVE_RECURSE ${BUILD})
file(COPY ${SOURCE}/CMakeLists.txt ${SOURCE}/cmake ${SOURCE}/third_party ${SOURCE}/sort DESTINATION ${copy})
# What the GPUs' entries are is of no interest here, and takes most of the time to compile.
file(REMOVE_RECURSE ${copy}/sort/src/cuda ${copy}/sort/src/gl)

function(run what expected)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL expected)
    message(FATAL_ERROR "${what}: exit code ${code}, expected ${expected}\n${output}")
  endif()
endfunction()

run("configuring" 0 ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${BUILD}/build -G ${GENERATOR}
  -DCMAKE_CXX_COMPILER=${CXX} "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}" -DCMAKE_BUILD_TYPE=Debug
  -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_UNITY_BUILD=ON -DFARFIRST_COPY=${copy} -DFARFIRST_GL=OFF -DFARFIRST_CUDA=OFF
  -DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON -DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON)
run("building without the folder" 0 ${CMAKE_COMMAND} --build ${BUILD}/build)
run("looking for an entry that is not there" 2 ${BUILD}/build/try_entry)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/example DESTINATION ${copy}/sort/src/cpu)
run("building with the folder" 0 ${CMAKE_COMMAND} --build ${BUILD}/build)
run("sorting with the new entry" 0 ${BUILD}/build/try_entry)
file(WRITE ${copy}/sort/src/cpu/example/needs.cmake "set(absence \"cpu.example: its library was not found\")\n")
run("building without what the entry needs" 0 ${CMAKE_COMMAND} --build ${BUILD}/build)
run("asking why the entry is absent" 3 ${BUILD}/build/try_entry)
file(REMOVE_RECURSE ${BUILD})
