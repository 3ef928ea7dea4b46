// swift-tools-version: 6.2
import PackageDescription

// The driver of the benchmarks. It is a package of its own because it needs nothing of what it measures: it builds in seconds,
// refuses wrong arguments before anything is built, and its tests build neither Mainspring nor a peer.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Driver",
    targets: [
        .executableTarget(
            name: "Bench", swiftSettings: settings + [.enableUpcomingFeature("InternalImportsByDefault")]),
        .testTarget(name: "BenchTests", dependencies: ["Bench"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
