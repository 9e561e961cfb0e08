#!/usr/bin/env bash
# parts.sh CMAKE SOURCE FOLDER GENERATOR: the tests of the sorts need no farfirst-bench, farfirst-bench needs no
# tests, and configuring lists the tests that are left out.
set -euo pipefail
cmake=$1
source=$2
folder=$3
generator=$4
die() { printf '%s\n' "$*" >&2; exit 1; }
rm -rf "$folder"

configure() { # configure NAME OPTION...
  local build=$folder/$1
  "$cmake" -S "$source" -B "$build" -G "$generator" -DFARFIRST_CUDA=OFF -DFARFIRST_GL=OFF "${@:2}" >"$folder-$1.txt" 2>&1 || die "$(cat "$folder-$1.txt")"
  "$cmake" --build "$build" --target help >"$folder-$1-targets.txt"
}
has() { grep -qw -- "$2" "$folder-$1-targets.txt" || die "$1: there is no target $2"; }
lacks() { if grep -qw -- "$2" "$folder-$1-targets.txt"; then die "$1: there is a target $2"; fi; }
prints() { grep -q -- "$2" "$folder-$1.txt" || die "$1: configuring does not print \"$2\": $(cat "$folder-$1.txt")"; }

configure tests -DFARFIRST_TESTS=ON -DFARFIRST_BENCH=OFF
has tests farfirst_sort_tests
has tests farfirst_inputs_tests
lacks tests farfirst-bench
prints tests "without tests of farfirst-bench: it is not built"
prints tests "without tests of the viewer: it is not built"

configure bench -DFARFIRST_TESTS=OFF -DFARFIRST_BENCH=ON
has bench farfirst-bench
lacks bench farfirst_sort_tests
