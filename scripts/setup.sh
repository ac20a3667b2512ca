#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what a step of the build needs and the machine lacks. A second run changes nothing and needs no network.
#
#   scripts/setup.sh build   compiler, CMake, Ninja, WebGPU, Arrow, a Vulkan driver that needs no GPU
#   scripts/setup.sh test    that, and cmocka, libpng, SwiftShader, Python packages that judge files in tests
#   scripts/setup.sh lint    that, and clang-format, clang-tidy, codespell
#   scripts/setup.sh dawn    what `test` installs, and Dawn, the second WebGPU that the tests run on (x86-64)
#
# Debian packages go through apt (as root, or with sudo). Everything else is unpacked into $WGS_THIRD_PARTY_DIR
# (build/third_party) from packages pinned by version and hash: those of PyPI in scripts/requirements-*.txt, those of npm
# in scripts/npm/package-lock.json.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
third_party=${WGS_THIRD_PARTY_DIR:-$top/build/third_party}
python=$third_party/venv/bin/python

say() { printf 'setup: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# --- Debian packages -------------------------------------------------------------------------------------------------

has_command() { command -v "$1" >/dev/null 2>&1; }
has_file() { [ -e "$1" ]; }
has_library() { PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | grep -qF "$1"; }
has_lavapipe() { compgen -G '/usr/share/vulkan/icd.d/lvp_icd*.json' >/dev/null || compgen -G '/etc/vulkan/icd.d/lvp_icd*.json' >/dev/null; }
has_npm() { has_command npm || is_done dawn "$(npm_pin)"; } # once it is there, npm isn't needed
has_venv() { has_command python3 && python3 -c 'import ensurepip, venv' >/dev/null 2>&1; }

# Each line: the steps that need it, the Debian package, and how to see that it is there.
packages() {
    cat <<'EOF'
build g++ has_command g++
build make has_command make
build cmake has_command cmake
build ninja-build has_command ninja
build python3-venv has_venv
build libvulkan1 has_library libvulkan.so.1
build mesa-vulkan-drivers has_lavapipe
test libcmocka-dev has_file /usr/include/cmocka.h
test libpng-dev has_file /usr/include/png.h
test pkg-config has_command pkg-config
lint clang-format has_command clang-format
lint clang-tidy has_command clang-tidy
lint codespell has_command codespell
dawn npm has_npm
EOF
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif has_command sudo; then
        sudo "$@"
    else
        die "not root, and there is no sudo. Ask an administrator for:  $*"
    fi
}

apt_is_fresh=no
apt_update() {
    [ "$apt_is_fresh" = no ] || return 0
    as_root apt-get update -qq >&2
    apt_is_fresh=yes
}

install_packages() {
    local step package check missing=()
    while read -r step package check; do
        case " $steps " in *" $step "*) $check || missing+=("$package") ;; esac
    done < <(packages)
    [ "${#missing[@]}" -gt 0 ] || return 0
    has_command apt-get || die "missing, and this system has no apt-get to install it: ${missing[*]} (Debian's package names)"
    [ "$(id -u)" = 0 ] || has_command sudo ||
        die "not root, and there is no sudo. Ask an administrator for:  apt-get install ${missing[*]}"
    say "installing ${missing[*]}"
    apt_update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >&2
}

# --- PyPI packages ---------------------------------------------------------------------------------------------------

# is_done PART PIN / done_with PART PIN: a part is done when its folder holds the stamp of the same pin.
is_done() { [ "$(cat "$third_party/$1/.stamp" 2>/dev/null)" = "$2" ]; }
done_with() { printf '%s\n' "$2" >"$third_party/$1/.stamp"; }

# The hash of a file that pins packages: a part is made again when its pins change.
pins() { sha256sum <"$top/scripts/$1" | cut -c1-16; }

make_venv() {
    "$python" -c 'import pip' 2>/dev/null && return 0
    rm -rf "$third_party/venv"
    python3 -m venv "$third_party/venv" || die "python3 -m venv failed"
}

# pip_download FOLDER FILE OPTION...: the packages that FILE pins by hash, as files.
pip_download() {
    local folder=$1 file=$2
    shift 2
    make_venv
    "$python" -m pip download -q --disable-pip-version-check --no-deps --require-hashes \
        -d "$folder" -r "$top/scripts/$file" "$@" >&2 ||
        die "downloading what scripts/$file pins failed"
}

# WebGPU (wgpu-native) and Arrow C++ come out of wheels: libraries and headers, nothing is installed into Python.
# The wheels are chosen for one Python, whichever runs here, so that there is one set of hashes.
fetch_wheels() {
    local pin
    pin=$(pins requirements-wheels.txt)
    is_done wgpu "$pin" && is_done arrow "$pin" && return 0
    local machine
    machine=$(uname -m)
    case $machine in x86_64 | aarch64) ;; *) die "no pinned WebGPU and Arrow libraries for $machine" ;; esac
    say "fetching wgpu-native and Arrow C++"
    rm -rf "$third_party/wgpu" "$third_party/arrow"
    mkdir -p "$third_party/wheels"
    pip_download "$third_party/wheels" requirements-wheels.txt \
        --only-binary :all: --implementation cp --python-version 3.11 --platform "manylinux_2_28_$machine"
    python3 "$top/scripts/unpack_wheels.py" "$third_party/wheels" "$third_party"
    done_with wgpu "$pin"
    done_with arrow "$pin"
}

