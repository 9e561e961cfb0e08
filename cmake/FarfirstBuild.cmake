# Settings of every target of the project. They never leak into third_party or a user's project.
set(CMAKE_CXX_EXTENSIONS OFF)
find_package(Threads REQUIRED)

add_library(farfirst_build_options INTERFACE)
target_compile_options(farfirst_build_options INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion>
  # The keys are the same bit for bit everywhere: the compiler must not fuse multiply-adds (farfirst/keys.h).
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-ffp-contract=off>)
# nvcc's own output does not pass -Wpedantic and -Wconversion. The CUDA emulation (tests) compiles the same sources with them.
# 611: an entry overrides one of Implementation's two sort(); the other one throws, as it should.
target_compile_options(farfirst_build_options INTERFACE
  "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:--diag-suppress=611 -Xcompiler -Wall,-Wextra,-Wshadow,-ffp-contract=off>")
if(FARFIRST_WERROR)
  target_compile_options(farfirst_build_options INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Werror>
    "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Werror=all-warnings -Xcompiler -Werror>")
endif()
# Several sources as one (CMAKE_UNITY_BUILD) compile in a third of the time, most of which the same headers' inline
# functions take. Then the local names of a file are visible in others, which may hide them or use them by accident.
if(CMAKE_UNITY_BUILD)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)
  target_compile_options(farfirst_build_options INTERFACE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-shadow;-Wshadow=local;-Wno-subobject-linkage> $<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-Wno-shadow>)
endif()
if(FARFIRST_SANITIZE)
  # g++ compiles in about two thirds of the time without checks of null pointers, which end the program anyway; of
  # dynamic types; of sizes of objects, which the address sanitizer knows too; and of alignment, which readers of files
  # have (FARFIRST_CHECKS more). Programs of tests have no checks of undefined behaviour (few); clang has all (preset
  # fuzz). It is a property, since a target's own options come before these, which enable checks.
  set(gnu $<COMPILE_LANG_AND_ID:CXX,GNU>)
  set(checks $<TARGET_PROPERTY:FARFIRST_CHECKS>)
  target_compile_options(farfirst_build_options INTERFACE
    $<$<NOT:$<COMPILE_LANGUAGE:CUDA>>:-fsanitize=address,undefined;-fno-sanitize-recover=all;-fno-omit-frame-pointer>
    $<${gnu}:-fno-sanitize=null,vptr,object-size>
    $<$<AND:${gnu},$<NOT:$<STREQUAL:${checks},more>>>:-fno-sanitize=alignment>
    $<$<AND:${gnu},$<STREQUAL:${checks},few>>:-fno-sanitize=undefined;-fno-sanitize-address-use-after-scope>)
  # -no-pie: else hundreds of thousands of addresses of the sanitizers' tables are relocated at each start of a program.
  target_link_options(farfirst_build_options INTERFACE -fsanitize=address,undefined
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>>:-no-pie>)
endif()

# farfirst_target(NAME): sets C++20, warnings, sanitizers
function(farfirst_target name)
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:farfirst_build_options>)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()

# farfirst_module(TARGET FOLDER): a static library of all sources in a folder. A target that links it includes its
# headers as "<folder>/<header>.h". They are found through a link in a folder of its own, since the sources of other
# modules are beside it: so headers of modules that are not linked are not found.
function(farfirst_module target folder)
  set(include ${CMAKE_CURRENT_BINARY_DIR}/include/${target})
  get_filename_component(folder ${folder} ABSOLUTE)
  get_filename_component(name ${folder} NAME)
  file(MAKE_DIRECTORY ${include})
  file(CREATE_LINK ${folder} ${include}/${name} SYMBOLIC)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  add_library(${target} STATIC ${sources})
  farfirst_target(${target})
  farfirst_precompile_fmt(${target})
  target_include_directories(${target} PUBLIC ${include})
  target_link_libraries(${target} PRIVATE fmt::fmt)
  set_property(GLOBAL APPEND PROPERTY FARFIRST_MODULES ${target})
endfunction()

