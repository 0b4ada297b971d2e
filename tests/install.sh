#!/usr/bin/env bash
# Installs what the tests need of other programs: Chromium, PostgreSQL, PgBouncer, web servers, TypeScript, and what
# tests/peers/install.sh names. On Debian, as root; elsewhere it says which tests are left out without them.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/packages.sh

has_server() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ]; }

# want WHAT REASON PACKAGE...: installs packages, or says which tests do without.
want() {
  local what=$1 reason=$2
  shift 2
  if may_install; then
    printf 'installing %s\n' "$what"
    install_packages "$@" || printf 'left out: %s cannot be installed: %s\n' "$what" "$reason"
  else
    printf 'left out: %s (Debian: apt-get install %s)\n' "$reason" "$*"
  fi
}

if ! { command -v chromium && command -v chromedriver; } >/dev/null; then
  may_install || { echo "missing: chromium and chromedriver for the browser tests, which only root can install here" >&2; exit 1; }
  printf 'installing Chromium for the browser tests\n'
  install_packages chromium chromium-driver
fi
if ! ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 && ! command -v initdb >/dev/null; then
  want PostgreSQL "the tests of the PostgreSQL store start servers of their own" postgresql
fi
servers=()
has_server nginx || servers+=(nginx-light)
has_server haproxy || servers+=(haproxy)
has_server caddy || servers+=(caddy)
if [ "${#servers[@]}" != 0 ]; then
  want "web servers" "tests of the program behind web servers" "${servers[@]}"
  if may_install; then systemctl disable nginx haproxy caddy >/dev/null 2>&1 || true; fi
fi
has_server pgbouncer || want PgBouncer "the tests through a connection pooler" pgbouncer

# Checks the types of the page's scripts; one version, so that it finds the same everywhere.
typescript=7.0.2
if [ "$(target/typescript/node_modules/.bin/tsc --version 2>/dev/null)" != "Version $typescript" ]; then
  if command -v npm >/dev/null; then
    printf 'installing TypeScript\n'
    npm_install target/typescript "typescript@$typescript" \
      || printf 'left out: types of the page, because TypeScript cannot be had from npm\n'
  else
    printf 'left out: types of the page, because npm is not here\n'
  fi
fi
bash tests/peers/install.sh