# nanoarrow's C sources are in a source package, for which pip insists on asking a build backend for metadata.
# scripts/pip_backend has one that answers and builds nothing.
fetch_nanoarrow() {
    local pin
    pin=$(pins requirements-sdist.txt)
    is_done nanoarrow "$pin" && return 0
    say "fetching nanoarrow"
    local folder=$third_party/nanoarrow
    rm -rf "$folder"
    mkdir -p "$folder"
    PYTHONPATH=$top/scripts/pip_backend pip_download "$folder" requirements-sdist.txt \
        --no-binary :all: --no-build-isolation
    tar -xzf "$folder"/nanoarrow-*.tar.gz -C "$folder" --strip-components=3 --wildcards \
        'nanoarrow-*/subprojects/arrow-nanoarrow/src/nanoarrow'
    mv "$folder/src" "$folder/include"
    done_with nanoarrow "$pin"
}

install_judges() {
    local pin
    pin=$(pins requirements-test.txt)
    is_done venv "$pin" && return 0
    say "installing the Python packages that judge files in tests"
    make_venv
    "$python" -m pip install -q --disable-pip-version-check --no-deps --require-hashes --only-binary :all: \
        --find-links "$third_party/wheels" -r "$top/scripts/requirements-test.txt" >&2 ||
        die "installing what scripts/requirements-test.txt pins failed"
    done_with venv "$pin"
}

# --- SwiftShader -----------------------------------------------------------------------------------------------------

# A second Vulkan driver on the CPU: one library out of Debian's Chromium, which apt checks by its signature.
fetch_swiftshader() {
    is_done swiftshader 1 && return 0
    has_command apt-get || die "SwiftShader comes from Debian's chromium-common, and this system has no apt-get"
    say "fetching SwiftShader"
    local folder=$third_party/swiftshader
    rm -rf "$folder"
    mkdir -p "$folder/unpacked"
    (cd "$folder" && apt-get -qq -o APT::Sandbox::User=root download chromium-common >&2) ||
        { apt_update && (cd "$folder" && apt-get -qq -o APT::Sandbox::User=root download chromium-common >&2); } ||
        die "apt-get download chromium-common failed"
    dpkg -x "$folder"/chromium-common_*.deb "$folder/unpacked"
    mv "$folder"/unpacked/usr/lib/chromium/{libvk_swiftshader.so,vk_swiftshader_icd.json} "$folder/"
    mv "$folder"/unpacked/usr/share/doc/chromium-common/copyright "$folder/"
    rm -rf "$folder/unpacked" "$folder"/chromium-common_*.deb
    done_with swiftshader 1
}

# --- Dawn -----------------------------------------------------------------------------------------------------------

npm_pin() { pins npm/package-lock.json; }

# One library and a licence out of an npm package. npm compares the package with the hash in the lock file; scripts of
# packages don't run.
fetch_dawn() {
    local pin
    pin=$(npm_pin)
    is_done dawn "$pin" && return 0
    [ "$(uname -m)" = x86_64 ] || die "no pinned Dawn for $(uname -m): the package is for x86-64"
    say "fetching Dawn"
    local folder=$third_party/dawn
    rm -rf "$folder"
    mkdir -p "$folder/lib"
    cp "$top"/scripts/npm/package.json "$top"/scripts/npm/package-lock.json "$folder/"
    (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2) ||
        die "npm could not install what scripts/npm/package-lock.json pins"
    mv "$folder"/node_modules/bun-webgpu-linux-x64/libwebgpu_wrapper.so "$folder/lib/"
    mv "$folder"/node_modules/bun-webgpu-linux-x64/LICENSE "$folder/"
    rm -rf "$folder"/node_modules "$folder"/package.json "$folder"/package-lock.json
    done_with dawn "$pin"
}

# ---------------------------------------------------------------------------------------------------------------------

case ${1:-} in
build) steps="build" ;;
test) steps="build test" ;;
lint) steps="build test lint" ;;
dawn) steps="build test dawn" ;;
*) die "usage: scripts/setup.sh build|test|lint|dawn" ;;
esac

mkdir -p "$third_party"
exec 9>"$third_party/.lock"
flock 9 # two setups at once would unpack into each other

install_packages
fetch_wheels
fetch_nanoarrow
case " $steps " in *" test "*)
    fetch_swiftshader
    install_judges
    ;;
esac
case " $steps " in *" dawn "*) fetch_dawn ;; esac
