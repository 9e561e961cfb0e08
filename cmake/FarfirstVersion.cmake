# Reads the version from the header, where it is written once and programs can read it.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../sort/include/farfirst/version.h farfirst_version_lines
     REGEX "^#define FARFIRST_VERSION_(MAJOR|MINOR|PATCH) [0-9]+$")
list(TRANSFORM farfirst_version_lines REPLACE ".* " "")
list(JOIN farfirst_version_lines "." farfirst_version)
