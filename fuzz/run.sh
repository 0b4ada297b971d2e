#!/usr/bin/env bash
# Tries the targets one after the other, each for so many seconds: bash fuzz/run.sh SECONDS [TARGET...]. Says how many inputs
# were tried, and ends at the first that something is wrong with. Needs cargo-fuzz. `matrix` alone
# needs the Matrix SDK built, and is tried when it is named or ADOUBE_FUZZ_MATRIX is set.
set -euo pipefail
cd "$(dirname "$0")/.."
# What cargo-fuzz asks of the compiler is for nightly ones; others do it when they are told to.
fuzz=(cargo fuzz)
if rustup toolchain list 2>/dev/null | grep -q '^nightly'; then
  fuzz=(cargo +nightly fuzz)
else
  export RUSTC_BOOTSTRAP=1
fi
seconds="${1:?how many seconds each}"
shift
targets=("$@")
if [ "${#targets[@]}" = 0 ]; then
  targets=(position moves commands records export rules_door chat_door discord)
  [ -z "${ADOUBE_FUZZ_MATRIX:-}" ] || targets+=(matrix)
fi
for target in "${targets[@]}"; do
  features=()
  [ "$target" != matrix ] || features=(--features matrix)
  corpus="fuzz/target/corpus/$target"
  mkdir -p "$corpus"
  echo "== $target, $seconds s"
  # What is found on the way is put into the first folder; the kept one is only read.
  "${fuzz[@]}" run --sanitizer none "${features[@]}" "$target" "$corpus" "fuzz/corpus/$target" -- \
    "-dict=fuzz/dictionaries/$target.dict" "-max_total_time=$seconds" -max_len=20000 -timeout=60 -rss_limit_mb=2048 \
    -print_final_stats=1 2>&1 | tee "fuzz/target/$target.log" | grep -E 'panicked|assertion|ERROR|SUMMARY|Test unit written|number_of_executed_units|^error'
done
