# Dependencies of the viewer alone: GLFW, GLM, Dear ImGui, libpng, zlib, zstd, EGL, and assimp, libwebp, libzip, meshoptimizer, draco where they are found.
set(GLFW_BUILD_DOCS OFF CACHE BOOL "" FORCE)
set(GLFW_BUILD_TESTS OFF CACHE BOOL "" FORCE)
set(GLFW_BUILD_EXAMPLES OFF CACHE BOOL "" FORCE)
set(GLFW_BUILD_WAYLAND OFF CACHE BOOL "" FORCE)
set(GLFW_INSTALL OFF CACHE BOOL "" FORCE)

# The packages that are always the system's come first: without them there is no viewer, and nothing is downloaded for it.
# (farfirst_missing already holds what tools.cmake did not find.)
farfirst_dependency(ZLIB TARGET ZLIB::ZLIB APT zlib1g-dev)
farfirst_dependency(zstd TARGET zstd::libzstd_shared APT libzstd-dev FIND CONFIG)
farfirst_dependency(PNG TARGET PNG::PNG APT libpng-dev)
farfirst_dependency(OpenGL TARGET OpenGL::EGL APT libegl-dev FIND COMPONENTS EGL)
if(farfirst_missing)
  farfirst_part(APP "${FARFIRST_GL}" "the viewer" ${farfirst_missing})
  return()
endif()

farfirst_dependency(glfw3 TARGET glfw APT libglfw3-dev FIND 3.3 CONFIG
  GIT https://github.com/glfw/glfw.git TAG 7b6aead9fb88b3623e3b3725ebb42670cbe4c579) # 3.4
farfirst_dependency(glm TARGET glm::glm APT libglm-dev FIND CONFIG
  GIT https://github.com/g-truc/glm.git TAG 0af55ccecd98d4e5a8d1fad7de25ba429d60e863) # 1.0.1
find_package(assimp CONFIG QUIET GLOBAL)
if(assimp_FOUND)
  set_property(GLOBAL APPEND PROPERTY FARFIRST_FOUND "assimp (system, ${assimp_VERSION})")
else()
  set_property(GLOBAL APPEND PROPERTY FARFIRST_LEFT_OUT "STL, OFF and other formats: assimp was not found (apt-get install libassimp-dev)")
endif()

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(webp QUIET IMPORTED_TARGET GLOBAL libwebp)
  # Not by libzip's own CMake files: in Debian they name programs of other packages, and stop configuring without these.
  pkg_check_modules(libzip QUIET IMPORTED_TARGET GLOBAL libzip)
  pkg_check_modules(draco QUIET IMPORTED_TARGET GLOBAL draco)
endif()
if(webp_FOUND AND libzip_FOUND)
  set_property(GLOBAL APPEND PROPERTY FARFIRST_FOUND "libwebp (system, ${webp_VERSION})" "libzip (system, ${libzip_VERSION})")
else()
  set_property(GLOBAL APPEND PROPERTY FARFIRST_LEFT_OUT "splats in SOG: libwebp or libzip was not found (apt-get install libwebp-dev libzip-dev)")
endif()
if(draco_FOUND)
  set_property(GLOBAL APPEND PROPERTY FARFIRST_FOUND "draco (system, ${draco_VERSION})")
else()
  set_property(GLOBAL APPEND PROPERTY FARFIRST_LEFT_OUT "glTF compressed by Draco: draco was not found (apt-get install libdraco-dev)")
endif()

find_package(meshoptimizer CONFIG QUIET GLOBAL)
if(meshoptimizer_FOUND)
  set_property(GLOBAL APPEND PROPERTY FARFIRST_FOUND "meshoptimizer (system, ${meshoptimizer_VERSION})")
else()
  set_property(GLOBAL APPEND PROPERTY FARFIRST_LEFT_OUT "glTF compressed by meshoptimizer: it was not found (apt-get install libmeshoptimizer-dev)")
endif()

include(imgui.cmake)
farfirst_part(APP "${FARFIRST_GL}" "the viewer" ${farfirst_missing})
