# shellcheck shell=bash
# Sourced by ./run and ./check: the Debian and Ubuntu packages for building and testing the project, their installation,
# and quiet builds. For the reason for each package see third_party/VERSIONS.md.

# Without an NVIDIA driver CUDA code cannot run.
has_nvidia_driver() { [[ -e /dev/nvidiactl || -e /dev/dxg ]]; }

say() { printf '%s\n' "farfirst: $*" >&2; }
die() { say "$@"; exit 1; }

# Commands are looked for as commands, so that tools from outside apt count too.
build_tools=(c++:g++ cmake:cmake ninja:ninja-build pkg-config:pkg-config glad:python3-glad)
viewer_packages=(libglfw3-dev libglm-dev libimgui-dev libcli11-dev libfmt-dev nlohmann-json3-dev
  libpng-dev zlib1g-dev libzstd-dev libegl-dev libegl1 libgl1 libgl1-mesa-dri)
# More file formats and more CPU sorts; everything builds without them.
optional_packages=(libassimp-dev libwebp-dev libzip-dev libmeshoptimizer-dev libdraco-dev libtbb-dev libhwy-dev)
test_tools=(curl:curl gnuplot:gnuplot-nox Xvfb:xvfb xauth:xauth xdotool:xdotool import:imagemagick clang-format:clang-format python3:python3)
test_packages=(libgtest-dev)

# missing_packages COMMAND:PACKAGE... PACKAGE...: prints the packages that are not installed.
missing_packages() {
  local entry packages=()
  for entry in "$@"; do
    case $entry in
      *:*) command -v "${entry%%:*}" >/dev/null || printf '%s\n' "${entry#*:}" ;;
      *) packages+=("$entry") ;;
    esac
  done
  # dpkg-query fails if it does not know one of the packages, but still answers for the others.
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null | sed -n 's/^installed //p') || true
  printf '%s\n' "${packages[@]}" | grep -vxF -e "$installed" || true
}

# ensure_packages LOG ENTRY...: installs missing packages. Sets `installed_something` to 1 or 0. Without apt, or if
# installing fails, building continues as long as there are a compiler and CMake: configuring then lists what is missing.
ensure_packages() {
  local log=$1 missing=() wanted=() unknown=() package
  shift
  installed_something=0
  if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
    read -r -d '' -a missing <<<"$(missing_packages "$@")" || true
    if ((${#missing[@]})); then
      local as_root=()
      if ((EUID != 0)); then
        command -v sudo >/dev/null || die "packages are missing and there is no sudo; as root: apt-get install ${missing[*]}"
        as_root=(sudo)
        [[ -t 0 ]] || as_root+=(-n)
      fi
      say "installing with apt: ${missing[*]}"
      "${as_root[@]}" apt-get update >"$log" 2>&1 </dev/null || say "apt-get update failed; going on with the old lists (see $log)"
      for package in "${missing[@]}"; do
        if apt-cache show "$package" >/dev/null 2>&1; then wanted+=("$package"); else unknown+=("$package"); fi
      done
      ((${#unknown[@]})) && say "this system's apt has no package ${unknown[*]}"
      if ((${#wanted[@]})); then
        if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
          -o DPkg::Lock::Timeout=120 "${wanted[@]}" >>"$log" 2>&1 </dev/null; then
          installed_something=1
        else
          tail -n 5 "$log" >&2
          say "installing failed (all of it: $log); by hand: ${as_root[*]:+sudo }apt-get install ${wanted[*]}"
        fi
      fi
    fi
  fi
  command -v cmake >/dev/null || die "CMake 3.25 or newer is needed, and was not found"
  command -v "${CXX:-c++}" >/dev/null || die "a C++20 compiler is needed, and none was found"
  local version
  version=$(cmake --version | sed -n '1s/[^0-9]*//p')
  [[ $(printf '%s\n' 3.25 "$version" | sort -V | head -n 1) == 3.25 ]] ||
    die "CMake 3.25 or newer is needed and this is $version; newer ones: pip install cmake, or apt.kitware.com"
}

# quietly LOG COMMAND...: output goes to the log; on a terminal, how far it is keeps being shown. The command runs in the
# foreground, so that Ctrl+C reaches it.
quietly() {
  local log=$1 status=0 watcher=""
  shift
  if [[ -t 2 ]]; then
    watch_progress "$log" &
    watcher=$!
  fi
  "$@" >>"$log" 2>&1 </dev/null || status=$?
  if [[ $watcher ]]; then
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    printf '\r\033[K' >&2
  fi
  return "$status"
}

# logged LOG COMMAND...: the same; if it fails, the last lines are shown, and where the rest is.
logged() {
  local status=0
  quietly "$@" || status=$?
  if ((status)); then
    tail -n 40 "$1" >&2
    say "failed: ${*:2} (all of its output: $1)"
  fi
  return "$status"
}

# configured PRESET: is its folder configured, for this place (a checkout may move) and with what is installed now?
configured() {
  [[ -f $root/build/$1/build.ninja ]] && ((!installed_something)) &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$root/build/$1/CMakeCache.txt"
}

# configure LOG PRESET OPTION...
configure() {
  local fresh=()
  configured "$2" || fresh=(--fresh)
  (cd "$root" && logged "$1" cmake "${fresh[@]}" --preset "$2" "${@:3}")
}

# The newest "12/80" of ninja's or ctest's output, twice a second, until the script that started it ends.
watch_progress() {
  while kill -0 $$ 2>/dev/null; do
    printf '\r%s ' "$(tail -c 4000 "$1" | grep -oE '^ *\[?[0-9]+/[0-9]+' | tail -n 1 | tr -d '[ ')" >&2
    sleep 0.5
  done
}
