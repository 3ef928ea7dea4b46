# Shared by the scripts, which source it from the root of the repository. Not a command.

# The packages with tests, in the order in which they are built.
packages=(. Tools Examples)

# What they are built with: they share one folder, so that a module of the library is compiled once for all of them. SwiftPM would take the plan
# of the package that was built there last for that of the next one, and does not notice a new file where a manifest looks for files; so it
# plans each time. A plain `swift build` has a folder of its own.
planned=(--disable-build-manifest-caching --manifest-cache none)
shared=(--scratch-path .build/shared "${planned[@]}")

# Prints the header of the script, which is its usage.
header() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "Scripts/$(basename "$0")"; }

# Prints what is wrong with the arguments, and the usage, and ends with 2.
misuse() {
    [[ $# -eq 0 ]] || echo "Scripts/$(basename "$0"): $*" >&2
    header >&2
    exit 2
}

# SwiftPM and clang keep caches in the home folder. Where that cannot be written, they get a folder of their own: in the build folder, or where
# that cannot be written either, among temporary files.
if ! [[ -d "${HOME:-}" && -w "${HOME:-}" ]]; then
    HOME="$PWD/.build/home"
    if ! mkdir -p "$HOME" 2>/dev/null || ! [[ -w "$HOME" ]]; then
        HOME="${TMPDIR:-/tmp}/mainspring-home-$(id -u)"
        mkdir -p -m 700 "$HOME"
        [[ -O "$HOME" && ! -L "$HOME" ]] || { echo "$0: $HOME belongs to another user; set HOME to a folder that can be written." >&2; exit 1; }
    fi
    export HOME
fi

# The name of a package's test program.
test_program() {
    case "$1" in
        .) echo MainspringPackageTests.xctest ;;
        *) echo "${1}PackageTests.xctest" ;;
    esac
}
