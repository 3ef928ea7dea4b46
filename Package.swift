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

let package = Package(
    name: "Mainspring",
    products: [
        .library(name: "Mainspring", targets: ["Mainspring"]),
        .library(name: "FoundationRunLoop", targets: ["FoundationRunLoop"]),
        .library(name: "MainspringFoundation", targets: ["MainspringFoundation"]),
        .library(name: "MainspringGraphics", targets: ["MainspringGraphics"]),
        .library(name: "MainspringAnimation", targets: ["MainspringAnimation"]),
        .executable(name: "OneMainThread", targets: ["OneMainThread"]),
        .executable(name: "SequentialAnimation", targets: ["SequentialAnimation"]),
    ],
    targets: [
        // What Swift's Glibc module lacks, and the functions whose names must stand in a backtrace.
        .target(name: "CLinux"),
        // How a broken rule is told, by every module.
        .target(name: "Diagnostics", swiftSettings: settings),
        // Exclusivity of the loop's own fields is checked in debug builds; in release the checks would cost more than the work.
        .target(
            name: "Mainspring", dependencies: ["CLinux", "Diagnostics"],
            swiftSettings: settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]
        ),
        .target(
            name: "FoundationRunLoop", dependencies: ["CLinux", "Diagnostics", "Mainspring"], swiftSettings: settings),

        // What Foundation lacks on Linux; no run loop.
        .target(name: "MainspringFoundation", dependencies: ["Diagnostics"], swiftSettings: settings),
        // Colours, paths and pictures as values, and the context that draws them with an engine of another module.
        .target(name: "MainspringGraphics", dependencies: ["Diagnostics"], swiftSettings: settings),
        // Frames are computed here: exclusivity is checked in debug builds, as in Mainspring.
        .target(
            name: "MainspringAnimation",
            dependencies: [
                "Diagnostics", "FoundationRunLoop", "Mainspring", "MainspringFoundation", "MainspringGraphics",
            ],
            swiftSettings: settings + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]
        ),

        .executableTarget(
            name: "OneMainThread", dependencies: ["Mainspring", "FoundationRunLoop"],
            path: "Examples/OneMainThread", swiftSettings: settings),
        .executableTarget(
            name: "SequentialAnimation", dependencies: ["Mainspring", "MainspringAnimation", "MainspringGraphics"],
            path: "Examples/SequentialAnimation", swiftSettings: settings),

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

        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: settings),
        // Commands that tests run.
        .target(name: "CommandRunner", path: "Tests/CommandRunner", swiftSettings: settings),
        .target(
            name: "SequentialListing", dependencies: ["Mainspring", "MainspringAnimation"],
            path: "Tests/SequentialListing", swiftSettings: settings),
        .testTarget(
            name: "MainspringTests", dependencies: ["AllocationCounter", "Mainspring", "SeededRandom"],
            swiftSettings: settings),
        .testTarget(
            name: "MainspringAnimationTests",
            dependencies: [
                "FoundationRunLoop", "Mainspring", "MainspringAnimation", "MainspringFoundation", "MainspringGraphics",
                "SeededRandom", "SequentialListing",
            ],
            swiftSettings: plainTests),
        .testTarget(name: "FoundationRunLoopTests", dependencies: ["FoundationRunLoop"], swiftSettings: settings),
        .testTarget(
            name: "MainspringFoundationTests",
            dependencies: ["AllocationCounter", "MainspringFoundation", "SeededRandom"],
            resources: [.copy("Predicates/corpus.txt")], swiftSettings: plainTests),
        .testTarget(
            name: "MainspringGraphicsTests", dependencies: ["MainspringGraphics", "SeededRandom"],
            swiftSettings: plainTests),
        // What the documents show: compiled, and where it is a program, run.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "CommandRunner", "Mainspring", "MainspringAnimation", "MainspringFoundation", "MainspringGraphics",
                "FoundationRunLoop",
            ],
            swiftSettings: settings),
        // XCTest: what needs the process's initial thread.
        .testTarget(
            name: "MainThreadTests",
            dependencies: ["FoundationRunLoop", "Mainspring", "MainspringAnimation", "SequentialListing"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
