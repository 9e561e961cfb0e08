# The version is written once, in the header that programs can ask.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../sort/include/farfirst/version.h farfirst_version_lines
     REGEX "^#define FARFIRST_VERSION_(MAJOR|MINOR|PATCH) [0-9]+$")
list(TRANSFORM farfirst_version_lines REPLACE ".* " "")
list(JOIN farfirst_version_lines "." farfirst_version)
