// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

// Where the toolchain's own C headers lie (`swift -print-target-info`); Scripts/bench sets it.
let toolchainHeaders = Context.environment["SWIFT_RUNTIME_RESOURCES"].map { ["-I\($0)"] } ?? []

/// A program of the area `run-loop` in C: one peer.
func runLoopPeer(
    _ name: String, libraries: [String] = [], packages: [Target.Dependency] = [], headers: [String] = [],
    defines: [CSetting] = []
) -> Target {
    .executableTarget(
        name: "RunLoop\(name)", dependencies: ["Measure"] + packages, path: "Sources/RunLoop/\(name)",
        cSettings: defines + (headers.isEmpty ? [] : [.unsafeFlags(headers)]),
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

let package = Package(
    name: "Benchmarks",
    targets: [
        // Runs programs in turn and prints tables. Everything below it is a program that measures one thing and prints a line.
        .executableTarget(name: "Bench", dependencies: ["Measure"], swiftSettings: settings),
        .target(name: "Measure"),
        .target(name: "Workloads", dependencies: ["Measure"], swiftSettings: settings),

        runLoopPeer("Floor"),
        runLoopPeer(
            "CoreFoundation", libraries: ["Foundation", "dispatch", "BlocksRuntime"], headers: toolchainHeaders,
            defines: [.define("DEPLOYMENT_RUNTIME_SWIFT", to: "1")]),
        .executableTarget(
            name: "RunLoopFoundation", dependencies: ["Measure", "Workloads"], path: "Sources/RunLoop/Foundation"),
        .executableTarget(
            name: "RunLoopDispatch", dependencies: ["Measure", "Workloads"], path: "Sources/RunLoop/Dispatch"),
        runLoopPeer("GLib", packages: ["CGLib"]),
        runLoopPeer("LibUV", libraries: ["uv"]),
        runLoopPeer("LibEV", libraries: ["ev"]),
        .systemLibrary(name: "CGLib", path: "Sources/RunLoop/CGLib", pkgConfig: "glib-2.0"),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu17
)
