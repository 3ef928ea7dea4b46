# Shared by the scripts, which source it from the root of the repository. Not a command.

# With CDPATH, cd could print a path and enter a folder of another place.
unset CDPATH

# Each script runs in its own session. Ctrl-C, or a signal to the script, ends all processes of the session. Without the
# session compilers would keep running, since SwiftPM gives them their own process groups.
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
    # A shell makes its background commands ignore SIGINT and SIGQUIT. The script needs the default actions.
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

# All packages are built in one folder, so that each module of the library is compiled once. Both caches of SwiftPM are
# off: one would reuse the plan of the package that was built last, the other misses new files if a manifest lists
# files. A plain `swift build` uses another folder.
planned=(--disable-build-manifest-caching --manifest-cache none)
shared=(--scratch-path .build/shared "${planned[@]}")

# Prints the header of the script, which is its usage.
header() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "Scripts/$(basename "$0")"; }

# Prints a message about the arguments, then the usage, and exits with 2.
misuse() {
    [[ $# -eq 0 ]] || echo "Scripts/$(basename "$0"): $*" >&2
    header >&2
    exit 2
}

# Succeeds if a word is one of those after it.
is_one_of() {
    local word="$1" candidate
    shift
    for candidate in "$@"; do [[ "$word" != "$candidate" ]] || return 0; done
    return 1
}

# Prints a path of the arguments as an absolute one. A relative path refers to the folder of the caller.
absolute() { if [[ "$1" == /* ]]; then echo "$1"; else echo "$OLDPWD/$1"; fi; }

# SwiftPM and clang keep caches in the home folder. If it is not writable, they get another one in the build folder. If
# that is not writable either, they get one in the folder for temporary files.
if ! [[ -d "${HOME:-}" && -w "${HOME:-}" ]]; then
    HOME="$PWD/.build/home"
    if ! mkdir -p "$HOME" 2>/dev/null || ! [[ -w "$HOME" ]]; then
        HOME="${TMPDIR:-/tmp}/mainspring-home-$(id -u)"
        mkdir -p -m 700 "$HOME"
        [[ -O "$HOME" && ! -L "$HOME" ]] || {
            echo "$0: $HOME belongs to another user; set HOME to a writable folder." >&2
            exit 1
        }
    fi
    export HOME
fi

# The names of suites that test contexts, as a regular expression. They run over memory and over SQLite.
context_suites='\w*Context(Thread|Release|Soak)*Tests'

# Prints the name of a package's test program.
test_program() {
    case "$1" in
        .) echo MainspringPackageTests.xctest ;;
        *) echo "${1}PackageTests.xctest" ;;
    esac
}
