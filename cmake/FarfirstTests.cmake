# Programs of tests, and how ctest runs them. A program with sanitizers takes 0.04 s of processor time to start, and 0.12 s more
# to have OpenGL, which is more than most tests take: several tests are one process, which took 0.08 s less for each of them.
# tests/house/report.py counts the single ones.

# farfirst_test(NAME): a program of tests. What is tested has all checks; the tests themselves, which take long to compile with
# the checks of undefined behaviour, have those of addresses. Only uses of a local variable after its scope are not looked for: it
# would have a place in memory for that, and the tests take a sixth longer to compile.
function(farfirst_test name)
  farfirst_target(${name})
  set_target_properties(${name} PROPERTIES FARFIRST_CHECKS few)
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
  farfirst_precompile(${name} TESTS gtest/gtest.h ${farfirst_viewer_headers})
endfunction()

# Without optimisation these take a second or more each; FARFIRST_QUICK_TESTS leaves them out, and the sorts of OpenGL and CUDA.
set(farfirst_slow_tests *gl_* *Gl* *cuda* Keys.*ositionsAreAsTheReference Threads.* OrderCheckOnTheCpu.NamesTheFirst*
  QuicksortModel.* CallersErrors.* AllFiles/RealModel.* */Conformance.AMillion/* FarfirstPolicy.* Bitonic.SortsAllZerosAndOnes ForeignContext.* LesserContext.*
  PointTree.FindsWhatLookingAtAllFinds Progress.* */PlyEncoding.RandomMesh* */PlyEncoding.AListMay*
  Splats.AreTheSameHoweverTheyAreRead BuiltInSystems.AreSimulated* AheadSource.* PlyAscii.RandomNumbers*)

# farfirst_add_tests(PROGRAM [PREFIX prefix] [FILTER filter] [TOGETHER n] [PROPERTIES name value...]): all tests of a program, or
# those that a filter of GoogleTest's lets through: up to n of them (32) are one of ctest's, with the names of their suites. Which
# there are, the program is asked when the tests are run.
function(farfirst_add_tests program)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PREFIX;FILTER;TOGETHER" "PROPERTIES")
  if(NOT arg_TOGETHER)
    set(arg_TOGETHER 32)
  endif()
  if(FARFIRST_QUICK_TESTS)
    if(NOT arg_FILTER MATCHES "-")
      string(APPEND arg_FILTER "-")
    endif()
    list(JOIN farfirst_slow_tests ":" slow)
    string(APPEND arg_FILTER ":${slow}")
  endif()
  set(script ${CMAKE_CURRENT_BINARY_DIR}/${program}_tests.cmake)
  file(GENERATE OUTPUT ${script} CONTENT "set(program [==[$<TARGET_FILE:${program}>]==])
set(prefix [==[${arg_PREFIX}]==])
set(filter [==[${arg_FILTER}]==])
set(together ${arg_TOGETHER})
set(properties ${arg_PROPERTIES})
set(tests [==[${CMAKE_CURRENT_BINARY_DIR}/${program}_tests_found.cmake]==])
include([==[${PROJECT_SOURCE_DIR}/cmake/tests_of_program.cmake]==])
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
endfunction()

# farfirst_add_together(NAME PROGRAM FILTER label...): tests of GoogleTest's as one of ctest's, which is skipped if all of them
# are: those that most machines skip. It fails if one does, if none is found, and if the program does not come to its end.
function(farfirst_add_together name program filter)
  add_test(NAME ${name} COMMAND ${program} --gtest_filter=${filter})
  set_tests_properties(${name} PROPERTIES LABELS "${ARGN}" TIMEOUT 900 FAIL_REGULAR_EXPRESSION "Running 0 tests"
    SKIP_REGULAR_EXPRESSION "\\[  PASSED  \\] 0 tests\\.\n\\[  SKIPPED \\] [^\n]*listed below:\n(\\[  SKIPPED \\][^\n]*\n)+$")
endfunction()
