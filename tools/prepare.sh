# shellcheck shell=bash
# Sourced by ./start and ./test, in the repository's folder: what both of them have to install and to build.

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

# A fingerprint of files and folders (names and contents); tests are no part of what is built.
fingerprint() {
  find "$@" \( -name node_modules -o -name dist \) -prune -o -type f ! -name '*.test.ts' ! -name '*.test.tsx' -print0 |
    LC_ALL=C sort -z | xargs -0 cksum | cksum
}

# Runs a command quietly; only when it fails is its output shown.
quietly() {
  local log=.cache/$1.log
  shift
  mkdir -p .cache
  "$@" >"$log" 2>&1 </dev/null || { tail -n 40 "$log" >&2; return 1; }
}

# Whether node_modules holds what the lockfile says, by npm's own record of what it installed.
npm_packages_match() {
  node -e '
    const packagesOf = (file) => JSON.parse(require("fs").readFileSync(file, "utf8")).packages
    const installed = packagesOf("node_modules/.package-lock.json")
    for (const [place, { version, optional }] of Object.entries(packagesOf("package-lock.json")))
      if (place.includes("node_modules/") && installed[place]?.version !== version && (installed[place] || !optional)) process.exit(1)
  ' 2>/dev/null
}

# The npm packages, exactly as the lockfile says; and Node 24, which is one of them, first on the PATH.
install_npm_packages() {
  if ! npm_packages_match; then
    say 'Installing npm packages (the first time this takes a minute) …'
    quietly npm-ci npm ci --no-audit --no-fund || fail 'npm could not install the packages; its last lines stand above.'
  fi
  PATH=$PWD/node_modules/.bin:$PATH
  export PATH
  node_is_at_least 24 ||
    fail 'The Node.js 24 of the npm package "node" does not run here. Does npm forbid install scripts (ignore-scripts)?'
}

# has_debian_package NAME: whether what we use of it is there, however it came.
has_debian_package() {
  case $1 in
    pocketsphinx) command -v pocketsphinx_continuous ;;
    pocketsphinx-en-us) [ -d /usr/share/pocketsphinx/model/en-us/en-us ] ;;
    sphinxbase-utils) command -v sphinx_lm_convert ;;
    util-linux) command -v setpriv && command -v flock ;;
    *) command -v "$1" ;;
  esac >/dev/null
}

# Installs the named Debian packages that are missing. Fails, with a list in $missing, where that cannot be done.
install_debian_packages() {
  local name as_root=()
  missing=()
  for name in "$@"; do has_debian_package "$name" || missing+=("$name"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || return 1
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || return 1
    # Without a terminal nobody can give sudo a password.
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

# build WORKSPACE SOURCE…: when its sources changed since it was built last.
build() {
  local workspace=$1 now
  shift
  now=$(fingerprint package-lock.json "$workspace/package.json" "$@")
  if [ -d "$workspace/dist" ] && [ "$(cat ".cache/built-$workspace" 2>/dev/null)" = "$now" ]; then return; fi
  say "Building $workspace …"
  rm -f ".cache/built-$workspace"
  quietly "build-$workspace" npm run build --workspace "$workspace" ||
    fail "The $workspace could not be built; the last lines of its log stand above."
  printf '%s\n' "$now" >".cache/built-$workspace"
}

build_all() {
  build web contract dictation browser web
  build recorder contract browser recorder
  build server contract dictation server/src server/build.ts
}
