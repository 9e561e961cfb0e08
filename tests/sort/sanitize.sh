#!/usr/bin/env bash
# compute-sanitizer over every CUDA entry, on sizes that cross every branch: one process for each entry and tool, JOBS (14) at
# once, each with its own LIMIT (240) in seconds. racecheck is by far the slowest.
# sanitize.sh TESTS OUT [TOOLS] [ENTRIES]    TESTS: the program farfirst_sort_tests; OUT: a folder for logs;
#                                           e.g. sanitize.sh build/release/tests/sort/farfirst_sort_tests /tmp/out "racecheck synccheck" "cuda_hybrid"
set -u
export tests=$1 out=$2 tools=${3:-memcheck racecheck initcheck synccheck}
entries=${4:-$("$tests" --gtest_list_tests | grep -oE 'EveryDistribution/cuda_[a-z_]+' | sed 's,.*/,,')}
mkdir -p "$out"; work=$(mktemp -d); export work
export sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda*/bin/compute-sanitizer 2>/dev/null | head -1)
[[ -n $sanitizer ]] || { echo "no compute-sanitizer"; exit 1; }
check() { # tool, entry
  local tool=$1 entry=$2 filter options=()
  local small="Catalogue/Conformance.EveryDistribution/$entry:Catalogue/Conformance.EveryParameterAtItsEnds/$entry:Catalogue/Conformance.ScratchAsItIsAllocated/$entry:Catalogue/Paper*.EveryKind*/$entry:Catalogue/Argsort64*/$entry:Catalogue/Pairs64*/$entry:Catalogue/Keys*/$entry"
  case $tool in
    memcheck|synccheck) filter="$small:Catalogue/Counts.*/$entry:Catalogue/Sources.*/$entry:Catalogue/Conformance.EverySizeAtTheEdges/$entry:Catalogue/Conformance.ExtremeKeys/$entry:Catalogue/Paper*/$entry" ;;
    racecheck) # slow: sizes that cross branches, once
      filter="Catalogue/Counts.ChangingFromCallToCall/$entry:Catalogue/Sources.TwoPointsBeforeTriangles/$entry:Catalogue/Conformance.EveryParameterAtItsEnds/$entry:Catalogue/Conformance.ExtremeKeys/$entry:Catalogue/Conformance.Pairs/$entry:Catalogue/PaperKeys.EveryKind*/$entry:Catalogue/Argsort64*/$entry"
      options=(--racecheck-report all) ;;
    # uploads count as writes, so only uninitialised scratch and state show reads of words that were never written
    initcheck) filter="Catalogue/*.ScratchAsItIsAllocated/$entry:Catalogue/Conformance.TracesItsPasses/$entry" ;;
  esac
  [[ $entry == cuda_sample_sort && $tool != initcheck && $tool != racecheck ]] && filter="$filter:*CudaSampleSort*"
  [[ $entry == cuda_farfirst && $tool != initcheck ]] && filter="$filter:CudaHistory.*:CudaGraph.*:CudaFarfirstIds.*:CudaFarfirstSources.*:CudaCaptureOfFarfirst.*:Catalogue/CudaCapture.*/$entry"
  local begin=$SECONDS
  timeout "${LIMIT:-240}" "$sanitizer" --tool "$tool" "${options[@]}" --print-limit 20 --error-exitcode 9 \
    "$tests" --gtest_filter="$filter" --gtest_brief=1 > "$work/$tool.$entry" 2>&1
  local code=$?
  echo "$tool $entry: exit code $code, $((SECONDS - begin)) s$( ((code == 124)) && echo ', NOT FINISHED')" >> "$work/$tool.$entry"
}
export -f check
for tool in $tools; do for entry in $entries; do echo "$tool $entry"; done; done |
  xargs -P "${JOBS:-14}" -L 1 bash -c 'check $0 $1'
bad=0
for tool in $tools; do
  cat "$work/$tool".* > "$out/$tool.log"
  echo "== $tool"
  grep -hE "^$tool cuda_" "$out/$tool.log"
  grep -hE '^=========.*(Invalid|Race|hazard|Uninitialized|Barrier|rror)' "$out/$tool.log" | grep -v 'ERROR SUMMARY: 0\|0 hazards' | sed -E 's/0x[0-9a-f]+//g' | sort | uniq -c | sort -rn | head -8
  grep -hE '^=========     at ' "$out/$tool.log" | sed -E 's/\+0x[0-9a-f]+//' | sort | uniq -c | sort -rn | head -6
  grep -hE "^$tool cuda_" "$out/$tool.log" | grep -qv 'exit code 0,' && bad=1
done
exit $bad