# farfirst_precompile(NAME GROUP header...): the headers are parsed once for all targets of the group, with the first of
# them, because most files compile faster than these headers. Sources still include all that they use, because nothing
# is precompiled with CMAKE_DISABLE_PRECOMPILE_HEADERS, with compilers other than g++, and with ccache, which does not
# keep such objects. A macro that the first target defines must be the same in all of the group.
function(farfirst_precompile name group)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache" OR CMAKE_CXX_CLANG_TIDY)
    return()
  endif()
  get_target_property(sources ${name} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.c$")
  if(sources)
    set_source_files_properties(${sources} PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  get_property(first GLOBAL PROPERTY FARFIRST_PRECOMPILED_${group})
  if(first)
    target_precompile_headers(${name} REUSE_FROM ${first})
  else()
    set_property(GLOBAL PROPERTY FARFIRST_PRECOMPILED_${group} ${name})
    list(TRANSFORM ARGN PREPEND "$<$<COMPILE_LANGUAGE:CXX>:<" OUTPUT_VARIABLE headers)
    list(TRANSFORM headers APPEND "$<ANGLE-R>>")
    target_precompile_headers(${name} PRIVATE ${headers})
  endif()
endfunction()
set(farfirst_standard_headers algorithm array atomic bit chrono cmath condition_variable cstdint cstring deque filesystem fstream functional limits
  map memory mutex numeric optional random set span sstream string string_view thread tuple vector)

set(farfirst_viewer_headers ${farfirst_standard_headers})
if(FARFIRST_GL)
  list(APPEND farfirst_viewer_headers glm/glm.hpp)
endif()

# farfirst_precompile_standard(NAME): for libraries. farfirst_precompile_fmt(NAME): for targets that link fmt. A program
# is compiled with other options than a library (-fPIE, -fPIC), and so belongs to another group.
function(farfirst_precompile_standard name)
  if(NOT TARGET farfirst_standard) # without macros of any library
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/standard.cpp CONTENT "// Compiles the standard headers.\n")
    add_library(farfirst_standard OBJECT ${PROJECT_BINARY_DIR}/standard.cpp)
    farfirst_target(farfirst_standard)
    farfirst_precompile(farfirst_standard STANDARD ${farfirst_standard_headers})
  endif()
  farfirst_precompile(${name} STANDARD)
endfunction()
function(farfirst_precompile_fmt name)
  get_target_property(type ${name} TYPE)
  if(type STREQUAL "EXECUTABLE")
    farfirst_precompile(${name} PROGRAMS ${farfirst_viewer_headers} fmt/format.h)
  else()
    farfirst_precompile(${name} FMT ${farfirst_viewer_headers} fmt/format.h)
  endif()
endfunction()

# farfirst_optional(OPTION PACKAGE): finds it unless the option is OFF; ON requires it.
macro(farfirst_optional option package)
  if(${option} STREQUAL "ON")
    find_package(${package} CONFIG REQUIRED GLOBAL)
  elseif(NOT ${option} STREQUAL "OFF")
    find_package(${package} CONFIG QUIET GLOBAL)
  endif()
endmacro()

# farfirst_vectors(NAME source...): sources of the target that are compiled once for each instruction set of Highway, if
# that was found (FARFIRST_HIGHWAY). They alone have its macros: precompiled headers are shared with targets that have
# none. With sanitizers they are optimised a little, because otherwise each vector operation is a call, and tests are
# slow. g++ takes the level from precompiled headers, whatever its options, so there are none. That compiles longer, so
# two of the five instruction sets are left out. They have no check of uses after scope: every vector would need memory
# for it, and the file would compile four times as long. The renderer's loops are in render/cpu/plain.cpp too, with that
# check; those of particles are not.
function(farfirst_vectors name)
  set(definitions "")
  if(TARGET hwy::hwy)
    target_link_libraries(${name} PRIVATE $<LINK_ONLY:hwy::hwy>)
    target_include_directories(${name} SYSTEM PRIVATE $<TARGET_PROPERTY:hwy::hwy,INTERFACE_INCLUDE_DIRECTORIES>)
    list(APPEND definitions FARFIRST_HIGHWAY "$<TARGET_PROPERTY:hwy::hwy,INTERFACE_COMPILE_DEFINITIONS>")
  endif()
  if(FARFIRST_SANITIZE)
    list(APPEND definitions "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4)")
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "-O1;-fno-sanitize-address-use-after-scope")
  endif()
  set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON COMPILE_DEFINITIONS "${definitions}")
endfunction()
