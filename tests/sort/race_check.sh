#!/usr/bin/env bash
# Finds races between blocks of cuda.farfirst and of the kernels that its entries share: they run on the CPU, blocks on
# four threads, under ThreadSanitizer. race_check.sh [BUILD]    BUILD: a folder for the build, build/tsan-cuda
set -euo pipefail
root=$(dirname "$(readlink -f "$0")")/../..
build=${1:-$root/build/tsan-cuda}
mkdir -p "$build"
cmake --preset release -S "$root" -B "$build" -DFARFIRST_GL=OFF -DFARFIRST_CUDA=OFF -DFARFIRST_BENCH=OFF \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_FLAGS="-fsanitize=thread -O1" >"$build.log"
cmake --build "$build" --target farfirst_sort_emulated_tests
# GCC's run time needs addresses that are not random beyond 28 bits.
FARFIRST_EMULATION_WORKERS=4 TSAN_OPTIONS=halt_on_error=0:exitcode=66 setarch --addr-no-randomize \
  "$build/tests/cuda_emulation/farfirst_sort_emulated_tests" --gtest_brief=1 \
  --gtest_filter='CudaFarfirst*:CudaHistory*:CudaCounts*:CudaSplitBySample*:CudaPrimitives*:Catalogue/*/cuda_farfirst*'
