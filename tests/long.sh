#!/usr/bin/env bash
# What takes longer than the other checks may: bash tests/long.sh [SEED]. Times are those of a core that does nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/packages.sh
export ADOUBE_SEED="${1:-$RANDOM$RANDOM}"
echo "ADOUBE_SEED=$ADOUBE_SEED"
if ! { command -v patroni && command -v etcd; } >/dev/null && may_install; then
  install_packages patroni etcd-server python3-etcd || echo "left out: Patroni cannot be installed"
fi
# Two thousand single faults in a store's files.
ADOUBE_FAULTS=2000 cargo test --workspace --all-features --test faults -- --nocapture
# Ten thousand pictures of random scenes, read again by another library: several minutes.
ADOUBE_PICTURES=10000 cargo test -p adoube-render --test tiles -- --nocapture
# Sixty games with hidden cards, of up to sixty plies, each played twice for three viewers: a few minutes.
ADOUBE_GAMES=60 ADOUBE_PLIES=60 cargo test --workspace --all-features --test bot leaks:: -- --nocapture
# Two programs at one outbox, a thousand times: six minutes. A seed would run that one alone.
env -u ADOUBE_SEED ADOUBE_SEEDS=1000 cargo test --workspace --all-features --test bot outbox:: -- --nocapture
# A hundred thousand schedules in which flags meet moves: two minutes. A seed would play few of them.
env -u ADOUBE_SEED ADOUBE_SCHEDULES=25000 cargo test --workspace --all-features --test bot races:: -- --nocapture
# Seventy games of random turns through the chat door, each played twice, most of them to their own end: several minutes.
ADOUBE_GAMES=70 ADOUBE_PLIES=400 cargo test --workspace --all-features --test door random -- --nocapture
# Two hundred games of chess, Chess960 and Grand Chess under python-chess and pyffish: ten minutes. Without them it says that it
# is left out.
ADOUBE_UCI_GAMES=67 cargo test --workspace --all-features --test uci -- --nocapture
# Two programs over one PostgreSQL: twenty fail-overs, the database killed twenty times, programs killed a hundred times: five
# minutes; and twenty fail-overs by Patroni: a minute each. Without PostgreSQL or Patroni they say that they are left out.
ADOUBE_FAILOVERS=20 ADOUBE_DATABASE_KILLS=20 ADOUBE_PROGRAM_KILLS=100 ADOUBE_PATRONI_FAILOVERS=20 \
  cargo test --workspace --all-features --test failover -- --nocapture
# A Matrix room that is slow for ninety seconds while ten others play, one that takes forty to enter, and a start with a
# thousand rooms: eleven minutes, most of which the homeserver takes to make them. Without Synapse they say that they are left
# out.
ADOUBE_ROOMS=10 ADOUBE_HELD_SECONDS=90 cargo test --workspace --all-features --test matrix others_play_while_a_room -- --nocapture
ADOUBE_ROOMS=10 ADOUBE_HELD_SECONDS=40 cargo test --workspace --all-features --test matrix others_play_while_a_join -- --nocapture
ADOUBE_ROOMS=1000 ADOUBE_HELD_SECONDS=40 cargo test --workspace --all-features --test matrix rooms::a_start -- --nocapture
# People at tables on Discord, Matrix and the web chat for six hours, in one process with one store on disk: nothing is lost, and
# memory stays as it is.
ADOUBE_SOAK_SECONDS="${ADOUBE_SOAK_SECONDS:-21600}" cargo test --workspace --all-features --test soak -- --nocapture
# Inputs that are changed at random as the code they reach tells: five minutes for each target (fuzz/README.md).
if command -v cargo-fuzz >/dev/null; then
  bash fuzz/run.sh "${ADOUBE_FUZZ_SECONDS:-300}"
else
  echo "left out: fuzzing needs cargo-fuzz (cargo install cargo-fuzz)"
fi
# Small faults put into the rules, the bot and the store, one in two hundred of those there are: two hours. All of them take
# days (tests/mutants.sh).
if command -v cargo-mutants >/dev/null; then
  bash tests/mutants.sh "$((10#$ADOUBE_SEED % 200))/200"
else
  echo "left out: putting faults in needs cargo-mutants (cargo install cargo-mutants)"
fi
