#!/usr/bin/env bash
# Every check there is: format, lints, docs, dependencies, tests, comparisons with other programs. On Debian, as root, it installs what
# the browser tests and those programs need.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/packages.sh

# With the seconds since the beginning.
say() { printf '\n== %s (%d s)\n' "$1" "$SECONDS"; }
missing() { printf 'missing: %s\n' "$1" >&2; exit 1; }

command -v cargo >/dev/null || missing "a Rust toolchain with cargo (rustup.rs)"
command -v cc >/dev/null || missing "a C compiler, which Rust links with (Debian: apt-get install gcc)"

has_chromium() { command -v chromium && command -v chromedriver; } >/dev/null
has_chromium || may_install \
  || missing "chromium and chromedriver for the browser tests (Debian: apt-get install chromium chromium-driver)"

has_server() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ]; }

# What the tests need of others, beside what needs nothing of it: most of this waits for servers of packages.
install_others() {
  if ! has_chromium; then
    say "installing Chromium for the browser tests"
    install_packages chromium chromium-driver
  fi

  # Tests of the PostgreSQL store start servers of their own; without it they say that they are left out.
  if ! ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 && ! command -v initdb >/dev/null; then
    if may_install; then
      say "installing PostgreSQL for the tests of its store"
      install_packages postgresql || echo "left out: PostgreSQL cannot be installed, so its store is not tested"
    else
      echo "left out: the tests of the PostgreSQL store need PostgreSQL (Debian: apt-get install postgresql)"
    fi
  fi

  # Web servers that stand in front of the program as docs/proxies.md shows.
  local servers=()
  has_server nginx || servers+=(nginx-light)
  has_server haproxy || servers+=(haproxy)
  has_server caddy || servers+=(caddy)
  if [ "${#servers[@]}" != 0 ]; then
    if may_install; then
      say "installing web servers to stand in front: ${servers[*]}"
      install_packages "${servers[@]}" || echo "left out: not all of ${servers[*]} can be installed"
      systemctl disable nginx haproxy caddy >/dev/null 2>&1 || true
    else
      echo "left out: tests behind web servers that are not here (Debian: apt-get install ${servers[*]})"
    fi
  fi

  # A pooler in front of it; a few tests play through one.
  if ! has_server pgbouncer; then
    if may_install; then
      say "installing PgBouncer for the tests of the PostgreSQL store"
      install_packages pgbouncer || echo "left out: PgBouncer cannot be installed, so nothing is played through it"
    else
      echo "left out: the tests through a pooler need PgBouncer (Debian: apt-get install pgbouncer)"
    fi
  fi

  say "programs to compare with"
  bash tests/peers/install.sh
}
# Who stops this script stops what it runs beside itself; by itself a shell would let that go on.
trap 'kill 0' INT
install_others &
installing=$!

say "format"
cargo fmt --all --check
say "lints"
cargo clippy --workspace --all-features --all-targets --quiet -- -D warnings
say "lints of what is built without the optional parts"
cargo clippy --quiet -- -D warnings
say "documentation"
# There are no examples. Naming them counts what only tests need as well, as the first lint does: without it many packages would
# have other features, and would be checked once more.
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --all-features --no-deps --lib --examples --quiet
say "dependencies"
bash tests/dependencies.sh
wait "$installing"
say "tests"
# What this machine cannot have is no fault of the tests.
excused=()
[ -f target/peers/installed.txt ] || excused+=("Synapse" "discord[.]py" "python-chess")
[ -d target/peers/element/node_modules/matrix-react-sdk ] || excused+=("Element's components")
{ command -v ngircd || [ -x /usr/sbin/ngircd ]; } >/dev/null && command -v ii >/dev/null || excused+=("ngircd" "^ii ")
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v initdb >/dev/null || excused+=("PostgreSQL")
for server in nginx haproxy caddy; do has_server "$server" || excused+=("no $server here"); done
has_server pgbouncer || excused+=("PgBouncer")
# Nobody installs it for these tests: its own take too long (tests/long.sh).
command -v patroni >/dev/null && command -v etcd >/dev/null || excused+=("Patroni")
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || excused+=("Python 3[.]10")
disk=$(mktemp -d)
if mount -t tmpfs adoube-test "$disk" 2>/dev/null; then umount "$disk"; else excused+=("small disk"); fi
rmdir "$disk"
# Most of them wait for sockets, for disks and for other programs.
export RUST_TEST_THREADS="${RUST_TEST_THREADS:-$((2 * $(getconf _NPROCESSORS_ONLN)))}"
told() { awk -v nothing_left_out="${NOTHING_LEFT_OUT:-}" -v excused="$(IFS='|'; echo "${excused[*]}")" -f tests/left_out.awk; }
# Says how long it took, as several run beside one another.
run() {
  local outcome=0
  cargo test --workspace --all-features --no-fail-fast "$@" -- --show-output || outcome=$?
  printf '\n%s: over (%d s)\n' "$*" "$SECONDS"
  return "$outcome"
}
# Legal moves against those of Fairy-Stockfish.
compare() {
  say "legal moves against Fairy-Stockfish"
  local python=target/peers/bin/python
  [ -x "$python" ] || python=python3
  if "$python" -c 'import pyffish' 2>/dev/null; then
    "$python" tests/peers/fairy_stockfish.py --positions 2000
  elif [ -n "${NOTHING_LEFT_OUT:-}" ] && [ -f target/peers/installed.txt ]; then
    missing "pyffish, though it could be had"
  else
    echo "left out: the comparison needs python3 and pyffish"
  fi
}
# Records of random games, read by python-chess, pgn-extract, chess.js and Fairy-Stockfish.
compare_records() {
  say "records against other readers of PGN"
  local python=target/peers/bin/python
  [ -x "$python" ] || python=python3
  if "$python" -c 'import chess, pyffish' 2>/dev/null; then
    "$python" tests/peers/records.py
  elif [ -n "${NOTHING_LEFT_OUT:-}" ] && [ -f target/peers/installed.txt ]; then
    missing "python-chess, though it could be had"
  else
    echo "left out: the records need python3, python-chess and pyffish"
  fi
}
# These wait for a browser, for other programs and for pauses of their own longer than they compute: they run beside the others.
waiting=(--test browser --test discord --test matrix --test failover --test bridge)
others=()
while read -r name; do
  [[ " ${waiting[*]} " == *" $name "* ]] || others+=(--test "$name")
done < <(cargo metadata --no-deps --format-version 1 |
  grep -o '"kind":\["test"\],"crate_types":\["bin"\],"name":"[^"]*"' | sed 's/.*:"\(.*\)"$/\1/')
[ "${#others[@]}" != 0 ] || missing "a cargo whose metadata names the tests in the order this script knows"
cargo test --workspace --all-features --no-run --quiet
beside=$(mktemp)
trap 'rm -f "$beside"' EXIT
{
  run "${waiting[@]}" >"$beside" &
  failed=0
  run --lib --bins "${others[@]}" || failed=1
  run --doc || failed=1
  (compare) || failed=1
  (compare_records) || failed=1
  wait %1 || failed=1
  cat "$beside"
  exit "$failed"
} | told
say "starting what is built without the optional parts"
cargo test --workspace --test start
