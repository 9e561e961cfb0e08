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
