# What only the viewer needs: GLFW, GLM, Dear ImGui, tinyobjloader, CLI11, fmt, libpng, zlib, JSON, EGL, assimp (optional).
set(GLFW_BUILD_DOCS OFF CACHE BOOL "" FORCE)
set(GLFW_BUILD_TESTS OFF CACHE BOOL "" FORCE)
set(GLFW_BUILD_EXAMPLES OFF CACHE BOOL "" FORCE)
set(GLFW_BUILD_WAYLAND OFF CACHE BOOL "" FORCE)
set(GLFW_INSTALL OFF CACHE BOOL "" FORCE)
FetchContent_Declare(glfw3 GIT_REPOSITORY https://github.com/glfw/glfw.git
  GIT_TAG 7b6aead9fb88b3623e3b3725ebb42670cbe4c579 # 3.4
  FIND_PACKAGE_ARGS 3.3 CONFIG GLOBAL)
FetchContent_Declare(glm GIT_REPOSITORY https://github.com/g-truc/glm.git
  GIT_TAG 0af55ccecd98d4e5a8d1fad7de25ba429d60e863 # 1.0.1
  FIND_PACKAGE_ARGS CONFIG GLOBAL)
FetchContent_Declare(tinyobjloader GIT_REPOSITORY https://github.com/tinyobjloader/tinyobjloader.git
  GIT_TAG 2945a967c5303b2c8c14174117c45f3302591150 # v2.0.0rc13
  FIND_PACKAGE_ARGS CONFIG GLOBAL)
FetchContent_MakeAvailable(glfw3 glm tinyobjloader)
if(NOT TARGET tinyobjloader::tinyobjloader)
  add_library(tinyobjloader::tinyobjloader ALIAS tinyobjloader)
endif()

find_package(CLI11 CONFIG REQUIRED GLOBAL)
find_package(fmt CONFIG REQUIRED GLOBAL)
find_package(nlohmann_json CONFIG REQUIRED GLOBAL)
find_package(PNG REQUIRED GLOBAL)
find_package(ZLIB REQUIRED GLOBAL)
find_package(OpenGL REQUIRED COMPONENTS EGL GLOBAL)
find_package(assimp CONFIG QUIET GLOBAL)

# Dear ImGui: Debian ships libimgui.a + imgui.pc (core + glfw + opengl3 backends), no CMake config.
add_library(farfirst_imgui INTERFACE)
set(imgui_found FALSE)
if(NOT FARFIRST_DEPS STREQUAL "FETCH")
  find_package(imgui CONFIG QUIET) # vcpkg, conan
  if(TARGET imgui::imgui)
    target_link_libraries(farfirst_imgui INTERFACE imgui::imgui)
    set(imgui_found TRUE)
  else()
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
      pkg_check_modules(IMGUI QUIET IMPORTED_TARGET GLOBAL imgui>=1.86)
      if(IMGUI_FOUND)
        target_link_libraries(farfirst_imgui INTERFACE PkgConfig::IMGUI)
        target_include_directories(farfirst_imgui SYSTEM INTERFACE ${IMGUI_INCLUDE_DIRS} ${IMGUI_INCLUDE_DIRS}/backends)
        set(imgui_found TRUE)
      endif()
    endif()
  endif()
endif()
if(NOT imgui_found)
  if(FARFIRST_DEPS STREQUAL "SYSTEM")
    message(FATAL_ERROR "Dear ImGui was not found: apt-get install libimgui-dev pkg-config")
  endif()
  FetchContent_Declare(imgui GIT_REPOSITORY https://github.com/ocornut/imgui.git
    GIT_TAG f5befd2d29e66809cd1110a152e375a7f1981f06) # v1.91.9b
  FetchContent_GetProperties(imgui)
  if(NOT imgui_POPULATED)
    FetchContent_Populate(imgui)
  endif()
  add_library(farfirst_imgui_sources STATIC ${imgui_SOURCE_DIR}/imgui.cpp ${imgui_SOURCE_DIR}/imgui_draw.cpp
    ${imgui_SOURCE_DIR}/imgui_tables.cpp ${imgui_SOURCE_DIR}/imgui_widgets.cpp
    ${imgui_SOURCE_DIR}/backends/imgui_impl_glfw.cpp ${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp)
  target_include_directories(farfirst_imgui_sources SYSTEM PUBLIC ${imgui_SOURCE_DIR} ${imgui_SOURCE_DIR}/backends)
  target_link_libraries(farfirst_imgui_sources PUBLIC glfw ${CMAKE_DL_LIBS})
  target_link_libraries(farfirst_imgui INTERFACE farfirst_imgui_sources)
endif()
target_link_libraries(farfirst_imgui INTERFACE glfw ${CMAKE_DL_LIBS})
