// swift-tools-version: 6.2
import PackageDescription

// A package that a user might have: a model of Xcode's, classes as Xcode writes them save `@objc`, and a library beside it.

// On Apple's platforms `import CoreData` means the system's.
let coreData = Target.Dependency.product(name: "CoreData", package: "Mainspring", condition: .when(platforms: [.linux]))
// So do these.
let layers = ["CoreGraphics", "QuartzCore"].map { name in
    Target.Dependency.product(name: name, package: "Mainspring", condition: .when(platforms: [.linux]))
}
let plugins: [Target.PluginUsage] = [.plugin(name: "ModelPlugin", package: "Mainspring")]
let package = Package(
    name: "UserPackage",
    traits: [
        .trait(name: "Drawing", description: "Layers are drawn."),
        .default(enabledTraits: ["Drawing"]),
    ],
    dependencies: [
        .package(
            name: "Mainspring", path: "../..",
            traits: [.trait(name: "Rendering", condition: .when(traits: ["Drawing"]))])
    ],
    targets: [
        .target(
            name: "Catalog", dependencies: [coreData],
            plugins: plugins),
        .executableTarget(
            name: "Shop", dependencies: ["Catalog", coreData],
            plugins: plugins),
        .executableTarget(name: "Poster", dependencies: layers),
    ],
    swiftLanguageModes: [.v6]
)
