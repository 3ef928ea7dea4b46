// swift-tools-version: 6.2
import PackageDescription

// A package that a user might have: a model of Xcode's, classes as Xcode writes them save `@objc`, and a library beside it.

// On Apple's platforms `import CoreData` means the system's.
let coreData = Target.Dependency.product(name: "CoreData", package: "Mainspring", condition: .when(platforms: [.linux]))
let plugins: [Target.PluginUsage] = [.plugin(name: "ModelPlugin", package: "Mainspring")]
let package = Package(
    name: "UserPackage",
    dependencies: [.package(name: "Mainspring", path: "../..")],
    targets: [
        .target(
            name: "Catalog", dependencies: [coreData],
            plugins: plugins),
        .executableTarget(
            name: "Shop", dependencies: ["Catalog", coreData],
            plugins: plugins),
    ],
    swiftLanguageModes: [.v6]
)
