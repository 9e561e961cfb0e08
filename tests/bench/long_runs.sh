#!/usr/bin/env bash
# long_runs.sh FARFIRST_BENCH FOLDER [WRONG_QSORT]: kept rows, runs that end early and continue, refused files, JSON,
# wrong orders, and farfirst-bench run.
set -euo pipefail
bench=$1
folder=$2
wrong=${3:-}
. "$(dirname "$0")/expect.sh"
rows() { grep -v -c '^\(#\|entry,\)' "$1"; }
distinct() { grep -v '^\(#\|entry,\)' "$1" | cut -d, -f1-4 | sort -u | wc -l; }
distributions() { grep -v '^\(#\|entry,\)' "$1" | cut -d, -f3 | sort -u | wc -l; }
quick=(--repeat 3 --warm-up 0)

expect 1 'the folder out.txt/x cannot be made' run --entries cpu.lsd_radix --out out.txt/x

# JSON has the contents of the CSV.
"$bench" sort --entries cpu.qsort,cpu.std_sort --n 1000,4097 "${quick[@]}" --passes --csv a.csv --json a.json >/dev/null
python3 - <<'END'
import csv, json
for name in ("a", "a-passes"):
    lines = open(name + ".csv").read().splitlines()
    about = [line[2:] for line in lines if line.startswith("# ")]
    rows = list(csv.DictReader(line for line in lines if not line.startswith("# ")))
    table = json.load(open(name + ".json"))
    assert table["format"] == "farfirst-bench table 1" and table["about"] == about, table["about"]
    assert len(rows) == len(table["rows"]) >= 4, name
    for row, object in zip(rows, table["rows"]):
        assert list(row) == list(object) == table["columns"]
        for column, text in row.items():
            value = object[column]
            assert value is None if text == "" else (float(text) == value if isinstance(value, (int, float)) else text == value), (column, text, value)
        assert isinstance(object["n"], int) and isinstance(object["median_ms"], float)
END

# A run that is asked to end keeps its rows, and another one continues with them.
many=(sort --entries cpu.std_sort,cpu.qsort --n 1000,2000,3000,4000,5000,6000 --repeat 3 --warm-up 0.2 --csv kept.csv --json kept.json)
"$bench" "${many[@]}" >/dev/null 2>ended.txt &
run=$!
for _ in $(seq 200); do test -s kept.csv && grep -q '^cpu.qsort,' kept.csv && break; sleep 0.05; done
kill -TERM $run
status=0
wait $run || status=$?
test $status -eq 7 || die "asked to end: status $status: $(cat ended.txt)"
grep -q 'as requested.*of 6 inputs measured; missing: .* --resume' ended.txt || die "$(cat ended.txt)"
before=$(rows kept.csv)
test "$before" -ge 2 && test "$before" -lt 12 || die "$before rows were kept"
grep '^cpu' kept.csv >before.txt
"$bench" "${many[@]}" --resume >/dev/null
test "$(rows kept.csv)" -eq 12 && test "$(distinct kept.csv)" -eq 12 || die "not all rows, each once: $(cat kept.csv)"
head -n "$before" <(grep '^cpu' kept.csv) | cmp - before.txt || die "rows that were there changed"
python3 -c 'import json; assert len(json.load(open("kept.json"))["rows"]) == 12'
expect 0 'nothing is missing' "${many[@]}" --resume

# Half a row, from a killed run.
head -c -20 kept.csv >half.csv
expect 3 'half a row' compare half.csv kept.csv
expect 0 'half a row, which is measured again' "${many[@]/kept.csv/half.csv}" --resume
test "$(rows half.csv)" -eq 12 && test "$(distinct half.csv)" -eq 12 || die "half a row was not repaired: $(cat half.csv)"

# Files of another machine, of other settings, of another commit, and a file that is no table.
sed 's/^# processor: .*/# processor: another/' kept.csv >elsewhere.csv
expect 2 'its processor is "another"' "${many[@]/kept.csv/elsewhere.csv}" --resume
expect 2 'its settings is' "${many[@]}" --resume --seed 7
sed 's/^# commit: .*/# commit: older/' kept.csv >older.csv
expect 0 'was begun by commit older' "${many[@]/kept.csv/older.csv}" --resume
printf 'nothing' >nothing.csv
expect 2 'has other columns' "${many[@]/kept.csv/nothing.csv}" --resume
expect 2 'continues a CSV file' sort --n 1000 --resume
expect 1 'cannot be written' sort --entries cpu.std_sort --n 1000 "${quick[@]}" --csv no/such/folder.csv

# No time left.
expect 7 'since the time is over.*missing: 1' sort --entries cpu.std_sort --n 1000,2000 --warm-up 0.1 --repeat 3 --minutes 0.0001 --csv time.csv
expect 0 '' sort --entries cpu.std_sort --n 1000,2000 --warm-up 0.1 --repeat 3 --csv time.csv --resume
test "$(rows time.csv)" -eq 2 || die "missing rows are still missing"

# One wrong order, at any moment, is a failed run: before the timed sorts (call 1), the last of them (4), traced (8),
# after them (9). Earlier measurements are kept.
if test -n "$wrong"; then
  for call in 1 4 8 9; do
    rm -f wrong.csv
    export WRONG_CALL=$((call + 9)) # the first input is right
    status=0
    LD_PRELOAD=$wrong ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0 \
      "$bench" sort --entries cpu.qsort,cpu.std_sort --n 1000,2000 "${quick[@]}" --passes --csv wrong.csv >out.txt 2>error.txt || status=$?
    test $status -eq 5 || die "call $call gave a wrong order: status $status: $(cat error.txt)"
    grep -q 'cpu.qsort.*order' error.txt || die "$(cat error.txt)"
    grep -q '^cpu.qsort,argsort,uniform,1000,' wrong.csv || die "earlier right rows were lost"
    if grep -q ',2000,' wrong.csv || grep -q '2000' out.txt; then die "there is a row of a failed run"; fi
    unset WRONG_CALL
  done
fi

# All measurements, small; an entry that would take too long is left out with a message.
cat >tetrahedron.ply <<'END'
ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
element face 4
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
0 0 1
3 0 1 2
3 0 1 3
3 0 2 3
3 1 2 3
END
product=(run --out product --least 1k --most 4k --middle 2k --entries cpu.lsd_radix,cpu.std_sort --model tetrahedron.ply "${quick[@]}")
expect 0 '' "${product[@]}"
test "$(rows product/sizes.csv)" -eq 6 || die "sizes: $(cat product/sizes.csv)"
test "$(rows product/distributions.csv)" -eq "$((2 * $(distributions product/distributions.csv)))" || die "distributions"
grep -q '^cpu.lsd_radix,distance,tetrahedron from orbit,4,' product/orbit.csv || grep -q 'left out' product/orbit.csv || die "no orbit: $(cat error.txt)"
if command -v gnuplot >/dev/null; then test -s product/rate.svg && test -s product/distributions-cpu.svg || die "no figures"; fi
expect 2 'is there already' "${product[@]}"
expect 0 '' "${product[@]}" --resume
test "$(rows product/sizes.csv)" -eq 6 || die "measured twice"
product[2]=slow
expect 0 'left out of argsort uniform 4096: .*cpu.std_sort (.* s a sort, by its time at 1024)' "${product[@]}" --slow 0.000001
grep -q '^# left out of argsort uniform 4096: .*cpu.std_sort (' slow/sizes.csv || die "the file does not list its missing entries"
