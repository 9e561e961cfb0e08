# Common dependencies of the viewer and farfirst-bench: CLI11, fmt, JSON.
set(CLI11_BUILD_DOCS OFF CACHE BOOL "" FORCE)
set(CLI11_BUILD_TESTS OFF CACHE BOOL "" FORCE)
set(CLI11_BUILD_EXAMPLES OFF CACHE BOOL "" FORCE)
set(FMT_INSTALL OFF CACHE BOOL "" FORCE)
set(JSON_Install OFF CACHE INTERNAL "")
set(JSON_BuildTests OFF CACHE INTERNAL "")

set(farfirst_missing "")
farfirst_dependency(CLI11 TARGET CLI11::CLI11 APT libcli11-dev FIND CONFIG
  GIT https://github.com/CLIUtils/CLI11.git TAG 6c7b07a878ad834957b98d0f9ce1dbe0cb204fc9) # v2.4.2
farfirst_dependency(fmt TARGET fmt::fmt APT libfmt-dev FIND CONFIG
  GIT https://github.com/fmtlib/fmt.git TAG e69e5f977d458f2650bb346dadf2ad30c5320281) # 10.2.1
farfirst_dependency(nlohmann_json TARGET nlohmann_json::nlohmann_json APT nlohmann-json3-dev FIND CONFIG
  GIT https://github.com/nlohmann/json.git TAG 9cca280a4d0ccf0c08f47a99aa71d1b0e52f8d03) # v3.11.3
if(FARFIRST_BENCH)
  farfirst_part(BENCH "${FARFIRST_BENCH}" "farfirst-bench" ${farfirst_missing})
endif()
