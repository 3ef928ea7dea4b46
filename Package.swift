// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target of ours is compiled with.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// What tests are compiled with that look at values: to optimize them takes minutes and shows nothing more.
let plainTests: [SwiftSetting] = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

// On a Mac the plugin makes nothing, so that its tool is not built there.
#if canImport(Darwin)
    let modelTools: [Target.Dependency] = []
#else
    let modelTools: [Target.Dependency] = ["model-compiler"]
#endif

/// What programs read their arguments with.
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "Mainspring",
    products: [
        .library(name: "Mainspring", targets: ["Mainspring"]),
        .library(name: "FoundationRunLoop", targets: ["FoundationRunLoop"]),
        .library(name: "MainspringFoundation", targets: ["MainspringFoundation"]),
        .library(name: "MainspringModel", targets: ["MainspringModel"]),
        .library(name: "MainspringData", targets: ["MainspringData"]),
        .library(name: "CoreData", targets: ["CoreData"]),
        .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
        .library(name: "QuartzCore", targets: ["QuartzCore"]),
        .library(name: "MainspringGraphics", targets: ["MainspringGraphics"]),
        .library(name: "MainspringAnimation", targets: ["MainspringAnimation"]),
        .library(name: "MainspringApplication", targets: ["MainspringApplication"]),
        .library(name: "MainspringRendering", targets: ["MainspringRendering"]),
        .library(name: "MainspringX11", targets: ["MainspringX11"]),
        .library(name: "SourcePorting", targets: ["SourcePorting"]),
        .plugin(name: "ModelPlugin", targets: ["ModelPlugin"]),
        // For the package in Benchmarks/ alone, and for that in Fuzzing/.
        .library(name: "CityData", targets: ["CityData"]),
        .library(name: "FuzzEntries", targets: ["FuzzEntries"]),
        .executable(name: "OneMainThread", targets: ["OneMainThread"]),
        .executable(name: "SequentialAnimation", targets: ["SequentialAnimation"]),
        .executable(name: "Tracking", targets: ["Tracking"]),
        .executable(name: "FourStacks", targets: ["FourStacks"]),
        .executable(name: "Gallery", targets: ["Gallery"]),
        .executable(name: "Atlas", targets: ["Atlas"]),
        .executable(name: "mainspring", targets: ["Tool"]),
    ],
    traits: [
        .trait(
            name: "Rendering",
            description:
                "CoreGraphics and QuartzCore draw: with it they need Cairo, Pango, libpng, libjpeg-turbo and libwebp."),
        .trait(
            name: "X11", description: "The examples open windows: with it they need libxcb and libxkbcommon.",
            enabledTraits: ["Rendering"]),
        .default(enabledTraits: ["Rendering", "X11"]),
    ],
    dependencies: [
        // For the command-line tool alone: it reads arguments, and explains them.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // What Swift's Glibc module lacks, and the functions whose names must stand in a backtrace.
        .target(name: "CLinux"),
        // The compositor's inner loops, in C for the sake of functions that are compiled for several processors; optimized in debug builds too.
        .target(name: "CPixels", cSettings: [.unsafeFlags(["-O2"])]),
        // Packing and unpacking, for the models in stores.
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])]),
        // The database in which a store's objects lie.
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"])]),
        // Locks that cost little and that the thread sanitizer sees.
        .target(name: "Locks", dependencies: ["CLinux"], swiftSettings: settings),
        // How a broken rule is told, by every module.
        .target(name: "Diagnostics", dependencies: ["Locks"], swiftSettings: settings),
        // How modules without a loop hear of the ends of its turns, and the loop knows none of them.
        .target(name: "EventHooks", dependencies: ["Locks"], swiftSettings: settings),
        // Exclusivity of the loop's own fields is checked in debug builds; in release the checks would cost more than the work.
        .target(
            name: "Mainspring", dependencies: ["CLinux", "Diagnostics", "EventHooks", "Locks"],
            swiftSettings: settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]
        ),
        .target(
            name: "FoundationRunLoop", dependencies: ["CLinux", "Diagnostics", "Locks", "Mainspring"],
            swiftSettings: settings),

        // What Foundation lacks on Linux; no run loop.
        .target(
            name: "MainspringFoundation", dependencies: ["Diagnostics", "EventHooks", "Locks"], swiftSettings: settings),
        // Models of objects as descriptions; no database and no run loop.
        .target(
            name: "MainspringModel", dependencies: ["CZlib", "Diagnostics", "Locks", "MainspringFoundation"],
            swiftSettings: settings),
        // Objects of a model. Values lie in memory of their own, whose accesses are checked in debug builds, as in Mainspring.
        .target(
            name: "MainspringData",
            dependencies: [
                "CLinux", "CSQLite", "Diagnostics", "EventHooks", "Locks", "Mainspring", "MainspringFoundation",
                "MainspringModel",
            ],
            swiftSettings: settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]
        ),
        // Apple's name for the three; built only for those who ask for it.
        .target(
            name: "CoreData", dependencies: ["MainspringData", "MainspringFoundation", "MainspringModel"],
            path: "Sources/DropIn/CoreData", swiftSettings: settings),
        // Colours, paths and pictures as values, and the context that draws them with an engine of another module.
        .target(name: "MainspringGraphics", dependencies: ["Diagnostics", "Locks"], swiftSettings: settings),
        // What layers and programs draw themselves.
        .systemLibrary(
            name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .yum(["cairo-devel"])]),
        // Files of pictures.
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .yum(["libpng-devel"])]),
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"]), .yum(["turbojpeg-devel"])]),
        .systemLibrary(
            name: "CWebP", pkgConfig: "libwebpmux libwebpdemux",
            providers: [.apt(["libwebp-dev"]), .yum(["libwebp-devel"])]),
        // What Pango needs of the libraries below it. Its own file for pkg-config asks for an option that the linker's caller warns of.
        .systemLibrary(
            name: "CPango", pkgConfig: "cairo harfbuzz gobject-2.0 fontconfig",
            providers: [.apt(["libpango1.0-dev"]), .yum(["pango-devel"])]),
        // Texts, laid out by Pango.
        .target(
            name: "CPangoText", dependencies: ["CPango"],
            cSettings: [.unsafeFlags(["-I/usr/include/pango-1.0"])],
            linkerSettings: [.linkedLibrary("pangocairo-1.0"), .linkedLibrary("pango-1.0")]),
        // The engine behind contexts. Pixels are computed here: exclusivity is checked in debug builds, as in Mainspring.
        .target(
            name: "MainspringRendering",
            dependencies: [
                "CCairo", "CPangoText", "CPixels", "CPNG", "CTurboJPEG", "CWebP", "Diagnostics", "Locks", "Mainspring",
                "MainspringAnimation", "MainspringApplication", "MainspringGraphics",
            ],
            swiftSettings: settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]
        ),
        // Apple's names for these; built only for those who ask for them.
        .target(
            name: "CoreGraphics",
            dependencies: [
                "MainspringGraphics", .target(name: "MainspringRendering", condition: .when(traits: ["Rendering"])),
            ],
            path: "Sources/DropIn/CoreGraphics", swiftSettings: settings),
        .target(
            name: "QuartzCore",
            dependencies: [
                "Mainspring", "MainspringAnimation", "MainspringGraphics",
                .target(name: "MainspringRendering", condition: .when(traits: ["Rendering"])),
            ],
            path: "Sources/DropIn/QuartzCore", swiftSettings: settings),
        // Frames are computed here: exclusivity is checked in debug builds, as in Mainspring.
        .target(
            name: "MainspringAnimation",
            dependencies: [
                "Diagnostics", "FoundationRunLoop", "Locks", "Mainspring", "MainspringFoundation",
                "MainspringGraphics",
            ],
            swiftSettings: settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]
        ),
        // A program's life, its events and windows, without a display; what has one implements its protocols.
        .target(
            name: "MainspringApplication",
            dependencies: ["Diagnostics", "Locks", "Mainspring", "MainspringAnimation", "MainspringGraphics"],
            swiftSettings: settings),
        // The X server's protocol, keyboards and cursors.
        .systemLibrary(
            name: "CXCB",
            pkgConfig:
                "xcb xcb-shm xcb-present xcb-xfixes xcb-randr xcb-xinput xcb-xkb xcb-cursor xkbcommon xkbcommon-x11",
            providers: [
                .apt([
                    "libxcb1-dev", "libxcb-shm0-dev", "libxcb-present-dev", "libxcb-xfixes0-dev", "libxcb-randr0-dev",
                    "libxcb-xinput-dev", "libxcb-xkb-dev", "libxcb-cursor-dev", "libxkbcommon-dev",
                    "libxkbcommon-x11-dev",
                ]), .yum(["libxcb-devel", "xcb-util-cursor-devel", "libxkbcommon-x11-devel"]),
            ]),
        // Windows on an X server.
        .target(
            name: "MainspringX11",
            dependencies: [
                "CXCB", "Diagnostics", "Locks", "Mainspring", "MainspringAnimation", "MainspringApplication",
                "MainspringGraphics",
            ],
            swiftSettings: settings),

        // Reads Swift source as far as the model compiler and the port command need it; no swift-syntax.
        .target(name: "SourceScanning", swiftSettings: settings),
        // Makes the code behind managed classes: from models, and for what is declared with `@NSManaged`.
        .target(
            name: "ModelCompiler", dependencies: ["MainspringModel", "SourceScanning"], swiftSettings: settings),
        .executableTarget(name: "model-compiler", dependencies: ["ModelCompiler"], swiftSettings: settings),
        .plugin(name: "ModelPlugin", capability: .buildTool(), dependencies: modelTools),
        // Takes out of source what needs the Objective-C runtime.
        .target(name: "SourcePorting", dependencies: ["SourceScanning"], swiftSettings: settings),

        // The command-line tool: stores, models, traces and source, looked at and changed from a shell.
        .executableTarget(
            name: "Tool",
            dependencies: [
                "CSQLite", "Locks", "Mainspring", "MainspringData", "MainspringFoundation", "MainspringModel",
                "ModelCompiler", "SourcePorting", argumentParser,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ToolTests",
            dependencies: [
                "CommandRunner", "CSQLite", "Mainspring", "MainspringData", "MainspringFoundation", "MainspringModel",
                "Tool",
            ],
            swiftSettings: plainTests),

        .executableTarget(
            name: "OneMainThread", dependencies: ["Mainspring", "FoundationRunLoop"],
            path: "Examples/OneMainThread", swiftSettings: settings),
        .executableTarget(
            name: "SequentialAnimation",
            dependencies: ["Mainspring", "MainspringAnimation", "MainspringGraphics", "MainspringRendering"],
            path: "Examples/SequentialAnimation", swiftSettings: settings),
        .executableTarget(
            name: "Tracking", dependencies: ["Mainspring", "MainspringAnimation", "MainspringApplication"],
            path: "Examples/Tracking", swiftSettings: settings),
        .executableTarget(
            name: "Gallery",
            dependencies: [
                "Mainspring", "MainspringAnimation", "MainspringApplication", "MainspringGraphics",
                "MainspringRendering", .target(name: "MainspringX11", condition: .when(traits: ["X11"])),
                argumentParser,
            ],
            path: "Examples/Gallery", swiftSettings: settings),
        // The world's cities, for examples.
        .target(
            name: "CityData", dependencies: ["CZlib"], path: "Examples/CityData",
            resources: [.copy("Data")], swiftSettings: settings),
        // They on their way into contexts in four set-ups.
        .target(
            name: "CityStacks", dependencies: ["CityData", "CoreData", "Mainspring", argumentParser],
            path: "Examples/CityStacks", swiftSettings: settings, plugins: [.plugin(name: "ModelPlugin")]),
        .executableTarget(
            name: "FourStacks",
            dependencies: [
                "CityData", "CityStacks", "CoreData", "Mainspring", "MainspringAnimation", argumentParser,
            ],
            path: "Examples/FourStacks", swiftSettings: settings),
        .executableTarget(
            name: "Atlas",
            dependencies: [
                "CityData", "CityStacks", "CoreData", "Mainspring", "MainspringAnimation", "MainspringApplication",
                "MainspringGraphics", "MainspringRendering",
                .target(name: "MainspringX11", condition: .when(traits: ["X11"])), argumentParser,
            ],
            path: "Examples/Atlas", exclude: ["Atlas.webp"], swiftSettings: settings),
        // What the tutorial comes to: compiled as its reader's package is, without our settings.
        .executableTarget(
            name: "SmallAtlas", dependencies: ["CoreData", "MainspringApplication", "MainspringX11", "QuartzCore"],
            path: "Examples/SmallAtlas", plugins: [.plugin(name: "ModelPlugin")]),
        .executableTarget(
            name: "StoreLife", dependencies: ["CityData", "CoreData"], path: "Examples/StoreLife",
            swiftSettings: settings, plugins: [.plugin(name: "ModelPlugin")]),

        // Random scenarios, played on the real CFRunLoop and on ours. The oracle's module sees no name of ours.
        .target(
            name: "RunLoopScenarios", dependencies: ["CLinux", "SeededRandom"], path: "Tests/RunLoopScenarios",
            swiftSettings: settings),
        .target(
            name: "RunLoopOracle", dependencies: ["RunLoopScenarios"], path: "Tests/RunLoopOracle",
            swiftSettings: settings),
        .target(
            name: "RunLoopSubject", dependencies: ["FoundationRunLoop", "Mainspring", "RunLoopScenarios"],
            path: "Tests/RunLoopSubject", swiftSettings: settings),
        .executableTarget(
            name: "differential", dependencies: ["RunLoopOracle", "RunLoopScenarios", "RunLoopSubject"],
            path: "Tests/Differential", swiftSettings: settings),
        .testTarget(
            name: "DifferentialTests", dependencies: ["RunLoopOracle", "RunLoopScenarios", "RunLoopSubject"],
            swiftSettings: settings),

        // Random animations, in our frames and in Chromium's Web Animations.
        .executableTarget(
            name: "compare-animations",
            dependencies: ["Mainspring", "MainspringAnimation", "SeededRandom"],
            path: "Tests/AnimationComparison", exclude: ["Browser.mjs", "chromium.mjs"], swiftSettings: settings),
        // Animated scenes, each as layers and as a page for Chromium, and the differences between the pictures.
        .executableTarget(
            name: "chromium-scenes",
            dependencies: ["Mainspring", "MainspringAnimation", "MainspringGraphics", "MainspringRendering"],
            path: "Tools/ChromiumComparison", exclude: ["pictures.mjs", "stage.mjs"], swiftSettings: settings),

        // What of Apple's API is here, as a page of the documentation: `Scripts/api-status`.
        .executableTarget(
            name: "APIStatus", dependencies: ["SourceScanning"], path: "Tools/APIStatus", exclude: ["KnownNames.txt"],
            swiftSettings: settings),

        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: settings),
        // Commands that tests run.
        .target(name: "CommandRunner", path: "Tests/CommandRunner", swiftSettings: settings),
        // What fuzzers feed, and the tests with what fuzzers have found.
        .target(
            name: "FuzzEntries",
            dependencies: [
                "MainspringData", "MainspringFoundation", "MainspringGraphics", "MainspringModel",
                "MainspringRendering",
            ],
            path: "Tests/FuzzEntries",
            swiftSettings: settings),
        .testTarget(name: "FuzzEntriesTests", dependencies: ["FuzzEntries"], swiftSettings: plainTests),
        .target(
            name: "SequentialListing", dependencies: ["Mainspring", "MainspringAnimation"],
            path: "Tests/SequentialListing", swiftSettings: settings),
        // The source text's set-ups of contexts.
        .target(
            name: "SetUpListings", dependencies: ["CoreData"], path: "Tests/SetUpListings", swiftSettings: settings,
            plugins: [.plugin(name: "ModelPlugin")]),
        .testTarget(
            name: "MainspringTests",
            dependencies: ["AllocationCounter", "Locks", "Mainspring", "MainspringFoundation", "SeededRandom"],
            swiftSettings: settings),
        .testTarget(
            name: "MainspringAnimationTests",
            dependencies: [
                "FoundationRunLoop", "Locks", "Mainspring", "MainspringAnimation", "MainspringFoundation",
                "MainspringGraphics", "SeededRandom", "SequentialListing",
            ],
            swiftSettings: plainTests),
        .testTarget(name: "FoundationRunLoopTests", dependencies: ["FoundationRunLoop"], swiftSettings: settings),
        .testTarget(
            name: "MainspringFoundationTests",
            dependencies: ["AllocationCounter", "EventHooks", "MainspringFoundation", "SeededRandom"],
            resources: [.copy("Predicates/corpus.txt")], swiftSettings: plainTests),
        .testTarget(
            name: "MainspringModelTests",
            dependencies: ["MainspringFoundation", "MainspringModel", "SeededRandom"],
            resources: [.copy("Bundles/Fixtures/Shelf.xcdatamodeld")], swiftSettings: plainTests),
        // Contexts on the process's initial thread, under each of the loops that may serve it.
        .executableTarget(
            name: "context-queue-trials",
            dependencies: [
                "Mainspring", "MainspringData", "MainspringFoundation", "MainspringModel", "SeededRandom",
            ],
            path: "Tests/ContextQueueTrials", swiftSettings: settings),
        // How trials start processes, talk to them and end them.
        .target(name: "TrialProcesses", path: "Tests/TrialProcesses", swiftSettings: settings),
        // Stores that several trials have, and how a trial looks into one.
        .target(
            name: "TrialStores", dependencies: ["MainspringData", "MainspringModel", "TrialProcesses"],
            path: "Tests/TrialStores", swiftSettings: settings),
        // Processes that write a store and are killed.
        .executableTarget(
            name: "store-kill-trials",
            dependencies: [
                "MainspringData", "MainspringFoundation", "MainspringModel", "SeededRandom", "TrialProcesses",
                "TrialStores",
            ],
            path: "Tests/StoreKillTrials", swiftSettings: settings),
        // Processes that have one store open at once.
        .executableTarget(
            name: "store-sharing-trials",
            dependencies: [
                "Locks", "MainspringData", "MainspringModel", "SeededRandom", "TrialProcesses", "TrialStores",
            ],
            path: "Tests/StoreSharingTrials", swiftSettings: settings),
        .testTarget(
            name: "MainspringDataTests",
            dependencies: [
                "CommandRunner", "context-queue-trials", "CSQLite", "Locks", "Mainspring", "MainspringData",
                "MainspringFoundation", "MainspringModel", "SeededRandom", "store-kill-trials",
                "store-sharing-trials",
            ], swiftSettings: plainTests),
        // Applications on the process's initial thread, which signals and windows end.
        .executableTarget(
            name: "application-trials", dependencies: ["Mainspring", "MainspringApplication"],
            path: "Tests/ApplicationTrials", swiftSettings: settings),
        .testTarget(
            name: "MainspringApplicationTests",
            dependencies: [
                "application-trials", "CommandRunner", "Mainspring", "MainspringAnimation", "MainspringApplication",
                "MainspringGraphics", "SeededRandom", "Tracking",
            ],
            swiftSettings: plainTests),
        // A user's hands, for the tests of windows.
        .systemLibrary(
            name: "CXCBTest", pkgConfig: "xcb-xtest",
            providers: [.apt(["libxcb-xtest0-dev"]), .yum(["libxcb-devel"])]),
        // A program with a window on the process's initial thread.
        .executableTarget(
            name: "window-trials",
            dependencies: [
                "Mainspring", "MainspringAnimation", "MainspringApplication", "MainspringGraphics",
                "MainspringRendering", "MainspringX11",
            ],
            path: "Tests/WindowTrials", swiftSettings: settings),
        .testTarget(
            name: "MainspringX11Tests",
            dependencies: [
                "Atlas", "CXCB", "CXCBTest", "Locks", "Mainspring", "MainspringAnimation", "MainspringApplication",
                "MainspringGraphics", "MainspringRendering", "MainspringX11", "SeededRandom", "window-trials",
            ], swiftSettings: plainTests),
        .testTarget(
            name: "MainspringGraphicsTests", dependencies: ["MainspringGraphics", "SeededRandom"],
            swiftSettings: plainTests),
        // A second opinion on pictures that are turned and seen in perspective, for the tests of drawing.
        .systemLibrary(
            name: "CPixmanTest", pkgConfig: "pixman-1",
            providers: [.apt(["libpixman-1-dev"]), .yum(["pixman-devel"])]),
        .testTarget(
            name: "MainspringRenderingTests",
            dependencies: [
                "CCairo", "CPangoText", "CPixmanTest", "CPNG", "CPixels", "CTurboJPEG", "CWebP", "CZlib", "Mainspring",
                "MainspringAnimation", "MainspringApplication", "MainspringGraphics", "MainspringRendering",
                "SeededRandom",
            ],
            resources: [.copy("References/Pictures")], swiftSettings: plainTests),
        .testTarget(name: "SourcePortingTests", dependencies: ["SourcePorting"], swiftSettings: plainTests),
        .testTarget(name: "SourceScanningTests", dependencies: ["SourceScanning"], swiftSettings: plainTests),
        .testTarget(
            name: "ModelCompilerTests",
            dependencies: ["CommandRunner", "CoreData", "ModelCompiler", "SeededRandom", "SourceScanning"],
            resources: [.copy("Fixtures")], swiftSettings: plainTests),
        // What the documents show: compiled, and where it is a program, run.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "APIStatus", "CommandRunner", "CoreData", "Mainspring", "MainspringAnimation", "MainspringApplication",
                "MainspringData", "MainspringFoundation", "MainspringGraphics", "MainspringModel",
                "MainspringRendering", "MainspringX11", "FoundationRunLoop", "QuartzCore", "SourcePorting",
                "SourceScanning", "model-compiler",
            ],
            swiftSettings: settings),
        // XCTest: what needs the process's initial thread.
        .testTarget(
            name: "MainThreadTests",
            dependencies: [
                "CityStacks", "CoreData", "FoundationRunLoop", "FourStacks", "Locks", "Mainspring",
                "MainspringAnimation",
                "SequentialListing", "SetUpListings",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GalleryTests",
            dependencies: [
                "CommandRunner", "Gallery", "Mainspring", "MainspringAnimation", "MainspringGraphics",
                "MainspringRendering", "SequentialAnimation",
            ],
            swiftSettings: plainTests),
        .testTarget(name: "CityDataTests", dependencies: ["CityData"], swiftSettings: plainTests),
        .testTarget(
            name: "FourStacksTests", dependencies: ["CityStacks", "FourStacks", argumentParser],
            swiftSettings: plainTests),
        // XCTest: it is on the process's initial thread.
        .testTarget(name: "SmallAtlasTests", dependencies: ["QuartzCore", "SmallAtlas"]),
        .testTarget(
            name: "AtlasTests",
            dependencies: [
                "Atlas", "CityData", "CityStacks", "CommandRunner", "CoreData", "Mainspring", "MainspringApplication",
                "MainspringGraphics", "MainspringRendering", "SeededRandom", argumentParser,
            ],
            resources: [.copy("Pictures")], swiftSettings: plainTests),
    ],
    swiftLanguageModes: [.v6]
)

