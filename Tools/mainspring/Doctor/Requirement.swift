/// Something that building and running with Mainspring needs from the machine, as `Scripts/bootstrap` lists it.
struct Requirement {
    /// How it is looked for.
    enum Thing: Hashable {
        /// A program in the search path.
        case command(String)
        /// A header of C's.
        case header(String)
        /// What the linker puts at the start of a program.
        case startFiles
        /// A library that pkg-config knows.
        case module(String)
        /// A font that fontconfig knows.
        case font(String)
    }

    /// Whether one does without.
    enum Need {
        /// Nothing is built without it.
        case building
        /// The package's own tests need it.
        case testing
    }

    let thing: Thing
    let need: Need
    /// The package that has it, by the name that Debian and Ubuntu, Fedora and Arch have for it.
    let (apt, dnf, pacman): (String, String, String)
    /// What it is for.
    let purpose: String

    private init(
        _ thing: Thing, _ apt: String, _ dnf: String, _ pacman: String, _ purpose: String, need: Need = .building
    ) {
        (self.thing, self.need, self.apt, self.dnf, self.pacman, self.purpose) = (
            thing, need, apt, dnf, pacman, purpose
        )
    }

    /// All of them, in the order of `Scripts/bootstrap`. A test compares the two lists.
    static let all: [Requirement] = [
        Requirement(.command("git"), "git", "git", "git", "SwiftPM asks it about the package"),
        Requirement(.header("stdio.h"), "libc6-dev", "glibc-devel", "glibc", "the C library's headers"),
        Requirement(
            .header("linux/types.h"), "linux-libc-dev", "kernel-headers", "linux-api-headers", "the kernel's headers"),
        Requirement(.startFiles, "gcc", "gcc", "gcc", "what the linker puts at the start of a program"),
        Requirement(
            .command("pgrep"), "procps", "procps-ng", "procps-ng", "ends what an interrupted script has started"),
        Requirement(.command("pkg-config"), "pkg-config", "pkgconf-pkg-config", "pkgconf", "finds GLib and zlib"),
        Requirement(.module("zlib"), "zlib1g-dev", "zlib-devel", "zlib", "packs and unpacks the models in stores"),
        Requirement(.module("sqlite3"), "libsqlite3-dev", "sqlite-devel", "sqlite", "keeps the objects of stores"),
        Requirement(
            .module("cairo"), "libcairo2-dev", "cairo-devel", "cairo", "draws what layers and programs draw themselves"),
        Requirement(
            .module("pixman-1"), "libpixman-1-dev", "pixman-devel", "pixman",
            "the tests' second opinion on turned pictures, and a peer", need: .testing),
        Requirement(.module("libpng"), "libpng-dev", "libpng-devel", "libpng", "reads and writes PNG"),
        Requirement(.module("libturbojpeg"), "libturbojpeg0-dev", "turbojpeg-devel", "libjpeg-turbo", "reads JPEG"),
        Requirement(.module("libwebpmux"), "libwebp-dev", "libwebp-devel", "libwebp", "reads and writes WebP"),
        Requirement(.module("pangocairo"), "libpango1.0-dev", "pango-devel", "pango", "lays texts out"),
        Requirement(.module("xcb"), "libxcb1-dev", "libxcb-devel", "libxcb", "windows on an X server"),
        Requirement(
            .module("xcb-shm"), "libxcb-shm0-dev", "libxcb-devel", "libxcb",
            "pictures in memory that the X server shares"),
        Requirement(.module("xcb-present"), "libxcb-present-dev", "libxcb-devel", "libxcb", "the display's rate"),
        Requirement(
            .module("xcb-xfixes"), "libxcb-xfixes0-dev", "libxcb-devel", "libxcb",
            "the parts of a window that have changed"),
        Requirement(.module("xcb-randr"), "libxcb-randr0-dev", "libxcb-devel", "libxcb", "the display's rate"),
        Requirement(.module("xcb-xinput"), "libxcb-xinput-dev", "libxcb-devel", "libxcb", "smooth scrolling"),
        Requirement(.module("xcb-xkb"), "libxcb-xkb-dev", "libxcb-devel", "libxcb", "keyboards"),
        Requirement(
            .module("xcb-cursor"), "libxcb-cursor-dev", "xcb-util-cursor-devel", "xcb-util-cursor",
            "the looks of the pointer"),
        Requirement(.module("xkbcommon"), "libxkbcommon-dev", "libxkbcommon-devel", "libxkbcommon", "keyboards"),
        Requirement(
            .module("xkbcommon-x11"), "libxkbcommon-x11-dev", "libxkbcommon-x11-devel", "libxkbcommon-x11",
            "keyboards of an X server"),
        Requirement(
            .module("xcb-xtest"), "libxcb-xtest0-dev", "libxcb-devel", "libxcb", "the tests' keys and pointer",
            need: .testing),
        Requirement(
            .command("Xvfb"), "xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb", "the tests' X server", need: .testing),
        Requirement(
            .font("DejaVu Sans"), "fonts-dejavu-core", "dejavu-sans-fonts", "ttf-dejavu",
            "letters, Latin, Greek, Cyrillic and Arabic"),
        Requirement(
            .font("Noto Color Emoji"), "fonts-noto-color-emoji", "google-noto-color-emoji-fonts", "noto-fonts-emoji",
            "the tests of emoji", need: .testing),
        Requirement(
            .font("VL Gothic"), "fonts-vlgothic", "vlgothic-fonts", "otf-ipafont", "the tests of Japanese texts",
            need: .testing),
        Requirement(
            .command("sqlite3"), "sqlite3", "sqlite", "sqlite", "the tests' second opinion on store files",
            need: .testing),
        Requirement(
            .module("glib-2.0"), "libglib2.0-dev", "glib2-devel", "glib2", "the tests that host our loop in GLib's",
            need: .testing),
        Requirement(
            .command("gdb"), "gdb", "gdb", "gdb", "the test that reads a backtrace as a debugger shows it",
            need: .testing),
    ]
}
