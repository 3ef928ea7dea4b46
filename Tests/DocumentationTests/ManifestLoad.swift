import CommandRunner
import Foundation

/// Loads a package that depends on this one.
enum ManifestLoad {
    /// - Parameter write: Writes the package into a folder that is there.
    /// - Returns: the exit status, and what was said.
    static func run(_ write: (_ folder: String) throws -> Void) throws -> (status: Int32, output: String) {
        let folder = NSTemporaryDirectory() + "/mainspring-manifest-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The manifest names its neighbour, as a user's would; whatever this clone is called, it stands there.
        try FileManager.default.createDirectory(atPath: folder + "/App", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/Mainspring", withDestinationPath: Document.root)
        try write(folder + "/App")
        return try Command(arguments: ["swift", "package", "--package-path", folder + "/App", "show-dependencies"])
            .run(writingTo: folder + "/output.txt")
    }
}
