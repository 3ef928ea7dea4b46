// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Settings of every Swift target.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// Settings of modules that own the memory of their hot paths. Exclusivity is checked in debug builds only: in release
/// builds the checks would cost more than the work.
let hotSettings: [SwiftSetting] =
    settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// Settings of tests. Even in release builds only the tested modules are optimized: to optimize tests takes minutes.
let testSettings: [SwiftSetting] = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

// On a Mac the plugin generates nothing, so its tool is not built there.
#if canImport(Darwin)
    let modelTools: [Target.Dependency] = []
#else
    let modelTools: [Target.Dependency] = ["model-compiler"]
#endif

/// The modules that are library products.
let libraries = [
    "Mainspring", "FoundationRunLoop", "LoopWatchdog", "MainspringFoundation", "MainspringModel", "MainspringData",
    "CoreData", "CoreGraphics", "QuartzCore", "MainspringGraphics", "MainspringAnimation", "MainspringApplication",
    "MainspringRendering", "MainspringWindows", "MainspringX11", "SourcePorting", "StoreFaults",
]

/// The modules that programs with trials of stores need.
let trialModules: [Target.Dependency] = [
    "MainspringData", "MainspringModel", "SeededRandom", "TrialStores",
]

/// The modules that programs with windows need.
let windowModules: [Target.Dependency] = [
    "Mainspring", "MainspringAnimation", "MainspringApplication", "MainspringGraphics", "MainspringRendering",
    "MainspringWindows", "MainspringX11",
]

/// A Swift module.
func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, settings: [SwiftSetting] = settings
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// A program that the plugin or tests run.
func program(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

/// A target of tests.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [],
    settings: [SwiftSetting] = testSettings
) -> Target {
    .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

/// A C library of the system. `apt` and `yum` are the names of the packages that install it, separated by spaces.
func systemLibrary(_ name: String, _ pkgConfig: String, apt: String, yum: String) -> Target {
    func packages(_ words: String) -> [String] { words.split(separator: " ").map(String.init) }
    return .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt(packages(apt)), .yum(packages(yum))])
}

