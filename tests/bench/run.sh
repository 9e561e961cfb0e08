#!/usr/bin/env bash
# run.sh FARFIRST_BENCH FOLDER: measures a little on the CPU and, if there is OpenGL, with it; then reads its own
# files, compares them with themselves and draws them.
set -euo pipefail
bench=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder"
die() { printf '%s\n' "$*" >&2; exit 1; }

quick=(--repeat 3 --warm-up 0 --limit 0.5)
"$bench" sort --entries cpu,gl --n 1000,4097 --distributions uniform,zero "${quick[@]}" --passes --csv "$folder/sort.csv" >"$folder/sort.txt"
"$bench" sort --form distance --entries cpu.lsd_radix,gl --n 1000 --points sphere,inside "${quick[@]}" --csv "$folder/distance.csv" >"$folder/distance.txt"
grep -q '^cpu.lsd_radix,argsort,uniform,1000,' "$folder/sort.csv" || die "there is no row of cpu.lsd_radix"
grep -q '^cpu.lsd_radix,distance,inside,1000,' "$folder/distance.csv" || die "there is no row of the distance job"
if "$bench" sort --entries gl.radix --n 1000 "${quick[@]}" >/dev/null 2>"$folder/why.txt"; then
  grep -q '^gl.radix,argsort,zero,4097,.*,\(wall clock\|OpenGL timestamps\),' "$folder/sort.csv" || die "there is no row of gl.radix"
else
  test $? -eq 6 || die "gl.radix was neither measured nor left out with a reason: $(cat "$folder/why.txt")"
fi

"$bench" compare "$folder/sort.csv" "$folder/sort.csv" | grep -q ' compared: 0 slower, 0 faster' || die "a file differs from itself"
if "$bench" compare "$folder/sort.csv" "$folder/distance.csv" 2>/dev/null; then die "files without common rows were compared"; fi
for kind in time rate; do
  "$bench" plot "$folder/sort.csv" --kind $kind --distribution uniform --script "$folder/$kind.gnuplot"
  grep -q cpu.lsd_radix "$folder/$kind.gnuplot" || die "the figure lacks cpu.lsd_radix"
done
if command -v gnuplot >/dev/null; then
  "$bench" plot "$folder/sort.csv" --kind bars --out "$folder/bars.svg"
  "$bench" plot "$folder/sort.csv" --kind speed-up --baseline cpu.std_sort --distribution uniform --out "$folder/speed-up.png"
  "$bench" plot "$folder/sort-passes.csv" --kind passes --distribution uniform --n 4097 --out "$folder/passes.svg"
  grep -q '</svg>' "$folder/bars.svg" || die "bars.svg is not whole"
  grep -q 'cpu.lsd_radix' "$folder/passes.svg" || die "passes.svg lacks cpu.lsd_radix"
else
  status=0
  "$bench" plot "$folder/sort.csv" --kind bars --out "$folder/bars.svg" 2>"$folder/gnuplot.txt" || status=$?
  test $status -eq 1 && grep -q 'gnuplot was not found' "$folder/gnuplot.txt" || die "without gnuplot: $(cat "$folder/gnuplot.txt")"
fi

expect() { # expect STATUS WORDS ARGUMENTS...: ends with this status and these words
  local status=0 wanted=$1 words=$2
  shift 2
  "$bench" "$@" >/dev/null 2>"$folder/error.txt" || status=$?
  test $status -eq "$wanted" || die "$*: status $status, not $wanted"
  grep -q -- "$words" "$folder/error.txt" || die "$*: $(cat "$folder/error.txt")"
}
expect 2 'no "cpu.no_such' sort --entries cpu.no_such
expect 2 'no "torus"' sort --form distance --points torus
expect 2 '--least: "many" is not a number of elements' run --out "$folder/run" --least many
expect 2 'pie not in {time,rate,speed-up,bars,frames,passes}' plot "$folder/sort.csv" --kind pie
expect 3 'no table' plot /dev/null
expect 3 'cannot be read' compare "$folder/nothing.csv" "$folder/sort.csv"
expect 3 'not among the results' plot "$folder/sort.csv" --kind speed-up --baseline cuda.nothing --distribution uniform
