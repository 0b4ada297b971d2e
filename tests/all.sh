#!/usr/bin/env bash
# Every check there is: format, lints, docs, tests, comparisons with other programs. On Debian, as root, it installs what
# the browser tests and those programs need.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s\n' "$1"; }
missing() { printf 'missing: %s\n' "$1" >&2; exit 1; }

command -v cargo >/dev/null || missing "a Rust toolchain with cargo (rustup.rs)"
command -v cc >/dev/null || missing "a C compiler, which Rust links with (Debian: apt-get install gcc)"

if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "installing Chromium for the browser tests"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium chromium-driver >/dev/null
  else
    missing "chromium and chromedriver for the browser tests (Debian: apt-get install chromium chromium-driver)"
  fi
fi

# Tests of the PostgreSQL store start servers of their own; without it they say that they are left out.
if ! ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 && ! command -v initdb >/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "installing PostgreSQL for the tests of its store"
    apt-get update -qq
    # The package would start a server for the whole machine.
    policy=/usr/sbin/policy-rc.d
    [ -e "$policy" ] || { printf '#!/bin/sh\nexit 101\n' >"$policy"; chmod +x "$policy"; made_policy=1; }
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >/dev/null \
      || echo "left out: PostgreSQL cannot be installed, so its store is not tested"
    [ -z "${made_policy:-}" ] || rm "$policy"
  else
    echo "left out: the tests of the PostgreSQL store need PostgreSQL (Debian: apt-get install postgresql)"
  fi
fi

say "programs to compare with"
bash tests/peers/install.sh

say "format"
cargo fmt --all --check
say "lints"
cargo clippy --workspace --all-features --all-targets --quiet -- -D warnings
say "lints of what is built without the optional parts"
cargo clippy --quiet -- -D warnings
say "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --all-features --no-deps --quiet
say "tests"
cargo test --workspace --all-features --no-fail-fast
say "starting what is built without the optional parts"
cargo test --workspace --test start
say "legal moves against Fairy-Stockfish"
python=target/peers/bin/python
[ -x "$python" ] || python=python3
if "$python" -c 'import pyffish' 2>/dev/null; then
  "$python" tests/peers/fairy_stockfish.py --positions 2000
else
  echo "skipped: the comparison needs python3 and pyffish"
fi
