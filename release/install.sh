#!/bin/sh
# Installs mastiff @VERSION@ into ~/.local (or MASTIFF_PREFIX): downloads this machine's archive, compares its checksum, unpacks it.
#
# In two steps, so that you can read it first:
#   curl -fsSLO @DOWNLOAD@/install.sh
#   sh install.sh
#
#   MASTIFF_PREFIX=/usr/local   where to: bin/mastiff, share/man, …
#   MASTIFF_FROM=…              another address, or a folder, with the archives and SHA256SUMS
#   MASTIFF_TARGET=…            another archive than the one of this machine
set -eu

# All in one function, called at the end: half a script that arrives does nothing.
main() {
    version=@VERSION@
    from=${MASTIFF_FROM:-@DOWNLOAD@}
    prefix=${MASTIFF_PREFIX:-$HOME/.local}
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT

    get SHA256SUMS
    name=$(archive) || exit 1
    echo "mastiff $version: $name"
    get "$name"
    wanted=$(awk -v name="$name" '$2 == name { print $1 }' "$work/SHA256SUMS")
    found=$(digest "$work/$name")
    if [ -z "$wanted" ] || [ "$wanted" != "$found" ]; then
        die "the checksum of $name is $found, and SHA256SUMS says ${wanted:-nothing}: it is not installed.
Try again; if it stays so, the file was changed on its way: report it"
    fi

    tar -xzf "$work/$name" -C "$work"
    tree=$work/${name%.tar.gz}
    "$tree/bin/mastiff" --version > /dev/null || die "$name does not run on this machine; build it: cargo install --path crates/cli"
    mkdir -p "$prefix/bin" || die "$prefix cannot be written: set MASTIFF_PREFIX, or run this as a user who may"
    cp -R "$tree/share" "$prefix/"
    # Put in place at once: a session that is running goes on with the old binary or has the new one, never half of one.
    cp "$tree/bin/mastiff" "$prefix/bin/.mastiff.new"
    mv -f "$prefix/bin/.mastiff.new" "$prefix/bin/mastiff"
    echo "installed $prefix/bin/mastiff"
    case :$PATH: in
        *":$prefix/bin:"*) echo "next: mastiff init" ;;
        *) echo "next: $prefix/bin/mastiff init    (and put $prefix/bin on your PATH)" ;;
    esac
}

die() {
    echo "install.sh: $*" >&2
    exit 1
}

# NAME: into the work folder.
get() {
    case $from in
        /* | ./* | ../*) cp "$from/$1" "$work/$1" || die "$from/$1 is not there" ;;
        *)
            if command -v curl > /dev/null; then
                curl -fsSL -o "$work/$1" "$from/$1" || die "$from/$1 cannot be fetched"
            elif command -v wget > /dev/null; then
                wget -q -O "$work/$1" "$from/$1" || die "$from/$1 cannot be fetched"
            else
                die "needs curl or wget"
            fi
            ;;
    esac
}

# The archive of this machine that is there: musl before glibc.
archive() {
    machine=$(uname -m)
    case $machine in arm64) machine=aarch64 ;; esac
    case $(uname -s) in
        Linux) targets="$machine-unknown-linux-musl $machine-unknown-linux-gnu" ;;
        Darwin) targets=$machine-apple-darwin ;;
        *) targets= ;;
    esac
    for target in ${MASTIFF_TARGET:-$targets}; do
        if grep -q "  mastiff-$version-$target.tar.gz\$" "$work/SHA256SUMS"; then
            echo "mastiff-$version-$target.tar.gz"
            return
        fi
    done
    die "there is no archive for $machine $(uname -s); build it: cargo install --path crates/cli"
}

digest() {
    if command -v sha256sum > /dev/null; then
        sha256sum "$1" | cut -d' ' -f1
    elif command -v shasum > /dev/null; then
        shasum -a 256 "$1" | cut -d' ' -f1
    else
        die "needs sha256sum or shasum to compare the checksum"
    fi
}

main
