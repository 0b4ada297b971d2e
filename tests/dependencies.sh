#!/usr/bin/env bash
# Holds the dependencies against deny.toml: licences, advisories, sources, and crates that are there twice, which are named.
# The advisories are those kept beside this script, so that the same tree has the same result on every day; with --latest the
# newest ones are fetched and kept.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.20.2
source=https://github.com/rustsec/advisory-db
kept=tests/dependencies/advisory-db.tar.gz
unpacked=target/advisories
tools=target/cargo-deny

if [ "${1:-}" = --latest ]; then
  fetched=$(mktemp -d)
  trap 'rm -rf "$fetched"' EXIT
  git clone --quiet --depth 1 "$source" "$fetched/db"
  git -C "$fetched/db" log -1 --format='advisories of %cs'
  tar -C "$fetched/db" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf - crates LICENSE.txt LICENSES |
    gzip -9n >"$kept"
fi

deny=$(command -v cargo-deny || true)
if [ -z "$deny" ] || [ "$("$deny" --version)" != "cargo-deny $version" ]; then
  deny=$tools/bin/cargo-deny
  # Unoptimised: it is built for one run, and reads a few thousand small files.
  [ -x "$deny" ] && [ "$("$deny" --version)" = "cargo-deny $version" ] ||
    CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0 CARGO_TARGET_DIR="$tools/build" \
      cargo install cargo-deny --version "=$version" --locked --debug --quiet --root "$tools" || {
      echo "left out: dependencies are not checked, because cargo-deny cannot be built"
      [ -z "${NOTHING_LEFT_OUT:-}" ]
      exit
    }
  rm -rf "$tools/build"
fi

# cargo-deny reads a repository, in a folder named after its address and a hash of it.
rm -rf "$unpacked"
"$deny" --version
repository=$unpacked/$(basename "$source")-3157b0e258782691
mkdir -p "$repository"
tar -C "$repository" -xzf "$kept"
git -C "$repository" init --quiet
git -C "$repository" add --all
git -C "$repository" -c user.name=adoube -c user.email=adoube@localhost commit --quiet --message "Advisories"

# Also what other platforms need; after that nothing of the network is.
cargo fetch --locked --quiet
"$deny" --offline check --hide-inclusion-graph
