#!/usr/bin/env bash
# Installs missing dependencies: `setup.sh app` for running the product, `setup.sh test` also for its tests.
# Fast if nothing is missing. Concurrent runs wait for each other.
set -euo pipefail
cd "$(dirname "$0")/.."

purpose=${1:-app}
say() { printf '%s\n' "$*" >&2; }

command -v node >/dev/null || { say "Please install Node 20.19 or newer."; exit 1; }
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  { say "Node 20.19 or newer is needed; this is $(node --version)."; exit 1; }

[ -w . ] || { say "This user cannot write to $PWD: change the rights of the folder."; exit 1; }
lock=.setup.lock
waited=0
until mkdir "$lock" 2>/dev/null; do
  holder=$(cat "$lock/pid" 2>/dev/null || true)
  if { [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; } || { [ -z "$holder" ] && [ $((waited % 10)) -eq 9 ]; }; then
    rm -rf "$lock" # its process has ended
    continue
  fi
  [ "$waited" -gt 0 ] || say "Waiting for another setup to finish ..."
  [ "$waited" -lt 600 ] || { say "Another setup holds $lock. Remove it if none is running."; exit 1; }
  waited=$((waited + 1))
  sleep 1
done
echo $$ >"$lock/pid"
trap 'rm -rf "$lock"' EXIT

# npm writes node_modules/.package-lock.json last, so a broken installation has none. The database's driver has a native
# part, which loads only on the platform it was installed for.
installed() {
  node -e '
    const packages = (file) => JSON.parse(require("fs").readFileSync(file, "utf8")).packages;
    const found = packages("node_modules/.package-lock.json");
    const missing = ([path, { version, optional }]) => path && !optional && found[path]?.version !== version;
    require("libsql");
    process.exitCode = Object.entries(packages("package-lock.json")).some(missing) ? 1 : 0;' 2>/dev/null
}
if ! installed; then
  say "Installing packages ..."
  # Runs in the background, so that a signal ends it together with this script.
  install() {
    npm ci --include=dev --ignore-scripts --no-audit --no-fund --loglevel=error >&2 &
    installing=$!
    wait "$installing"
  }
  trap 'kill "$installing" 2>/dev/null || true; exit 143' TERM INT
  install || { say "Trying again ..."; sleep 3; install; }
  trap - TERM INT
fi

[ "$purpose" = test ] || exit 0

missing=()
need() { command -v "$1" >/dev/null || missing+=("${2:-$1}"); }
if [ -z "${E2E_CHROMIUM:-}" ] && ! command -v chromium-browser google-chrome-stable google-chrome >/dev/null; then need chromium; fi
need redis-server
# The folder of nginx may be missing in PATH.
[ -x /usr/sbin/nginx ] || need nginx
need lynx
need w3m
need elinks
need links2
need tmux
need promtool prometheus
# Elsewhere its tests are skipped. It plays clips with the system's decoder, which it only recommends.
if [ -n "${CI:-}" ]; then
  need firefox-esr
  ldconfig -p | grep libavcodec >/dev/null || missing+=(libavcodec-extra)
fi
has_font() { fc-list ":lang=$1" 2>/dev/null | grep -q .; }
{ has_font th && has_font lo; } || dpkg-query -W fonts-noto-core >/dev/null 2>&1 || missing+=(fonts-noto-core)
# Chromium without its user interface needs a third less CPU for the end-to-end tests. It is optional, so each checkout
# tries to install it only once.
light=chromium-headless-shell
tried=node_modules/.light-browser-tried
wants_light() { [ -z "${E2E_CHROMIUM:-}" ] && [ ! -e "$tried" ] && ! command -v "$light" >/dev/null; }
[ ${#missing[@]} -gt 0 ] || wants_light || exit 0

root=()
if [ "$(id -u)" -ne 0 ]; then
  if sudo -n true 2>/dev/null; then root=(sudo -n); else root=(false); fi
fi
if ! command -v apt-get >/dev/null || [ "${root[*]:-}" = false ]; then
  [ ${#missing[@]} -gt 0 ] || exit 0
  say "Please install: ${missing[*]}"
  exit 1
fi

apt() { "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 "$@" >&2; }
install_missing() {
  [ ${#missing[@]} -gt 0 ] || return 0
  say "Installing ${missing[*]} ..."
  for attempt in 1 2 3; do
    apt update && apt -y --no-install-recommends install "${missing[@]}" && return 0
    [ "$attempt" = 3 ] || sleep 5
  done
  say "Please install: ${missing[*]}"
  return 1
}
install_light() {
  apt-cache show "$light" >/dev/null 2>&1 || apt update || return 0
  apt-cache show "$light" >/dev/null 2>&1 || return 0
  say "Installing $light ..."
  apt -y --no-install-recommends --no-remove install "$light" || say "The journeys run in another Chromium."
}

install_missing || exit 1
if wants_light; then
  touch "$tried"
  install_light
fi
