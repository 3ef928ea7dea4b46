# Shared by the scripts, which source it from the root of the repository. Not a command.

# Each script runs in a session of its own. Ctrl-C, and a signal to the script, end all processes of the session. Without
# it compilers would go on: SwiftPM gives them process groups of their own.
end_session() {
    trap '' INT TERM HUP
    pkill -TERM -s "$1" || true
    for _ in {1..30}; do
        pgrep -s "$1" >/dev/null || return 0
        sleep 0.1
    done
    pkill -KILL -s "$1" || true
}
if [[ -z "${MAINSPRING_SESSION:-}" ]]; then
    export MAINSPRING_SESSION=1
    # A shell ignores SIGINT in what it runs in the background; the script needs the default.
    (cd "$OLDPWD" && exec env --default-signal=INT,QUIT setsid bash "$0" "$@") </dev/null &
    session=$!
    trap 'end_session "$session"; exit 130' INT
    trap 'end_session "$session"; exit 143' TERM HUP
    status=0
    wait "$session" || status=$?
    exit "$status"
fi

# The packages with tests, in the order in which they are built.
packages=(. Tools Examples)

# All packages are built in one folder, so that a module of the library is compiled once for them. SwiftPM would reuse the
# plan of the package that was built there last. It also misses new files where a manifest lists files. So it plans each
# time. A plain `swift build` uses another folder.
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

# SwiftPM and clang keep caches in the home folder. Where that cannot be written, they get a folder of their own: in the
# build folder, or where that cannot be written either, among temporary files.
if ! [[ -d "${HOME:-}" && -w "${HOME:-}" ]]; then
    HOME="$PWD/.build/home"
    if ! mkdir -p "$HOME" 2>/dev/null || ! [[ -w "$HOME" ]]; then
        HOME="${TMPDIR:-/tmp}/mainspring-home-$(id -u)"
        mkdir -p -m 700 "$HOME"
        [[ -O "$HOME" && ! -L "$HOME" ]] || {
            echo "$0: $HOME belongs to another user; set HOME to a folder that can be written." >&2
            exit 1
        }
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
