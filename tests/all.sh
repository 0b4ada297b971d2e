#!/usr/bin/env bash
# Every check there is: format, lints, docs, dependencies, tests, comparisons with other programs. On Debian, as root, it installs
# what the browser tests and those programs need. The steps are in crates/xtask/src/check.
set -euo pipefail
cd "$(dirname "$0")/.."
missing() { printf 'missing: %s\n' "$1" >&2; exit 1; }
command -v cargo >/dev/null || missing "a Rust toolchain with cargo (rustup.rs)"
command -v cc >/dev/null || missing "a C compiler, which Rust links with (Debian: apt-get install gcc)"
exec cargo xtask check