let package = Package(
    name: "Mainspring",
    products: libraries.map { .library(name: $0, targets: [$0]) } + [
        .plugin(name: "ModelPlugin", targets: ["ModelPlugin"]),
        // For the packages in Benchmarks/, Examples/, Fuzzing/ and Tools/. Not part of the public interface.
        .library(name: "FuzzEntries", targets: ["FuzzEntries"]),
        .library(
            name: "MainspringInternals",
            targets: ["CLinux", "MainspringInspection", "ModelCompiler", "SourceScanning"]),
        .library(name: "CSQLite", targets: ["CSQLite"]),
        .library(name: "TestSupport", targets: ["CommandRunner", "SeededRandom"]),
        .library(name: "WindowTestSupport", targets: ["WindowTestSupport"]),
    ],
    traits: [
        .trait(name: "Rendering", description: "CoreGraphics and QuartzCore draw, with Cairo, Pango and others."),
        .default(enabledTraits: ["Rendering"]),
    ],
    targets: [
        // C declarations that Swift's Glibc module lacks, and the functions whose names must appear in backtraces.
        .target(name: "CLinux"),
        // The compositor's inner loops, in C: compiled for several processors, and optimized in debug builds too.
        .target(name: "CPixels", cSettings: [.unsafeFlags(["-O2"])]),
        // Compression, for the models in stores.
        systemLibrary("CZlib", "zlib", apt: "zlib1g-dev", yum: "zlib-devel"),
        // The database engine of stores.
        systemLibrary("CSQLite", "sqlite3", apt: "libsqlite3-dev", yum: "sqlite-devel"),
        // Cheap locks that the thread sanitizer understands, and the hook by which a loop reports the ends of its turns.
        module("Locks", ["CLinux"]),
        // Reports of programmer errors, for every module.
        module("Diagnostics", ["Locks"]),
        // Operations on files that lose nothing: whole writes, and folders out of which no link leads.
        module("FileAccess", ["CLinux"]),
        module("Mainspring", ["CLinux", "Diagnostics", "Locks"], settings: hotSettings),
        module("FoundationRunLoop", ["CLinux", "Diagnostics", "Locks", "Mainspring"]),
        // Reports what stops a loop, with the stack of its thread. Built only if a package depends on it.
        module("LoopWatchdog", ["CLinux", "Diagnostics", "Locks", "Mainspring"]),

        // The classes that Foundation lacks on Linux, without a run loop.
        module("MainspringFoundation", ["Diagnostics", "Locks"]),
        // Managed object models: the descriptions of entities and properties. No database and no run loop.
        module("MainspringModel", ["CZlib", "Diagnostics", "FileAccess", "Locks", "MainspringFoundation"]),
        // Managed objects, contexts and stores.
        module(
            "MainspringData",
            [
                "CLinux", "CSQLite", "Diagnostics", "FileAccess", "Locks", "Mainspring",
                "MainspringFoundation", "MainspringModel",
            ], settings: hotSettings),
        // Files of stores that fail as disks do, for tests. Built only if a package depends on it.
        module("StoreFaults", ["CSQLite", "Locks", "MainspringData"]),
        // Looks into the files of stores without opening them, for the tool.
        module(
            "MainspringInspection",
            ["CSQLite", "FileAccess", "Locks", "MainspringData", "MainspringFoundation", "MainspringModel"]),
        // Apple's name for these three modules. Built only if a package depends on it.
        module(
            "CoreData", ["MainspringData", "MainspringFoundation", "MainspringModel"], path: "Sources/DropIn/CoreData"),
        // Colors, paths and images as values, and the graphics context, whose drawing engine is in another module.
        module("MainspringGraphics", ["Diagnostics", "Locks"]),
        // The 2D library that draws custom content of layers and programs.
        systemLibrary("CCairo", "cairo", apt: "libcairo2-dev", yum: "cairo-devel"),
        systemLibrary("CPNG", "libpng", apt: "libpng-dev", yum: "libpng-devel"),
        systemLibrary("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev", yum: "turbojpeg-devel"),
        systemLibrary("CWebP", "libwebpmux libwebpdemux", apt: "libwebp-dev", yum: "libwebp-devel"),
        // The libraries of Pango, whose own pkg-config file has an option about which the compiler's driver warns.
        systemLibrary("CPango", "cairo harfbuzz gobject-2.0 fontconfig", apt: "libpango1.0-dev", yum: "pango-devel"),
        // Text layout by Pango.
        .target(
            name: "CPangoText", dependencies: ["CPango"],
            cSettings: [.unsafeFlags(["-I/usr/include/pango-1.0"])],
            linkerSettings: [.linkedLibrary("pangocairo-1.0"), .linkedLibrary("pango-1.0")]),
        // The drawing engine of graphics contexts, and the compositor.
        module(
            "MainspringRendering",
            [
                "CCairo", "CPangoText", "CPixels", "CPNG", "CTurboJPEG", "CWebP", "Diagnostics", "FileAccess", "Locks",
                "Mainspring", "MainspringAnimation", "MainspringGraphics",
            ], settings: hotSettings),
        // Apple's names for the modules of drawing and animation. Built only if a package depends on them.
        module(
            "CoreGraphics",
            ["MainspringGraphics", .target(name: "MainspringRendering", condition: .when(traits: ["Rendering"]))],
            path: "Sources/DropIn/CoreGraphics"),
        module(
            "QuartzCore",
            [
                "Mainspring", "MainspringAnimation", "MainspringGraphics",
                .target(name: "MainspringRendering", condition: .when(traits: ["Rendering"])),
            ], path: "Sources/DropIn/QuartzCore"),
        // Layers, animations and transactions.
        module(
            "MainspringAnimation",
            ["Diagnostics", "FoundationRunLoop", "Locks", "Mainspring", "MainspringFoundation", "MainspringGraphics"],
            settings: hotSettings),
        // The application's life cycle, events and windows. A module with a display implements its protocols.
        module(
            "MainspringApplication",
            ["Diagnostics", "Locks", "Mainspring", "MainspringAnimation", "MainspringGraphics"]),
        // The painter of windows, and fields in which text is edited.
        module(
            "MainspringWindows",
            ["MainspringAnimation", "MainspringApplication", "MainspringGraphics", "MainspringRendering"]),
        // The X server's protocol, keyboards and cursors.
        systemLibrary(
            "CXCB",
            "xcb xcb-shm xcb-present xcb-xfixes xcb-randr xcb-xinput xcb-xkb xcb-cursor xkbcommon xkbcommon-x11",
            apt:
                "libxcb1-dev libxcb-shm0-dev libxcb-present-dev libxcb-xfixes0-dev libxcb-randr0-dev libxcb-xinput-dev "
                + "libxcb-xkb-dev libxcb-cursor-dev libxkbcommon-dev libxkbcommon-x11-dev",
            yum: "libxcb-devel xcb-util-cursor-devel libxkbcommon-x11-devel"),
        // Windows on an X server.
        module(
            "MainspringX11",
            [
                "CXCB", "Diagnostics", "Locks", "Mainspring", "MainspringAnimation", "MainspringApplication",
                "MainspringGraphics",
            ]),

        // A scanner of Swift source for the model compiler and the port command, without swift-syntax.
        module("SourceScanning"),
        // Generates the code of managed classes: from models, and for declarations with `@NSManaged`.
        module("ModelCompiler", ["FileAccess", "MainspringModel", "SourceScanning"]),
        program("model-compiler", ["ModelCompiler"]),
        .plugin(name: "ModelPlugin", capability: .buildTool(), dependencies: modelTools),
        // Removes code that needs the Objective-C runtime from source.
        module("SourcePorting", ["FileAccess", "SourceScanning"]),

        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        module("SeededRandom", path: "Tests/SeededRandom"),
        // Runs commands for tests.
        module("CommandRunner", path: "Tests/CommandRunner"),
        // The entry points of fuzzers, and the tests that replay the inputs that fuzzers have found.
        module(
            "FuzzEntries",
            ["MainspringData", "MainspringFoundation", "MainspringGraphics", "MainspringModel", "MainspringRendering"],
            path: "Tests/FuzzEntries"),
        tests("FuzzEntriesTests", ["FuzzEntries"]),
        module("SequentialListing", ["Mainspring", "MainspringAnimation"], path: "Tests/SequentialListing"),
        // The set-ups of contexts in the source text's listings.
        .target(
            name: "SetUpListings", dependencies: ["CoreData"], path: "Tests/SetUpListings", swiftSettings: settings,
            plugins: [.plugin(name: "ModelPlugin")]),
        tests("FileAccessTests", ["CLinux", "FileAccess"]),
        tests(
            "MainspringThreadTests",
            ["AllocationCounter", "Locks", "LoopWatchdog", "Mainspring", "MainspringFoundation", "SeededRandom"],
            settings: settings),
        tests(
            "MainspringAnimationTests",
            [
                "FoundationRunLoop", "Locks", "LoopWatchdog", "Mainspring", "MainspringAnimation",
                "MainspringFoundation", "MainspringGraphics", "SeededRandom", "SequentialListing",
            ]),
        tests("FoundationRunLoopThreadTests", ["FoundationRunLoop"], settings: settings),
        tests(
            "MainspringFoundationTests", ["AllocationCounter", "Locks", "MainspringFoundation", "SeededRandom"],
            resources: [.copy("Predicates/corpus.txt")]),
        tests(
            "MainspringModelTests", ["MainspringFoundation", "MainspringModel", "SeededRandom"],
            resources: [.copy("Bundles/Fixtures/Shelf.xcdatamodeld")]),
        // Contexts on the process's initial thread, under each of the loops that may serve it.
        program(
            "context-queue-trials",
            [
                "LoopWatchdog", "Mainspring", "MainspringData", "MainspringFoundation", "MainspringModel",
                "SeededRandom",
            ], path: "Tests/ContextQueueTrials"),
        // Stores, access to their files, and control of processes, for several trials.
        module("TrialStores", ["MainspringData", "MainspringModel"], path: "Tests/TrialStores"),
        // Processes that write a store and are killed.
        program(
            "store-kill-trials", trialModules + ["MainspringFoundation", "StoreFaults"], path: "Tests/StoreKillTrials"),
        // Processes that open the same store at the same time.
        program("store-sharing-trials", trialModules + ["Locks", "StoreFaults"], path: "Tests/StoreSharingTrials"),
        // Attacks by faults from outside, which Scripts/attack runs.
        program(
            "store-attacks", trialModules + ["FuzzEntries", "Locks", "MainspringFoundation", "MainspringInspection"],
            path: "Tests/StoreAttacks"),
        tests(
            "MainspringDataTests",
            [
                "CLinux", "CommandRunner", "context-queue-trials", "CSQLite", "FileAccess", "Locks", "Mainspring",
                "MainspringData", "MainspringFoundation", "MainspringInspection", "MainspringModel", "SeededRandom",
                "StoreFaults", "store-kill-trials", "store-sharing-trials",
            ]),
        // Applications on the process's initial thread, which signals and windows end.
        program(
            "application-trials", ["Mainspring", "MainspringAnimation", "MainspringApplication"],
            path: "Tests/ApplicationTrials"),
        tests(
            "MainspringApplicationTests",
            [
                "application-trials", "CommandRunner", "Mainspring", "MainspringAnimation", "MainspringApplication",
                "MainspringGraphics", "SeededRandom",
            ]),
        // Synthetic keyboard and pointer input, for the tests of windows.
        systemLibrary("CXCBTest", "xcb-xtest", apt: "libxcb-xtest0-dev", yum: "libxcb-devel"),
        // An X server, a client of it that sends synthetic input, and programs with windows, for tests.
        module("WindowTestSupport", ["CXCB", "CXCBTest"], path: "Tests/WindowTestSupport"),
        // A program with a window on the process's initial thread.
        program("window-trials", windowModules, path: "Tests/WindowTrials"),
        tests(
            "MainspringX11Tests",
            windowModules + ["CXCB", "Locks", "SeededRandom", "window-trials", "WindowTestSupport"]),
        tests("MainspringWindowsTests", windowModules + ["SeededRandom"]),
        tests("MainspringGraphicsTests", ["MainspringGraphics", "SeededRandom"]),
        // The reference for rotated images and images in perspective, for the tests of drawing.
        systemLibrary("CPixmanTest", "pixman-1", apt: "libpixman-1-dev", yum: "pixman-devel"),
        tests(
            "MainspringRenderingTests",
            [
                "CCairo", "CPangoText", "CPixmanTest", "CPNG", "CPixels", "CTurboJPEG", "CWebP", "CZlib", "Mainspring",
                "MainspringAnimation", "MainspringGraphics", "MainspringRendering", "SeededRandom",
            ], resources: [.copy("References/Pictures")]),
        tests("SourcePortingTests", ["SourcePorting"]),
        tests("SourceScanningTests", ["SourceScanning"]),
        tests(
            "ModelCompilerTests", ["CommandRunner", "CoreData", "ModelCompiler", "SeededRandom", "SourceScanning"],
            resources: [.copy("Fixtures")]),
        // Compiles the Swift code in the documents, and runs the programs in them.
        tests(
            "DocumentationTests",
            libraries.map { .byName(name: $0) } + ["CommandRunner", "model-compiler", "SourceScanning"],
            settings: settings),
        // XCTest, for tests that need the process's initial thread.
        tests(
            "MainThreadTests",
            [
                "CoreData", "FoundationRunLoop", "Locks", "LoopWatchdog", "Mainspring", "MainspringAnimation",
                "SequentialListing", "SetUpListings",
            ], settings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// MAINSPRING_TESTS restricts the tests to a module, by its name, or to a kind: `Thread`, for the thread sanitizer, or
// `Release` or `Soak`, which need an optimized build. The ends of the names of suites and test targets decide to which
// kind a test belongs: see CONTRIBUTING.md.
if let part = Context.environment["MAINSPRING_TESTS"] {
    keepTests(of: part)
    // These are built once, so each module is compiled as a whole: MainspringModel takes 111 s then, in batches 154 s.
    if ["Release", "Soak", "Thread"].contains(part) {
        let whole = ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"]
        for target in package.targets where target.type == .regular || target.type == .executable {
            target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(whole, .when(configuration: .debug))]
        }
    }
}

/// Removes other tests, and each target that the remaining ones do not need.
@MainActor func keepTests(of part: String) {
    let ends = ["", "Release", "Soak", "Thread", "ThreadRelease", "ThreadSoak"].map { "\(part)\($0)Tests" }
    /// The name of the suite to which a file belongs; `nil` for a file that all suites share.
    func suite(_ path: String) -> Substring? {
        guard path.hasSuffix(".swift"), let file = path.split(separator: "/").last else { return nil }
        let name = file.prefix { $0 != "." && $0 != "+" }
        return name.hasSuffix("Tests") ? name : nil
    }
    for target in package.targets where target.type == .test && !ends.contains(where: target.name.hasSuffix) {
        let files = FileManager.default.enumerator(atPath: "\(Context.packageDirectory)/Tests/\(target.name)")
        let suites = files?.compactMap { $0 as? String }.filter { suite($0) != nil } ?? []
        target.exclude += suites.filter { path in !ends.contains { suite(path)?.hasSuffix($0) == true } }.sorted()
        if target.exclude.count == suites.count { target.sources = [] }
    }
    package.targets.removeAll { $0.type == .test && $0.sources == [] }
    var needed: Set<String> = []
    var open = package.targets.filter { $0.type == .test }.map(\.name)
    while let name = open.popLast() {
        guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for case .byNameItem(let name, _) in target.dependencies { open.append(name) }
        for case .plugin(let name, _) in target.plugins ?? [] { open.append(name) }
    }
    package.products = []
    package.targets.removeAll { !needed.contains($0.name) }
}
