// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target except the tutorial's, which is compiled with the settings of a new package.
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

/// Windows, if the trait X11 is enabled.
let windows = Target.Dependency.product(
    name: "MainspringX11", package: "Mainspring", condition: .when(traits: ["X11"]))

let modelPlugin = Target.PluginUsage.plugin(name: "ModelPlugin", package: "Mainspring")

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "Examples",
    products: [
        // A dependency of the package in Benchmarks/.
        .library(name: "CityData", targets: ["CityData"]),
        .executable(name: "Atlas", targets: ["Atlas"]),
        .executable(name: "FourStacks", targets: ["FourStacks"]),
        .executable(name: "Gallery", targets: ["Gallery"]),
        .executable(name: "OneMainThread", targets: ["OneMainThread"]),
        .executable(name: "SequentialAnimation", targets: ["SequentialAnimation"]),
        .executable(name: "SmallAtlas", targets: ["SmallAtlas"]),
        .executable(name: "StoreLife", targets: ["StoreLife"]),
        .executable(name: "Tracking", targets: ["Tracking"]),
    ],
    traits: [
        .trait(name: "X11", description: "The examples open windows: with it they need libxcb and libxkbcommon."),
        .default(enabledTraits: ["X11"]),
    ],
    dependencies: [
        .package(name: "Mainspring", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "OneMainThread", dependencies: [ours("FoundationRunLoop"), ours("Mainspring")],
            path: "OneMainThread", swiftSettings: settings),
        .executableTarget(
            name: "SequentialAnimation",
            dependencies: [
                ours("Mainspring"), ours("MainspringAnimation"), ours("MainspringGraphics"),
                ours("MainspringRendering"),
            ],
            path: "SequentialAnimation", swiftSettings: settings),
        .executableTarget(
            name: "Tracking",
            dependencies: [ours("Mainspring"), ours("MainspringAnimation"), ours("MainspringApplication")],
            path: "Tracking", swiftSettings: settings),
        .executableTarget(
            name: "Gallery",
            dependencies: [
                ours("Mainspring"), ours("MainspringAnimation"), ours("MainspringApplication"),
                ours("MainspringGraphics"), ours("MainspringRendering"), ours("MainspringWindows"), windows,
                argumentParser,
            ],
            path: "Gallery", swiftSettings: settings),
        // The world's cities.
        .systemLibrary(
            name: "CCityZlib", path: "CCityZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])]),
        .target(
            name: "CityData", dependencies: ["CCityZlib"], path: "CityData", resources: [.copy("Data")],
            swiftSettings: settings),
        // Imports the cities through contexts in four set-ups.
        .target(
            name: "CityStacks", dependencies: ["CityData", ours("CoreData"), ours("Mainspring"), argumentParser],
            path: "CityStacks", swiftSettings: settings, plugins: [modelPlugin]),
        .executableTarget(
            name: "FourStacks",
            dependencies: [
                "CityData", "CityStacks", ours("CoreData"), ours("Mainspring"), ours("MainspringAnimation"),
                argumentParser,
            ],
            path: "FourStacks", swiftSettings: settings),
        .executableTarget(
            name: "Atlas",
            dependencies: [
                "CityData", "CityStacks", ours("CoreData"), ours("Mainspring"), ours("MainspringAnimation"),
                ours("MainspringApplication"), ours("MainspringGraphics"), ours("MainspringRendering"),
                ours("MainspringWindows"), windows, argumentParser,
            ],
            path: "Atlas", exclude: ["Atlas.webp"], swiftSettings: settings),
        // The program at the end of the tutorial, without our settings.
        .executableTarget(
            name: "SmallAtlas",
            dependencies: [
                ours("CoreData"), ours("MainspringApplication"), ours("MainspringWindows"), ours("MainspringX11"),
                ours("QuartzCore"),
            ],
            path: "SmallAtlas", plugins: [modelPlugin]),
        .executableTarget(
            name: "StoreLife", dependencies: ["CityData", ours("CoreData")], path: "StoreLife",
            swiftSettings: settings, plugins: [modelPlugin]),

        .testTarget(name: "CityDataTests", dependencies: ["CityData"], swiftSettings: settings),
        .testTarget(
            name: "FourStacksTests", dependencies: ["CityStacks", "FourStacks", argumentParser],
            swiftSettings: settings),
        .testTarget(
            name: "GalleryTests",
            dependencies: [
                "Gallery", "SequentialAnimation", ours("Mainspring"), ours("MainspringAnimation"),
                ours("MainspringGraphics"), ours("MainspringRendering"), ours("TestSupport"),
            ],
            swiftSettings: settings),
        .testTarget(name: "TrackingTests", dependencies: ["Tracking", ours("TestSupport")], swiftSettings: settings),
        .testTarget(
            name: "AtlasTests",
            dependencies: [
                "Atlas", "CityData", "CityStacks", ours("CoreData"), ours("Mainspring"),
                ours("MainspringApplication"), ours("MainspringGraphics"), ours("MainspringRendering"),
                ours("MainspringWindows"), ours("TestSupport"), argumentParser,
            ],
            resources: [.copy("Pictures")], swiftSettings: settings),
        .testTarget(
            name: "AtlasWindowTests", dependencies: ["Atlas", ours("WindowTestSupport")], swiftSettings: settings),
        // XCTest: these need the process's initial thread.
        .testTarget(name: "SmallAtlasTests", dependencies: ["SmallAtlas", ours("QuartzCore")]),
        .testTarget(
            name: "ExampleMainLoopTests",
            dependencies: [
                "CityData", "CityStacks", "FourStacks", ours("CoreData"), ours("Mainspring"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
