// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with; Scripts/fuzz adds the fuzzer's own flags, without which nothing links.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A program that feeds one entry.
func fuzzer(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["CFuzzer", .product(name: "FuzzEntries", package: "Mainspring")],
        swiftSettings: settings)
}

let package = Package(
    name: "Fuzzing",
    dependencies: [.package(name: "Mainspring", path: "..")],
    targets: [
        // libFuzzer's function that runs it; the toolchain has no header for it.
        .target(name: "CFuzzer"),
        fuzzer("Predicates"),
        fuzzer("PropertyLists"),
        fuzzer("Models"),
        fuzzer("Stores"),
        fuzzer("Images"),
        fuzzer("Texts"),
    ],
    swiftLanguageModes: [.v6]
)
