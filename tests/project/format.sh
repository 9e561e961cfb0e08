#!/usr/bin/env bash
# Checks that every C++ and CUDA file in git has the format of .clang-format. Exit status 77: not possible here.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
version=14 # other versions of clang-format break some lines differently
for program in "clang-format-$version" clang-format; do
  command -v "$program" >/dev/null && "$program" --version | grep -q "version $version\." && break
  program=""
done
[[ $program ]] || { echo "the format is checked with clang-format $version, which is not installed"; exit 77; }
files=$(git ls-files '*.cpp' '*.h' '*.cu' '*.cuh' 2>/dev/null)
[[ $files ]] || { echo "the format is checked in a git checkout, and this is none"; exit 77; }
lines=$(xargs "$program" --dry-run <<<"$files" 2>&1 | sed -n 's/: warning: code should be clang-formatted.*//p')
[[ $lines ]] || exit 0
echo "Lines that differ from clang-format's (count, file); to fix: clang-format -i FILE"
cut -d: -f1 <<<"$lines" | sort | uniq -c
exit 1
