#!/usr/bin/env bash
# papers.sh FARFIRST_BENCH FOLDER: repeats papers, as far as few elements and this machine allow, and tunes.
set -euo pipefail
bench=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder"
die() { printf '%s\n' "$*" >&2; exit 1; }
quick=(--repeat 3 --warm-up 0)

"$bench" paper survey quicksort-2009 aims --largest 10k "${quick[@]}" --csv "$folder/papers.csv" --json "$folder/papers.json" --markdown "$folder/papers.md" \
  --rows "$folder/rows.csv" >"$folder/papers.txt"
grep -q '^\* 23a VI, Fig. 2: radix sort is the fastest' "$folder/papers.txt" || die "the claims were not printed"
cmp "$folder/papers.txt" "$folder/papers.md" || die "the file differs from the output"
grep -q '^cpu.qsort,keys,uniform:arrays=4,10000,' "$folder/rows.csv" || die "qsort was not measured"
grep -q '^survey,,Fig. 3,qsort,uniform,10000,cpu.qsort keys uniform:arrays=4 10000,,[0-9.e-]*,' "$folder/papers.csv" || die "qsort has no time in Fig. 3"
grep -q '^survey,23a,.*,not measured,it needs 10000000 elements' "$folder/papers.csv" || die "missing measurements are not reported"
grep -q '^## aims' "$folder/papers.md" || die "the aims are missing"
"$bench" paper survey --largest 10k --measured "$folder/rows.csv" --csv "$folder/again.csv" >/dev/null
diff <(grep '^survey,,Fig. 3,qsort' "$folder/papers.csv") <(grep '^survey,,Fig. 3,qsort' "$folder/again.csv") || die "rows read again are judged differently"
sed -i '/^cpu.qsort,keys,uniform:arrays=4,1000,/d' "$folder/rows.csv"
lines=$(grep -vc "^#" "$folder/rows.csv")
"$bench" paper survey quicksort-2009 aims --largest 10k "${quick[@]}" --rows "$folder/rows.csv" --resume >/dev/null
test "$(grep -vc "^#" "$folder/rows.csv")" -eq $((lines + 1)) || die "existing rows were measured again, or missing ones were not"
grep -q '^cpu.qsort,keys,uniform:arrays=4,1000,' "$folder/rows.csv" || die "the missing row was not measured"
python3 - "$folder/papers.json" <<'PYTHON' || die "papers.json differs from bench/results/README.md"
import json, sys
table = json.load(open(sys.argv[1]))
assert all(list(row) == table["columns"] for row in table["rows"])
assert any(row["paper"] == "survey" and row["n"] == 10000 for row in table["rows"])
PYTHON

"$bench" tune cpu.lsd_radix --vary threads=1,2 --vary digit_bits=8,11 --n 1000,8000 "${quick[@]}" --csv "$folder/tune.csv" >"$folder/tune.txt"
grep -q '^4 combinations' "$folder/tune.txt" || die "not all combinations were tried: $(cat "$folder/tune.txt")"
test "$(grep -c '^cpu.lsd_radix:threads=[12]:digit_bits=' "$folder/tune.csv")" -eq 8 || die "there is not a row for each combination and n"
grep -q '^| 8000 *| [12] *| \(8\|11\) ' "$folder/tune.txt" || die "the best value is not reported"

expect() { # expect STATUS WORDS ARGUMENTS...: ends with this status and these words
  local status=0 wanted=$1 words=$2
  shift 2
  "$bench" "$@" >/dev/null 2>"$folder/error.txt" || status=$?
  test $status -eq "$wanted" || die "$*: status $status, not $wanted"
  grep -q -- "$words" "$folder/error.txt" || die "$*: $(cat "$folder/error.txt")"
}
expect 2 'hybrid-2007' paper hybrid-2009
expect 2 'settings' paper survey --largest 1k --seed 2 --rows "$folder/rows.csv" --resume
expect 3 'cannot be read' paper survey --measured "$folder/nothing.csv"
expect 2 'no parameter "width"' tune cpu.lsd_radix --vary width=1
expect 2 'whole number' tune cpu.lsd_radix --vary digit_bits=99
expect 2 'needs parameters' tune cpu.lsd_radix
expect 7 '' tune cpu.lsd_radix --vary threads=1 --n 1000 --minutes 0.0000001 "${quick[@]}"
