#!/usr/bin/env bash
# assets/fetch-stanford against small archives of the right shape, through file:// URLs. Argument: the script.
set -u
fetch=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mirror=$work/mirror
failures=0

if ! command -v curl >/dev/null; then
  echo "skipped: curl is not installed (wget cannot read file:// URLs)"
  exit 77
fi

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}
expect_text() { # TEXT FILE
  grep -qF -- "$1" "$2" || fail "expected \"$1\", found: $(cat "$2")"
}
run() { # EXPECTED_CODE ARGUMENTS...
  local expected=$1 code
  shift
  "$fetch" "$@" >"$work/out" 2>"$work/err" </dev/null
  code=$?
  [ $code -eq "$expected" ] || fail "fetch-stanford $*: expected exit code $expected, found $code: $(cat "$work/err")"
}
header() { # VERTICES FACES
  printf 'ply\nformat ascii 1.0\ncomment fake\nelement vertex %s\nproperty float x\nelement face %s\nend_header\n' "$1" "$2"
  head -c 3000 /dev/urandom | base64 # so that the archive cannot be packed to nothing
}
tar_of() { # ARCHIVE MEMBER VERTICES FACES
  local tree=$work/tree
  rm -rf "$tree"
  mkdir -p "$tree/$(dirname "$2")" "$(dirname "$1")"
  header "$3" "$4" >"$tree/$2"
  tar -czf "$1" -C "$tree" .
}
gz_of() { # ARCHIVE VERTICES FACES
  mkdir -p "$(dirname "$1")"
  header "$2" "$3" | gzip >"$1"
}
bunny=$mirror/pub/3Dscanrep/bunny.tar.gz
armadillo=$mirror/pub/3Dscanrep/armadillo/Armadillo.ply.gz
tar_of "$bunny" bunny/reconstruction/bun_zipper.ply 35947 69451
gz_of "$armadillo" 172974 345944
url=file://$mirror

# Usage.
run 0 --help && expect_text "usage: fetch-stanford" "$work/out" && expect_text "Stanford Computer Graphics Laboratory" "$work/out"
run 0 --list && expect_text "14027872" "$work/out"
run 2
expect_text 'name a model, or "all"' "$work/err"
run 2 teapot
expect_text 'there is no model "teapot"' "$work/err"
run 2 --colour bunny
expect_text "there is no option --colour" "$work/err"
run 2 --to
expect_text "--to needs a value" "$work/err"

# A tar archive and a single gzipped file; archives are removed, the terms stay.
run 0 --base-url "$url/" --to "$work/a" bunny armadillo
expect_text "bun_zipper.ply: 35947 vertices, 69451 faces" "$work/err"
expect_text "Armadillo.ply: 172974 vertices, 345944 faces" "$work/err"
expect_text "Stanford Computer Graphics Laboratory" "$work/a/TERMS.txt"
[ -s "$work/a/bun_zipper.ply" ] && [ -s "$work/a/Armadillo.ply" ] || fail "the models are not there"
[ "$(ls "$work/a" | wc -l)" -eq 3 ] || fail "something was left behind: $(ls "$work/a")"

# A second time nothing is downloaded, even where the server is gone.
run 0 --base-url file:///nowhere --to "$work/a" bunny
expect_text "is here already" "$work/err"

# --keep keeps the archive, and a kept archive is not downloaded again.
run 0 --base-url "$url" --to "$work/keep" --keep bunny
[ -s "$work/keep/bunny.tar.gz" ] || fail "--keep did not keep the archive"
rm "$work/keep/bun_zipper.ply"
run 0 --base-url file:///nowhere --to "$work/keep" bunny

# A partial download resumes: the server's first bytes are garbage now, so only a resumed one can succeed.
mkdir "$work/b" "$work/garbled"
size=$(wc -c <"$bunny")
half=$((size / 2))
head -c $half "$bunny" >"$work/b/bunny.tar.gz.part"
mkdir -p "$work/garbled/pub/3Dscanrep"
{ head -c $half /dev/zero; tail -c +$((half + 1)) "$bunny"; } >"$work/garbled/pub/3Dscanrep/bunny.tar.gz"
run 0 --base-url "file://$work/garbled" --to "$work/b" bunny
expect_text "going on from $half bytes" "$work/err"
[ -s "$work/b/bun_zipper.ply" ] || fail "the resumed model is not there"

# A part that is complete already is taken as it is.
mkdir "$work/c"
cp "$bunny" "$work/c/bunny.tar.gz.part"
run 0 --base-url "$url" --to "$work/c" bunny

# A damaged file is removed with a message, and the next try succeeds.
run 1 --base-url "file://$work/garbled" --to "$work/d" bunny
expect_text "damaged or no gzip archive, and was removed" "$work/err"
[ -z "$(ls "$work/d" | grep -v TERMS)" ] || fail "damaged files were left: $(ls "$work/d")"
run 0 --base-url "$url" --to "$work/d" bunny

# Wrong counts, no PLY at all, and an archive without the file are refused and not kept.
tar_of "$work/wrong/pub/3Dscanrep/bunny.tar.gz" bunny/bun_zipper.ply 35948 69451
run 1 --base-url "file://$work/wrong" --to "$work/e" bunny
expect_text "has 35948 vertices and 69451 faces, but should have 35947 and 69451" "$work/err"
expect_text "not fetched: bunny" "$work/err"
[ ! -e "$work/e/bun_zipper.ply" ] && [ ! -e "$work/e/bunny.tar.gz" ] || fail "a wrong model was kept"
mkdir -p "$work/wrong/pub/3Dscanrep/armadillo"
echo "404 not found" | gzip >"$work/wrong/pub/3Dscanrep/armadillo/Armadillo.ply.gz"
run 1 --base-url "file://$work/wrong" --to "$work/e" armadillo
expect_text "is no PLY file" "$work/err"
tar_of "$work/wrong/pub/3Dscanrep/bunny.tar.gz" bunny/readme.txt 1 1
run 1 --base-url "file://$work/wrong" --to "$work/e" bunny
expect_text "has no file bun_zipper.ply in it" "$work/err"

# One that fails does not stop the others.
run 1 --base-url "$url" --to "$work/f" dragon bunny
expect_text "dragon_recon.tar.gz: there is no such file" "$work/err"
expect_text "not fetched: dragon" "$work/err"
[ -s "$work/f/bun_zipper.ply" ] || fail "bunny was not fetched after dragon failed"

# A folder that cannot be made.
echo x >"$work/file"
run 1 --base-url "$url" --to "$work/file/sub" bunny
expect_text "cannot be made or written to" "$work/err"

if [ $failures -gt 0 ]; then
  echo "$failures checks failed"
  exit 1
fi
echo "fetch-stanford: all checks passed"
