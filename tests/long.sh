#!/usr/bin/env bash
# What takes longer than the other checks may: bash tests/long.sh [SEED]
set -euo pipefail
cd "$(dirname "$0")/.."
export ADOUBE_SEED="${1:-$RANDOM$RANDOM}"
echo "ADOUBE_SEED=$ADOUBE_SEED"
# Two thousand single faults in a store's files.
ADOUBE_FAULTS=2000 cargo test --workspace --all-features --test faults -- --nocapture
