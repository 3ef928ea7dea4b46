import Foundation

/// The library itself, as these tests were built with it.
extension SwiftCompiler {
    private static let modules = [
        "CLinux", "CZlib", "CSQLite", "Locks", "Diagnostics", "FileAccess", "Mainspring",
        "MainspringFoundation", "MainspringModel", "MainspringData", "CoreData",
    ]

    /// The folder of the test program, where the build puts modules and object files.
    private static func products() throws -> String {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: program).deletingLastPathComponent().path
    }

    /// What makes `import CoreData` find the library's module.
    static func libraryFlags() throws -> [String] {
        let products = try products()
        let sources = URL(fileURLWithPath: #filePath).appending(path: "../../../../Sources").standardized.path
        let maps = modules.flatMap {
            [
                "\(sources)/\($0)/include/module.modulemap", "\(sources)/\($0)/module.modulemap",
                "\(products)/\($0).build/module.modulemap",
            ]
        }
        return ["-I", "\(products)/Modules"]
            + maps.filter { FileManager.default.fileExists(atPath: $0) }
            .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }

    /// What links a program with the library, as a file with arguments.
    func libraryObjects() throws -> [String] {
        let products = try Self.products()
        let objects = try Self.modules.flatMap { module in
            let folder = "\(products)/\(module).build"
            // A system's library was not built.
            guard FileManager.default.fileExists(atPath: folder) else { return [String]() }
            return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".o") }
                .map { "\(folder)/\($0)" }
        }
        let list = try write((objects + ["-lz"]).map { "\"\($0)\"" }.joined(separator: "\n"), as: "objects.txt")
        return ["@\(list)"]
    }
}
