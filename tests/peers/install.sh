#!/usr/bin/env bash
# Installs the programs of others that adoube is compared with, those of requirements*.txt, into target/peers; on Debian, as
# root, with what Python needs for that, an IRC server and a client for the bridge of examples/bridge (ngircd, ii), engines
# to play against (stockfish, fairy-stockfish), two more readers of PGN (pgn-extract, chess.js), and the
# components with which Element draws messages (npm). Where that cannot be it
# says why, and the comparisons are left out.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/packages.sh

wanted=(tests/peers/requirements*.txt)
peers=target/peers

left_out() {
  rm -rf "$peers"
  printf 'left out: comparisons with other programs, because %s\n' "$1"
  exit 0
}

has_irc() { command -v ii >/dev/null && { command -v ngircd || [ -x /usr/sbin/ngircd ]; } >/dev/null; }
if ! has_irc && may_install; then
  # The tests start one of their own.
  install_packages ngircd ii || true
  systemctl disable ngircd >/dev/null 2>&1 || true
fi
has_irc || printf 'left out: the bridge to IRC, because ngircd and ii are not here (Debian: apt-get install ngircd ii)\n'

# Without them the engine plays against itself.
has_engines() { for engine in stockfish fairy-stockfish; do command -v "$engine" || [ -x "/usr/games/$engine" ] || return 1; done; } >/dev/null
if ! has_engines && may_install; then
  install_packages stockfish fairy-stockfish || true
fi

has_pgn_extract() { command -v pgn-extract >/dev/null || [ -x /usr/games/pgn-extract ]; }
has_pgn_extract || ! may_install || install_packages pgn-extract || true
has_pgn_extract || printf 'left out: pgn-extract is not here (Debian: apt-get install pgn-extract)\n'

# What npm installs lies beside what pip installs, which makes its folder anew.
install_chess_js() {
  [ -d "$peers/node/node_modules/chess.js" ] && return
  command -v npm >/dev/null || { printf 'left out: chess.js, because npm is not here\n'; return; }
  npm_install "$peers/node" chess.js@1.4.0 || printf 'left out: chess.js cannot be had from npm\n'
}

# Element's own components, which draw boards as Element does; about a minute and 650 packages.
install_element() {
  local element="$peers/element"
  mkdir -p "$element"
  cmp -s tests/peers/element/package.json "$element/installed.json" && return
  command -v npm >/dev/null || { printf 'left out: components of Element, because npm is not here\n'; return; }
  cp tests/peers/element/package.json "$element"
  if npm_install "$element" --ignore-scripts; then
    cp tests/peers/element/package.json "$element/installed.json"
  else
    printf 'left out: components of Element cannot be had from npm\n'
  fi
}

# What is there and does not run, such as after another Python came, is made anew.
cat "${wanted[@]}" | cmp -s - "$peers/installed.txt" && "$peers/bin/python" -c 'import chess, discord, nio, pyffish, synapse' 2>/dev/null \
  && { install_chess_js; install_element; exit 0; }
command -v python3 >/dev/null || left_out "python3 is not here"
if ! python3 -c 'import ensurepip' 2>/dev/null && may_install; then
  install_packages python3-venv || true
fi
mkdir -p target
rm -rf "$peers"
python3 -m venv "$peers" || left_out "python3 has no venv (Debian: apt-get install python3-venv)"
"$peers/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 20 "${wanted[@]/#/-r}" \
  || left_out "they cannot be had from PyPI"
# Only when everything is there.
cat "${wanted[@]}" > "$peers/installed.txt"
install_chess_js
install_element
