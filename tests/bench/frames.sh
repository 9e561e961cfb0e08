#!/usr/bin/env bash
# frames.sh FARFIRST_BENCH FOLDER WRONG_QSORT: distances from moving eyes, models of every size, and whole frames, if
# there is OpenGL. A wrong order anywhere on a path is a failed run.
set -euo pipefail
bench=$1
folder=$2
wrong=$3
. "$(dirname "$0")/expect.sh"
with_wrong_call() { # with_wrong_call CALL ARGUMENTS...: one order of cpu.qsort's is wrong
  WRONG_CALL=$1 LD_PRELOAD=$wrong ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0 "$bench" "${@:2}"
}

quick=(--repeat 3 --warm-up 0 --limit 0.5)
"$bench" sort --form distance --entries cpu.lsd_radix --n 2000 --points cube --eye 50R,inside,orbit,orbit:at=1.2R:step=7,zoom,jump "${quick[@]}" --csv eyes.csv >eyes.txt
for eye in 50R inside orbit orbit:at=1.2R:step=7 zoom jump; do
  grep -q "^cpu.lsd_radix,distance,cube from $eye,2000," eyes.csv || die "there is no row of $eye"
done
expect 2 'moves from call to call' sort --n 1000 --eye orbit
expect 2 'no such place' sort --form distance --n 1000 --eye torus

# On a path: the first call (1), those after it (2 to 6), the last timed one (9), those after that (10 to 15), and the
# last of them (15). On a path of jumps, every second sort comes from elsewhere and is not checked.
for call in 1 6 9 15; do
  status=0
  with_wrong_call $call sort --form distance --entries cpu.qsort --n 1000 --eye orbit "${quick[@]}" >out.txt 2>error.txt || status=$?
  test $status -eq 5 || die "call $call of an orbit gave a wrong order: status $status: $(cat error.txt)"
done
for call in 12; do
  status=0
  with_wrong_call $call sort --form distance --entries cpu.qsort --n 1000 --eye jump "${quick[@]}" >out.txt 2>error.txt || status=$?
  test $status -eq 5 || die "call $call of jumps gave a wrong order: status $status: $(cat error.txt)"
done

# Models, if they can be read.
if "$bench" sort --form distance --entries cpu.lsd_radix --model glass --n 5000 --eye near,orbit "${quick[@]}" --csv model.csv >model.txt 2>why.txt; then
  grep -q '^cpu.lsd_radix,distance,glass from orbit,5000,' model.csv || die "there is no row of the glass scene"
  "$bench" sort --form distance --entries cpu.lsd_radix --model glass --instances 3 "${quick[@]}" --csv three.csv >three.txt
  whole=$("$bench" sort --form distance --entries cpu.lsd_radix --model glass "${quick[@]}" | awk '$2 == "glass" { print $5 }')
  grep -q "^cpu.lsd_radix,distance,glass from outside,$((3 * whole))," three.csv || die "three times the scene is not $((3 * whole))"
  mkdir models
  for _ in 1 2 3 4 5 6 7 8 9 10; do head -c 28 /dev/zero && printf '\377\200\200\200'; done >models/ten.splat
  head -c 95 models/ten.splat >models/torn.splat
  printf 'no model' >models/readme.txt
  expect 0 'left out: .*torn.splat' sort --form distance --entries cpu.lsd_radix --model models "${quick[@]}" --csv models.csv
  test "$(grep -c '^cpu' models.csv)" -eq 1 && grep -q ',ten from outside,10,' models.csv || die "$(cat models.csv)"
  expect 3 'the data end inside splat 3' sort --form distance --model models/torn.splat
  expect 2 'fewer than 11' sort --form distance --model models/ten.splat --n 11
else
  grep -q 'without the viewer' why.txt || die "$(cat why.txt)"
fi

# Frames.
small=(--frames 3 --warm-up 0 --resolution 96,64)
if ! "$bench" frame "${small[@]}" --entries cpu.lsd_radix,gl.radix --renderer raster --camera still,jump --rounds 2 --csv frames.csv --json frames.json >frames.txt 2>why.txt; then
  grep -q 'without the viewer\|OpenGL' why.txt || die "no frames: $(cat why.txt)"
  exit 0
fi
for camera in still jump; do
  for entry in cpu.lsd_radix gl.radix; do
    grep -q "^$entry,frame,glass $camera," frames.csv || die "there is no row of $entry, $camera"
    test "$(grep -c "^$entry,frame,glass $camera,.*,raster,1,,,,$" frames-frames.csv)" -eq 6 || die "not each frame has a row: $(cat frames-frames.csv)"
  done
done
grep -q '^cpu.lsd_radix,frame,glass still,[0-9]*,sort,1,' frames-stages.csv || die "the stages lack the sort"
python3 - <<'END'
import json
for name in ("frames", "frames-stages", "frames-frames"):
    with open(name + ".json") as file:
        rows = json.load(file)["rows"]
    assert rows and all(row["form"] == "frame" for row in rows), name
for row in rows:
    parts = sum(row[stage + "_ms"] or 0 for stage in ("distance", "sort", "upload", "handover", "staging", "draw", "host"))
    assert 0 < row["frame_ms"] and parts <= row["frame_ms"] * 1.01 + 0.05, row
