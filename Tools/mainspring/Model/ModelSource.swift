internal import Foundation
internal import Glibc
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
@_spi(Tools) internal import MainspringModel

/// A model as it is named on the command line: a file or folder of models, or a store, which keeps its own.
struct ModelSource {
    /// A version of it.
    struct Version {
        let name: String
        let isCurrent: Bool
        let model: NSManagedObjectModel
        /// What the file says that was not understood, in sentences.
        let notes: [String]
    }

    let path: String
    /// At least one, by their names.
    let versions: [Version]
    /// Whether the model is that of a store.
    let isStore: Bool

    /// - Throws: `ModelFileError`; `CocoaError` for a store without a model.
    init(path: String) throws {
        self.path = path
        let url = URL(fileURLWithPath: path)
        isStore = Self.isDatabase(path)
        if isStore {
            let inspection = try StoreInspection(at: url)
            defer { inspection.close() }
            guard inspection.modelOrigin == .cached else {
                throw ToolError(inspection.notes.joined(separator: " ") + " Name a file with the model.")
            }
            versions = [Version(name: url.lastPathComponent, isCurrent: true, model: inspection.model, notes: [])]
        } else {
            versions = try ModelBundle(contentsOf: url).versions.map {
                Version(name: $0.name, isCurrent: $0.isCurrent, model: $0.model, notes: $0.notes)
            }
        }
    }

    /// The version of a name; without one the current version.
    func version(_ name: String?) throws -> Version {
        let found =
            name.map { name in versions.first { $0.name == name } } ?? versions.first(where: \.isCurrent) ?? versions[0]
        guard let found else {
            throw ToolError(
                "“\(path)” has no version “\(name ?? "")”. It has: \(versions.map(\.name).joined(separator: ", ")).")
        }
        return found
    }

    /// Whether a file begins as SQLite's databases do.
    static func isDatabase(_ path: String) -> Bool {
        var status = stat()
        // A pipe would let wait for ever who opens it.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let file = FileHandle(forReadingAtPath: path)
        else {
            return false
        }
        defer { try? file.close() }
        return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }
}
