// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SmallAtlas",
    dependencies: [.package(path: "../Mainspring")],
    targets: [
        .executableTarget(
            name: "SmallAtlas",
            dependencies: [
                .product(name: "CoreData", package: "Mainspring"),
                .product(name: "Mainspring", package: "Mainspring"),
                .product(name: "MainspringApplication", package: "Mainspring"),
                .product(name: "MainspringWindows", package: "Mainspring"),
                .product(name: "MainspringX11", package: "Mainspring"),
                .product(name: "QuartzCore", package: "Mainspring"),
            ],
            plugins: [.plugin(name: "ModelPlugin", package: "Mainspring")]),
        .testTarget(
            name: "SmallAtlasTests",
            dependencies: ["SmallAtlas", .product(name: "QuartzCore", package: "Mainspring")]),
    ]
)
