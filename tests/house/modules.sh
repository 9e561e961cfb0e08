#!/usr/bin/env bash
# modules.sh COMPILER TARGET=FOLDER:FOLDER...: the modules of the viewer, lowest first, each with the folders that its files find
# headers in. A file that includes a header of its own module compiles, one that includes a header of a later module does not.
# In bench/ and sort/src/, which are not compiled by modules, no file names a header of a later folder.
set -euo pipefail
compiler=$1
shift
cd "$(dirname "$0")/../.."
faults=0
fault() { printf '%s\n' "$*"; faults=$((faults + 1)); }

compiles() { # compiles TARGET=FOLDERS HEADER
  local folders
  IFS=: read -ra folders <<<"${1#*=}"
  echo "#include \"$2\"" | "$compiler" -std=c++20 -E -x c++ "${folders[@]/#/-I}" - -o /dev/null 2>"$errors"
}
header() { # header FOLDER: one of its headers
  local all=(app/"$1"/*.h)
  echo "${all[0]#app/}"
}
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
names=("${@%%=*}")
names=("${names[@]#farfirst_}")
for ((i = 0; i < $#; ++i)); do
  own=$(header "${names[i]}")
  compiles "${@:i+1:1}" "$own" || fault "${names[i]} does not find its own $own: $(cat "$errors")"
  for later in "${names[@]:i+1}"; do
    if compiles "${@:i+1:1}" "$(header "$later")"; then fault "${names[i]} finds headers of $later"; fi
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
