// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with. The workloads' own counters are not checked for exclusive access, which those in C
/// are not either; the libraries that are measured are built as everybody builds them.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-enforce-exclusivity=unchecked"]),
]

/// What the library of workloads, and what shares a file with the examples are compiled with besides.
let librarySettings = settings + [.enableUpcomingFeature("InternalImportsByDefault")]

// Where the toolchain's own C headers lie; Scripts/bench asks the compiler and sets it.
let toolchainHeaders = Context.environment["SWIFT_RUNTIME_RESOURCES"].map { ["-I\($0)"] } ?? []

// Where Qt's headers lie, and what its own compiler has written; Scripts/bench asks and sets it.
let qtFlags = Context.environment["QT_FLAGS"]?.split(separator: " ").map(String.init) ?? []

// The one peer that is fetched. Scripts/bench says so where it cannot be, since SwiftPM would build nothing then.
let hasGRDB = Context.environment["BENCH_WITHOUT_GRDB"] == nil
let fetched: [Package.Dependency] =
    hasGRDB ? [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")] : []
let fetchedPeers: [Target] =
    hasGRDB
    ? [
        .executableTarget(
            name: "StoreGRDB",
            dependencies: ["Measure", "Workloads", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Sources/Store/GRDB", swiftSettings: settings)
    ] : []

/// A program of the area `run-loop` in C.
func runLoopInC(
    _ name: String, libraries: [String] = [], packages: [Target.Dependency] = [], settings: [CSetting] = []
) -> Target {
    .executableTarget(
        name: "RunLoop\(name)", dependencies: ["Measure"] + packages, path: "Sources/RunLoop/\(name)",
        cSettings: settings, linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A program of the area `run-loop` in Swift.
func runLoopInSwift(_ name: String, packages: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: "RunLoop\(name)", dependencies: ["Measure", "Workloads"] + packages, path: "Sources/RunLoop/\(name)",
        swiftSettings: settings)
}

/// A program of the area `drawing` in C.
func drawingInC(_ name: String, package: Target.Dependency) -> Target {
    .executableTarget(
        name: "Drawing\(name)", dependencies: ["Measure", package], path: "Sources/Drawing/\(name)",
        linkerSettings: [.linkedLibrary("m")])
}

let package = Package(
    name: "Benchmarks",
    // Everything else is built because it is there.
    products: [
        .library(name: "Allocations", type: .dynamic, targets: ["Allocations"]),
        // For programs in other languages, which take from it what is drawn and how it must look.
        .library(name: "Measuring", type: .dynamic, targets: ["Measure"]),
    ],
    dependencies: [
        .package(name: "Examples", path: "../Examples"), .package(name: "Mainspring", path: ".."),
        .package(name: "Tools", path: "../Tools"),
    ] + fetched,
    targets: fetchedPeers + [
        // Each program measures one case and prints a line, so that a peer that cannot be built is merely missing. The package in
        // Driver runs them in turn and prints tables.
        .target(name: "Measure", linkerSettings: [.linkedLibrary("dl")]),
        // Loaded before the C library where a case counts allocations.
        .target(name: "Allocations", cSettings: [.unsafeFlags(["-fno-builtin"])]),
        .target(name: "Workloads", dependencies: ["Measure"], swiftSettings: librarySettings),

        runLoopInSwift("Ours", packages: [.product(name: "Mainspring", package: "Mainspring")]),
        runLoopInSwift(
            "OursFoundation", packages: [.product(name: "FoundationRunLoop", package: "Mainspring")]),
        runLoopInC("Floor"),
        runLoopInSwift("FloorMainQueue"),
        runLoopInC(
            "CoreFoundation", libraries: ["Foundation", "dispatch", "BlocksRuntime"],
            settings: [.define("DEPLOYMENT_RUNTIME_SWIFT", to: "1"), .unsafeFlags(toolchainHeaders)]),
        runLoopInSwift("Foundation"),
        runLoopInSwift("Dispatch"),
        runLoopInC("GLib", packages: ["CGLib"]),
        .systemLibrary(name: "CGLib", path: "Sources/RunLoop/CGLib", pkgConfig: "glib-2.0"),
        runLoopInC("LibUV", libraries: ["uv"]),
        runLoopInC("LibEV", libraries: ["ev"]),

        .executableTarget(
            name: "AnimationOurs",
            dependencies: [
                "Measure", "Workloads", .product(name: "Mainspring", package: "Mainspring"),
                .product(name: "MainspringAnimation", package: "Mainspring"),
            ],
            path: "Sources/Animation/Ours", swiftSettings: settings),
        .executableTarget(
            name: "AnimationQt", dependencies: ["Measure"], path: "Sources/Animation/Qt",
            // A newer compiler frowns at how Qt's headers of that age declare literals.
            cxxSettings: [
                .unsafeFlags(
                    ["-fPIC", "-Wno-unknown-warning-option", "-Wno-deprecated-literal-operator"] + qtFlags)
            ], linkerSettings: [.linkedLibrary("Qt6Core")]),

        .executableTarget(
            name: "DrawingOurs",
            dependencies: [
                "Measure", "Workloads", .product(name: "Mainspring", package: "Mainspring"),
                .product(name: "MainspringAnimation", package: "Mainspring"),
                .product(name: "MainspringGraphics", package: "Mainspring"),
                .product(name: "MainspringRendering", package: "Mainspring"),
            ],
            path: "Sources/Drawing/Ours", swiftSettings: settings),

        drawingInC("Pixman", package: "CPixman"),
        .systemLibrary(name: "CPixman", path: "Sources/Drawing/CPixman", pkgConfig: "pixman-1"),
        drawingInC("Cairo", package: "CCairoPeer"),
        .systemLibrary(name: "CCairoPeer", path: "Sources/Drawing/CCairoPeer", pkgConfig: "cairo"),

        .executableTarget(
            name: "GraphOurs",
            dependencies: [
                "Measure", "Workloads", .product(name: "MainspringData", package: "Mainspring"),
                .product(name: "MainspringFoundation", package: "Mainspring"),
                .product(name: "MainspringModel", package: "Mainspring"),
                .product(name: "StoreFaults", package: "Mainspring"),
            ],
            path: "Sources/Graph/Ours", swiftSettings: settings,
            plugins: [.plugin(name: "ModelPlugin", package: "Mainspring")]),
        .executableTarget(
            name: "ContextsOurs",
            dependencies: [
                .product(name: "CityData", package: "Examples"), .product(name: "CoreData", package: "Mainspring"),
                .product(name: "Mainspring", package: "Mainspring"),
                .product(name: "MainspringAnimation", package: "Mainspring"),
            ],
            path: "Sources/Contexts/Ours", swiftSettings: librarySettings,
            plugins: [.plugin(name: "ModelPlugin", package: "Mainspring")]),
        .executableTarget(
            name: "StoreFloor", dependencies: ["Measure"], path: "Sources/Store/Floor",
            linkerSettings: [.linkedLibrary("sqlite3")]),
        // Fills the one file that all of them read.
        .target(
            name: "StoreRows", dependencies: ["Measure"], path: "Sources/Store/Rows",
            linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(
            name: "StoreOurs",
            dependencies: [
                "Measure", "StoreRows", "Workloads", .product(name: "MainspringData", package: "Mainspring"),
                .product(name: "MainspringFoundation", package: "Mainspring"),
                .product(name: "MainspringModel", package: "Mainspring"),
            ],
            path: "Sources/Store/Ours", swiftSettings: settings,
            plugins: [.plugin(name: "ModelPlugin", package: "Mainspring")]),

        .executableTarget(
            name: "ToolOurs", dependencies: ["Measure", .product(name: "mainspring", package: "Tools")],
            path: "Sources/Tool/Ours"),
        .executableTarget(
            name: "ToolFloor", dependencies: ["Measure"], path: "Sources/Tool/Floor",
            linkerSettings: [.linkedLibrary("sqlite3")]),

        .executableTarget(
            name: "GraphModel",
            dependencies: [
                "Measure", "Workloads", .product(name: "MainspringFoundation", package: "Mainspring"),
                .product(name: "MainspringModel", package: "Mainspring"),
            ],
            path: "Sources/Graph/Model", swiftSettings: settings),
        .executableTarget(
            name: "GraphSwift", dependencies: ["Measure", "Workloads"], path: "Sources/Graph/Swift",
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu17,
    cxxLanguageStandard: .gnucxx17
)
