// swift-tools-version: 6.2
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

/// A product of the library.
func ours(_ name: String) -> Target.Dependency { .product(name: name, package: "Mainspring") }

let package = Package(
    name: "Tools",
    products: [
        .executable(name: "mainspring", targets: ["Tool"]),
        .executable(name: "differential", targets: ["differential"]),
    ],
    dependencies: [
        .package(name: "Mainspring", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // The command-line tool, which inspects and changes stores, models, traces and source.
        .executableTarget(
            name: "Tool",
            dependencies: [
                ours("CSQLite"), ours("Mainspring"), ours("MainspringData"), ours("MainspringFoundation"),
                ours("MainspringInternals"), ours("MainspringModel"), ours("SourcePorting"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "mainspring", swiftSettings: settings),
        .testTarget(
            name: "ToolTests",
            dependencies: [
                "Tool", ours("CSQLite"), ours("Mainspring"), ours("MainspringData"), ours("MainspringFoundation"),
                ours("MainspringInternals"), ours("MainspringModel"), ours("TestSupport"),
            ],
            swiftSettings: settings),

        // The page of the documentation that lists Apple's API: `Scripts/api-status`.
        .executableTarget(
            name: "APIStatus", dependencies: [ours("MainspringInternals")], path: "APIStatus",
            exclude: ["KnownNames.txt"], swiftSettings: settings),
        .testTarget(
            name: "APIStatusTests",
            dependencies: [
                "APIStatus", ours("CoreData"), ours("FoundationRunLoop"), ours("MainspringApplication"),
                ours("MainspringInternals"), ours("MainspringX11"), ours("QuartzCore"), ours("SourcePorting"),
                ours("TestSupport"),
            ],
            swiftSettings: settings),

        // Plays random scenarios on the real CFRunLoop and on ours. The oracle's module imports none of our modules.
        .target(
            name: "RunLoopScenarios", dependencies: [ours("MainspringInternals"), ours("TestSupport")],
            path: "RunLoopScenarios", swiftSettings: settings),
        .target(
            name: "RunLoopOracle", dependencies: ["RunLoopScenarios"], path: "RunLoopOracle", swiftSettings: settings),
        .target(
            name: "RunLoopSubject",
            dependencies: ["RunLoopScenarios", ours("FoundationRunLoop"), ours("Mainspring")],
            path: "RunLoopSubject", swiftSettings: settings),
        .executableTarget(
            name: "differential", dependencies: ["RunLoopOracle", "RunLoopScenarios", "RunLoopSubject"],
            path: "Differential", swiftSettings: settings),
        .testTarget(
            name: "DifferentialTests", dependencies: ["RunLoopOracle", "RunLoopScenarios", "RunLoopSubject"],
            swiftSettings: settings),

        // Compares random animations in our frames with Chromium's Web Animations.
        .executableTarget(
            name: "compare-animations",
            dependencies: [ours("Mainspring"), ours("MainspringAnimation"), ours("TestSupport")],
            path: "AnimationComparison", exclude: ["Browser.mjs", "chromium.mjs"], swiftSettings: settings),
        // Compares pictures of animated scenes, each written as layers and as a page for Chromium.
        .executableTarget(
            name: "chromium-scenes",
            dependencies: [
                ours("Mainspring"), ours("MainspringAnimation"), ours("MainspringGraphics"),
                ours("MainspringRendering"),
            ],
            path: "ChromiumComparison", exclude: ["pictures.mjs", "stage.mjs"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
