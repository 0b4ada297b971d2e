#!/usr/bin/env bash
# Changes the rules, the bot and the store in one small thing at a time, and says which of those changes no test notices:
# bash tests/mutants.sh [K/N] [CRATE...], every Nth of them from the Kth on, of all three unless some are named. Twelve thousand in
# all, about a minute each in the rules and several in the bot. What is found is under target/mutants. Needs cargo-mutants.
set -euo pipefail
cd "$(dirname "$0")/.."
shard="${1:-0/1}"
shift || true
crates=("$@")
[ "${#crates[@]}" != 0 ] || crates=(rules bot store)
# A change builds one crate and its tests anew; what would make that faster takes gigabytes.
export CARGO_INCREMENTAL=0
# Exit codes: 2 where some are not noticed, 3 where tests took too long, which notices them, too.
mutants() {
  cargo mutants --package "adoube-$1" --output "target/mutants/$1" --sharding round-robin --shard "$shard" --timeout-multiplier 3 \
    --minimum-test-timeout 120 --colors never "${@:2}" || [ $? = 2 ] || [ $? = 3 ]
}
for crate in "${crates[@]}"; do
  mkdir -p "target/mutants/$crate"
  mutants "$crate" --test-package "adoube-$crate"
  # What is left of the rules is held against the vectors, which lie with the program's tests.
  [ "$crate" != rules ] || mutants "$crate" --iterate --test-package adoube -- --test vectors --test protocol
  printf '%s: not noticed:\n' "$crate"
  cat "target/mutants/$crate/mutants.out/missed.txt"
done
