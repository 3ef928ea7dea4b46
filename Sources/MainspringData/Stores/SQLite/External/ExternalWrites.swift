internal import Foundation
internal import Glibc

/// The files of long data that one save makes and gives up.
///
/// New files are on the disk before the transaction is committed, old ones are deleted after it, when nobody reads them any
/// more; whatever happens between, the file of the store names only files that are there. Used by one thread.
final class ExternalWrites {
    private let files: ExternalFiles
    private var made: [String] = []
    private var givenUp: [String] = []

    init(_ files: ExternalFiles) { self.files = files }

    /// What the column gets for data; long ones are written into a new file.
    /// - Throws: `CocoaError` 134030 if that cannot be written.
    func column(for data: Data) throws -> Data {
        guard data.count >= ExternalFiles.threshold, let folder = files.folder else {
            return ExternalFiles.inlineColumn(data)
        }
        try make(folder)
        let name = UUID().uuidString
        let path = "\(folder)/\(name)"
        made.append(path)
        try StoreFile.write(data, to: URL(fileURLWithPath: path))
        return ExternalFiles.fileColumn(name)
    }

    /// How many files were made.
    var count: Int { made.count }

    /// Deletes those again that were made since there were so many: the row that was to have them is not written.
    func takeBack(to count: Int) {
        for path in made[count...] { unlink(path) }
        made.removeSubrange(count...)
    }

    /// Notes what the column had until now; its file is not needed once the save is done.
    func giveUp(_ column: Data) {
        // What names no file of the folder's has none that could be deleted.
        if let path = try? files.file(column) { givenUp.append(path) }
    }

    /// The transaction is committed, and the rows that are kept are those that it has written.
    func commit() {
        files.uses.giveUp(givenUp)
        (made, givenUp) = ([], [])
    }

    /// The transaction is rolled back.
    func rollBack() {
        for path in made { unlink(path) }
        (made, givenUp) = ([], [])
    }

    private func make(_ folder: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CoreDataError.make(
                NSPersistentStoreSaveError,
                "The folder \(folder) for long data of the store cannot be made: \(error.localizedDescription)",
                userInfo: [NSFilePathErrorKey: folder], underlying: error)
        }
    }
}
