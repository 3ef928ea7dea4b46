// swift-tools-version: 6.2
import PackageDescription

// A package that a user might have: a model of Xcode's, classes as Xcode writes them save `@objc`, and a library beside it.
let package = Package(
    name: "UserPackage",
    dependencies: [.package(name: "Mainspring", path: "../..")],
    targets: [
        .target(
            name: "Catalog", dependencies: [.product(name: "CoreData", package: "Mainspring")],
            plugins: [.plugin(name: "ModelPlugin", package: "Mainspring")]),
        .executableTarget(
            name: "Shop", dependencies: ["Catalog", .product(name: "CoreData", package: "Mainspring")],
            plugins: [.plugin(name: "ModelPlugin", package: "Mainspring")]),
    ],
    swiftLanguageModes: [.v6]
)