// Tests that say nothing unless they are optimized, and what they need: to build all others that way takes a quarter of an hour.
if Context.environment["MAINSPRING_TESTS"] == "optimized" {
    let needed: Set = [
        "AllocationCounter", "CLinux", "CSQLite", "CZlib", "Diagnostics", "EventHooks", "Locks", "Mainspring",
        "MainspringData", "MainspringDataTests", "MainspringFoundation", "MainspringModel", "MainspringTests",
        "SeededRandom",
    ]
    package.products = []
    package.dependencies = []
    package.targets.removeAll { !needed.contains($0.name) }
    for target in package.targets where target.name == "MainspringDataTests" {
        target.sources = [
            "Contexts/ChainTests.swift", "Contexts/Threads", "Support", "Validation/ValidationParts.swift",
        ]
        target.dependencies = [
            "Locks", "Mainspring", "MainspringData", "MainspringFoundation", "MainspringModel", "SeededRandom",
        ]
    }
}

// What the thread sanitizer does not run need not be compiled for it.
if Context.environment["MAINSPRING_TESTS"] == "threads" {
    let others: Set = [
        "DifferentialTests", "differential", "RunLoopOracle", "RunLoopScenarios", "RunLoopSubject",
        "APIStatus", "chromium-scenes", "compare-animations",
        "FuzzEntries", "FuzzEntriesTests", "SourcePorting", "SourcePortingTests", "SourceScanningTests",
        "ModelCompilerTests",
        "AtlasTests", "DocumentationTests", "CityDataTests", "FourStacksTests", "OneMainThread", "SequentialAnimation",
        "Gallery", "GalleryTests", "SmallAtlas", "SmallAtlasTests", "StoreLife", "Tool", "ToolTests",
    ]
    // Where it runs a few suites of many: these, and what they need.
    let sources = [
        "MainspringFoundationTests": [
            "KeyValueCoding/ThreadTests.swift", "ValueTransformers/TransformerTests.swift", "Support",
        ],
        "MainspringAnimationTests": ["Display", "Host", "Sequences", "Support", "Transactions"],
        "MainspringDataTests": [
            "Concurrency", "Contexts/Asynchronous", "Contexts/HandOverTests.swift", "Contexts/Threads", "Coordinator",
            "Merging/CapturingSource.swift", "Merging/LinkWitness.swift", "Merging/RandomCompany.swift",
            "Merging/Slices.swift", "Merging/StandInSource.swift", "Results", "SQLite/Database",
            "SQLite/Queries/QueryWorld.swift", "SQLite/Reading", "SQLite/Support", "Saving", "Stores", "Support",
        ],
        "MainspringModelTests": ["Freezing/FreezingTests.swift", "Support"],
        "MainspringGraphicsTests": ["Path/CGPathTests.swift", "Support"],
        "MainspringRenderingTests": [
            "Compositor/CompositorStage.swift", "Compositor/DamageTests.swift", "Compositor/KeptPictureTests.swift",
            "Compositor/LayerRiches.swift",
            "Compositor/RandomScene.swift", "Support", "Tiles/TileHostTests.swift", "Tiles/TiledPattern.swift",
        ],
    ]
    package.products = []
    package.targets.removeAll { others.contains($0.name) }
    for target in package.targets { target.sources = sources[target.name] ?? target.sources }
}

// What is built once, and not again after a change, is compiled module by module: every batch of files reads what is declared in the
// whole module (MainspringModel and what it needs: 154 s of processor time in batches, 111 s whole). Tests stay in batches. Each
// `#expect` is a source buffer of its own, and the compiler (6.3) looks a line's buffer up among all of them, one by one: of a module
// of thousands for most of its time.
if Context.environment["MAINSPRING_BUILD"] == "whole" {
    let whole = ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"]
    for target in package.targets where target.type == .regular || target.type == .executable {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(whole, .when(configuration: .debug))]
    }
}