END

# Every entry with every renderer and number of samples; a context may not have 4.
"$bench" frame "${small[@]}" --entries cpu.lsd_radix --camera still --renderer auto,raster --samples 1,4 --csv drawn.csv >drawn.txt
test "$(grep -c '^cpu.lsd_radix,frame,glass still,.*,[a-z]*,[14],,,,$' drawn.csv)" -eq 4 || die "not each way of drawing has a row: $(cat drawn.csv)"
grep -q '  raster, 1 sample$' drawn.txt || die "$(cat drawn.txt)"
grep -v '^#' drawn.csv | head -n 3 >each_once.csv
"$bench" compare each_once.csv each_once.csv | grep -q ' compared: 0 slower, 0 faster' || die "a renderer was compared with another"
"$bench" plot drawn-stages.csv --kind passes --script drawn.gnuplot
grep -q 'raster' drawn.gnuplot || die "the figure does not name the renderer"
"$bench" frame "${small[@]}" --entries gl.radix --renderer raster --camera turn,through --resort moved --cull on,off,auto --csv culled.csv >culled.txt
for camera in turn through; do
  test "$(grep -c "^gl.radix,frame,glass $camera,.*,raster,1,[0-9]*,,,$" culled.csv)" -eq 3 || die "$camera: $(cat culled.csv)"
  grep -q "^gl.radix,frame,glass $camera,.*,raster,1,[0-9][0-9]*,,,$" culled.csv || die "$camera, on: $(cat culled.csv)"
  grep -q "^gl.radix,frame,glass $camera,.*,raster,1,,,,$" culled.csv || die "$camera, off: $(cat culled.csv)"
done
grep -q 'raster, 1 sample, [0-9]* % in view$' culled.txt || die "$(cat culled.txt)"
expect 2 'there is no renderer named crayon' frame "${small[@]}" --renderer crayon
expect 2 'there is no renderer named crayon' frame "${small[@]}" --error-against crayon

# Errors of pictures against the reference: none if the reference itself is drawn, also of particles, which move.
"$bench" frame "${small[@]}" --scene glass,particles --particles 300 --entries gl.radix --camera slow --renderer tiles,exact --error-against exact \
  --csv errors.csv --json errors.json >errors.txt
python3 - <<'END'
import csv
for name in ("errors", "errors-frames"):
    with open(name + ".csv") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    for row in rows:
        error, off = float(row["rmse"]), float(row["off_share"])
        assert 0 <= off <= 1, row
        if row["renderer"] == "exact":
            assert (error, off, row["psnr_db"]) == (0, 0, "inf"), row
        elif row["distribution"].startswith("glass"):
            assert error > 0 and off > 0 and 0 < float(row["psnr_db"]) < 100, row
    assert {row["renderer"] for row in rows} == {"tiles", "exact"}
assert len(rows) == 12
END
grep -q 'exact, 1 sample; PSNR infinite, 0.000 % off$' errors.txt || die "$(cat errors.txt)"
grep -q '^# errors: against the renderer exact' errors.txt || die "$(cat errors.txt)"
expect 2 'samples' frame "${small[@]}" --samples 3

"$bench" compare frames.csv frames.csv | grep -q ' compared: 0 slower, 0 faster' || die "frames differ from themselves"
"$bench" plot frames-stages.csv --kind passes --distribution 'glass jump' --script stages.gnuplot
grep -q 'gl.radix' stages.gnuplot || die "the figure lacks gl.radix"
# A system has no more particles than requested, and nearly as many.
"$bench" frame "${small[@]}" --scene particles --particles 2000 --entries cpu.lsd_radix --camera fast >particles.txt
grep -q '^cpu.lsd_radix  *particles fast  *19[0-9][0-9] ' particles.txt || die "$(cat particles.txt)"
cat >path.json <<'END'
{ "space": "scene", "keys": [ { "frame": 0, "position": [0, 0, 3], "focal_point": [0, 0, 0] },
                              { "frame": 2, "position": [3, 0, 0], "focal_point": [0, 0, 0] } ] }
END
"$bench" frame "${small[@]}" --entries cpu.lsd_radix --camera path.json,orbit:at=1.2R --csv path.csv >path.txt
grep -q '^cpu.lsd_radix,frame,glass path,' path.csv && grep -q ',glass orbit:at=1.2R,' path.csv || die "$(cat path.txt)"
expect 2 'no such place' frame "${small[@]}" --camera torus
expect 3 'no such file' frame "${small[@]}" --scene nothing.ply
expect 3 'cannot be read\|no such file' frame "${small[@]}" --camera nothing.json
expect 2 'no "cpu.no_such' frame --entries cpu.no_such

# A wrong order of any frame: of the warm-up (1 to 3), or the last (6).
for call in 1 6; do
  status=0
  with_wrong_call $call frame "${small[@]}" --entries cpu.qsort --camera slow --csv wrong.csv >out.txt 2>error.txt || status=$?
  test $status -eq 5 || die "frame, call $call gave a wrong order: status $status: $(cat error.txt)"
  grep -q 'cpu.qsort' error.txt || die "$(cat error.txt)"
  if grep -q '^cpu.qsort' wrong.csv; then die "there is a row of a failed run"; fi
done
