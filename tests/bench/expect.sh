# For the other scripts here, which source it with $bench and $folder set: an empty folder to work in, and what to say
# where farfirst-bench does not do what it should.
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
die() { printf '%s\n' "$*" >&2; exit 1; }
expect() { # expect STATUS WORDS ARGUMENTS...: ends so, with this in its sentences
  local status=0 wanted=$1 words=$2
  shift 2
  "$bench" "$@" >out.txt 2>error.txt || status=$?
  test $status -eq "$wanted" || die "$*: status $status, not $wanted: $(cat error.txt)"
  test -z "$words" || grep -q -- "$words" error.txt || die "$*: $(cat error.txt)"
}
