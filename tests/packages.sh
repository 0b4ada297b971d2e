# For the scripts beside this one, which read it: packages of Debian, where we may install them, and
# of npm.

may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

# Without starting what the packages would start for the whole machine.
install_packages() {
  local policy=/usr/sbin/policy-rc.d made=
  apt-get update -qq || true
  [ -e "$policy" ] || { printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy" && made=1; }
  local result=0
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null || result=$?
  [ -z "$made" ] || rm "$policy"
  return "$result"
}

# npm_install FOLDER PACKAGE...: installs packages of npm into a folder. A failure removes the
# folder, so that no older version in it is used instead.
npm_install() {
  local folder=$1 result=0
  shift
  mkdir -p "$folder"
  npm install --silent --no-audit --no-fund --prefix "$folder" "$@" >/dev/null 2>&1 || result=$?
  [ "$result" = 0 ] || rm -rf "$folder"
  return "$result"
}
