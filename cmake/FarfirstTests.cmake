# Programs of tests, and how ctest runs them. A program with sanitizers takes 0.04 s of processor time to start, and
# 0.12 s more to open OpenGL, which is more than most tests take. So several tests share one process, which saved 0.08 s
# per test. tests/project/report.py counts the single tests.

# farfirst_test(NAME): a program of tests. The tested code has all checks. The tests themselves would compile slowly
# with the checks of undefined behaviour, so they have the address sanitizer's, except that of uses after scope: it
# would need memory for local variables, and a sixth more time to compile.
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

# farfirst_add_tests(PROGRAM [PREFIX prefix] [FILTER filter] [TOGETHER n] [PROPERTIES name value...]): all tests of a
# program, or those of a GoogleTest filter. Up to n of them (32) are one test of ctest's, with the names of their
# suites. The program lists its tests when they are run.
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

# farfirst_add_together(NAME PROGRAM FILTER label...): several GoogleTest tests, which most machines skip, as one of
# ctest's. It is skipped if all are, and fails if one fails, if none is found, or if the program ends early.
function(farfirst_add_together name program filter)
  add_test(NAME ${name} COMMAND ${program} --gtest_filter=${filter})
  set_tests_properties(${name} PROPERTIES LABELS "${ARGN}" TIMEOUT 900 FAIL_REGULAR_EXPRESSION "Running 0 tests"
    SKIP_REGULAR_EXPRESSION "\\[  PASSED  \\] 0 tests\\.\n\\[  SKIPPED \\] [^\n]*listed below:\n(\\[  SKIPPED \\][^\n]*\n)+$")
endfunction()
