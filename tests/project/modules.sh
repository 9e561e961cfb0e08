#!/usr/bin/env bash
# modules.sh COMPILER TARGET=FOLDER:FOLDER...: checks the modules of the viewer, lowest first, each with its include
# folders. Each finds its own headers and none of a later module, so that including one does not compile. In bench/ and
# sort/src/, which are not compiled by modules, no file names a header of a later folder.
set -euo pipefail
compiler=$1
shift
cd "$(dirname "$0")/../.."
faults=0
fault() { printf '%s\n' "$*"; faults=$((faults + 1)); }

finds() { # finds TARGET=FOLDERS MODULE: one of the headers in that
  local folders headers=(app/"$2"/*.h)
  IFS=: read -ra folders <<<"${1#*=}"
  "$compiler" -std=c++20 -E -x c++ "${folders[@]/#/-I}" - >/dev/null 2>&1 <<END
#if !__has_include("${headers[0]#app/}")
#error
#endif
END
}
names=("${@%%=*}")
names=("${names[@]#farfirst_}")
for ((i = 0; i < $#; ++i)); do
  finds "${@:i+1:1}" "${names[i]}" || fault "${names[i]} does not find its own headers"
  for later in "${names[@]:i+1}"; do
    if finds "${@:i+1:1}" "$later"; then fault "${names[i]} finds headers of $later"; fi
  done
done

lowest_first() { # lowest_first ROOT FOLDER...
  local root=$1 folder
  shift
  while (($# > 1)); do
    folder=$1
    shift
    if grep -rnE "#include \"($(IFS='|'; echo "$*"))/" "$root/$folder"; then fault "$root/$folder may not include these"; fi
  done
}
lowest_first sort/src core cpu gl cuda
lowest_first bench program report inputs measure tune papers frame read commands
exit $((faults > 0))
