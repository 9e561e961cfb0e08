# What every target of the project shares. Never leaks into third_party or a user's project.
set(CMAKE_CXX_EXTENSIONS OFF)
find_package(Threads REQUIRED)

add_library(farfirst_build_options INTERFACE)
target_compile_options(farfirst_build_options INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion>
  # The keys are the same bit for bit everywhere: no fused multiply-add behind our back (farfirst/keys.h).
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-ffp-contract=off>)
# nvcc's own output does not pass -Wpedantic and -Wconversion. The CUDA emulation (tests) compiles the same sources with them.
# 611: an entry overrides one of Implementation's two sort(); the other refuses, as it should.
target_compile_options(farfirst_build_options INTERFACE
  "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:--diag-suppress=611 -Xcompiler -Wall,-Wextra,-Wshadow,-ffp-contract=off>")
if(FARFIRST_WERROR)
  target_compile_options(farfirst_build_options INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Werror>
    "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Werror=all-warnings -Xcompiler -Werror>")
endif()
if(FARFIRST_SANITIZE)
  target_compile_options(farfirst_build_options INTERFACE
    $<$<NOT:$<COMPILE_LANGUAGE:CUDA>>:-fsanitize=address,undefined;-fno-sanitize-recover=all;-fno-omit-frame-pointer>)
  target_link_options(farfirst_build_options INTERFACE -fsanitize=address,undefined)
endif()

# farfirst_target(NAME): C++20, warnings, sanitizers
function(farfirst_target name)
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:farfirst_build_options>)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

# farfirst_test(NAME): a program of tests. GoogleTest and the standard headers are compiled once for all of them, with the
# first one: each file takes one to two seconds less. Not with ccache, which does not keep what uses them.
function(farfirst_test name)
  farfirst_target(${name})
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache" OR CMAKE_CXX_CLANG_TIDY)
    return()
  endif()
  get_target_property(sources ${name} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.c$")
  if(sources)
    set_source_files_properties(${sources} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  endif()
  get_property(first GLOBAL PROPERTY FARFIRST_FIRST_TEST)
  if(first)
    target_precompile_headers(${name} REUSE_FROM ${first})
  else()
    set_property(GLOBAL PROPERTY FARFIRST_FIRST_TEST ${name})
    target_precompile_headers(${name} PRIVATE <gtest/gtest.h> <algorithm> <array> <atomic> <bit> <chrono> <cmath> <cstdint> <cstring> <filesystem>
      <fstream> <functional> <limits> <map> <memory> <numeric> <optional> <random> <set> <span> <sstream> <string> <string_view> <thread> <vector>)
  endif()
endfunction()
