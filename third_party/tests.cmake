# GoogleTest. On AUTO the tests are left out where it is not installed: a user of the viewer alone needs no more.
set(INSTALL_GTEST OFF CACHE BOOL "" FORCE)
set(BUILD_GMOCK OFF CACHE BOOL "" FORCE)
set(farfirst_missing "")
if(FARFIRST_TESTS STREQUAL "AUTO" AND FARFIRST_DEPS STREQUAL "AUTO")
  farfirst_dependency(GTest TARGET GTest::gtest_main APT libgtest-dev FIND CONFIG)
else()
  farfirst_dependency(GTest TARGET GTest::gtest_main APT libgtest-dev FIND CONFIG
    GIT https://github.com/google/googletest.git TAG f8d7d77c06936315286eb55f8de22cd23c188571) # v1.14.0
endif()
farfirst_part(TESTS "${FARFIRST_TESTS}" "the tests" ${farfirst_missing})
