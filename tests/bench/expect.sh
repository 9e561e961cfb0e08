# Sourced by the other scripts here with $bench and $folder set: makes an empty folder to work in, and defines the
# checks of farfirst-bench's results.
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
die() { printf '%s\n' "$*" >&2; exit 1; }
expect() { # expect STATUS WORDS ARGUMENTS...: ends with this status and these words
  local status=0 wanted=$1 words=$2
  shift 2
  "$bench" "$@" >out.txt 2>error.txt || status=$?
  test $status -eq "$wanted" || die "$*: status $status, not $wanted: $(cat error.txt)"
  test -z "$words" || grep -q -- "$words" error.txt || die "$*: $(cat error.txt)"
}
