# shellcheck shell=bash
# Sourced by ./start and ./test in the repository's folder: installs and builds for both.

say() { printf '%s\n' "$*"; }
fail() { printf '\n%s\n' "$*" >&2; exit 1; }

node_is_at_least() {
  node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= process.argv[1] ? 0 : 1)' "$1" 2>/dev/null
}

require_node() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    fail 'Dictara needs Node.js 20 or newer with npm. Please install them (https://nodejs.org) and start again.'
  fi
  node_is_at_least 20 ||
    fail "Dictara needs Node.js 20 or newer; this is $(node --version). Please install a newer one and start again."
}

# A fingerprint of files and folders (names and contents) without tests, which do not affect the build.
fingerprint() {
  find "$@" \( -name node_modules -o -name dist \) -prune -o -type f ! -name '*.test.ts' ! -name '*.test.tsx' -print0 |
    LC_ALL=C sort -z | xargs -0 cksum | cksum
}

# Runs a command, and shows its output only if it fails.
quietly() {
  local log=.cache/$1.log
  shift
  mkdir -p .cache
  "$@" >"$log" 2>&1 </dev/null || { tail -n 40 "$log" >&2; return 1; }
}

# Runs a command while no other ./start or ./test of this folder does, since both would write into the same folders. The kernel
# releases the lock when its last process ends. macOS locks with perl; without flock and perl there is no lock.
alone() {
  mkdir -p .cache
  (
    exec 9>>.cache/preparing.lock
    if ! take_lock; then
      say 'Another ./start or ./test is preparing here: waiting for it …'
      take_lock wait
    fi
    "$@"
  )
}
take_lock() {
  if command -v flock >/dev/null; then
    if [ $# -gt 0 ]; then flock 9; else flock -n 9; fi
  elif command -v perl >/dev/null; then
    perl -e 'use Fcntl ":flock"; open F, ">&=9"; exit !flock F, LOCK_EX | (@ARGV ? 0 : LOCK_NB)' "$@"
  fi
}

# Whether node_modules matches the lockfile, by npm's own record of installed packages.
npm_packages_match() {
  node -e '
    const packagesOf = (file) => JSON.parse(require("fs").readFileSync(file, "utf8")).packages
    const installed = packagesOf("node_modules/.package-lock.json")
    for (const [place, { version, optional }] of Object.entries(packagesOf("package-lock.json")))
      if (place.includes("node_modules/") && installed[place]?.version !== version && (installed[place] || !optional)) process.exit(1)
  ' 2>/dev/null
}

npm_ci() {
  # Another process may have installed them meanwhile.
  if npm_packages_match; then return; fi
  say 'Installing npm packages (the first time this takes a minute) …'
  quietly npm-ci npm ci --no-audit --no-fund || fail 'npm could not install the packages; its last lines stand above.'
}

# Installs the npm packages of the lockfile, and puts Node 24, one of them, first on the PATH.
install_npm_packages() {
  npm_packages_match || alone npm_ci || exit 1
  PATH=$PWD/node_modules/.bin:$PATH
  export PATH
  node_is_at_least 24 ||
    fail 'The Node.js 24 of the npm package "node" does not run here. Does npm forbid install scripts (ignore-scripts)?'
}

# has_debian_package NAME: whether the files that we use of it are installed, in whatever way.
has_debian_package() {
  case $1 in
    pocketsphinx) command -v pocketsphinx_continuous ;;
    pocketsphinx-en-us) [ -d /usr/share/pocketsphinx/model/en-us/en-us ] ;;
    sphinxbase-utils) command -v sphinx_lm_convert ;;
    util-linux) command -v setpriv && command -v flock ;;
    *) command -v "$1" ;;
  esac >/dev/null
}

# Installs the missing ones of the named Debian packages. Fails, with a list in $missing, if that is not possible.
install_debian_packages() {
  local name as_root=()
  missing=()
  for name in "$@"; do has_debian_package "$name" || missing+=("$name"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || return 1
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || return 1
    # Without a terminal, sudo cannot ask for a password.
    if [ -t 0 ]; then as_root=(sudo); else as_root=(sudo -n); fi
    "${as_root[@]}" true || return 1
  fi
  say "Installing Debian packages: ${missing[*]} …"
  local apt=("${as_root[@]+"${as_root[@]}"}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq)
  quietly apt-update "${apt[@]}" update || true
  quietly apt-install "${apt[@]}" install -y --no-install-recommends "${missing[@]}" || return 1
  missing=()
  for name in "$@"; do has_debian_package "$name" || missing+=("$name"); done
  [ ${#missing[@]} -eq 0 ]
}

# is_built WORKSPACE FINGERPRINT
is_built() {
  [ -d "$1/dist" ] && [ "$(cat ".cache/built-$1" 2>/dev/null)" = "$2" ]
}

# build WORKSPACE SOURCE…: builds it if its sources changed since the last build.
build() {
  local workspace=$1 now
  shift
  now=$(fingerprint package-lock.json "$workspace/package.json" "$@")
  is_built "$workspace" "$now" || alone build_now "$workspace" "$now"
}
build_now() {
  if is_built "$1" "$2"; then return; fi
  say "Building $1 …"
  rm -f ".cache/built-$1"
  quietly "build-$1" npm run build --workspace "$1" ||
    fail "The $1 could not be built; the last lines of its log stand above."
  printf '%s\n' "$2" >".cache/built-$1"
}

build_all() {
  build web contract dictation browser web || return 1
  build recorder contract browser recorder || return 1
  build server contract dictation hl7 server/src server/build.ts
}
