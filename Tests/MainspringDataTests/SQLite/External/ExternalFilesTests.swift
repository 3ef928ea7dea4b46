import Foundation
import Testing

@testable import MainspringData

/// Long data lie in files beside a store.
@Suite struct ExternalFilesTests {
    private let scratch = Scratch()
    private var files: ExternalFiles { ExternalFiles(store: scratch.url("Notes.sqlite").path) }
    private let long = Data((0..<ExternalFiles.threshold).map { UInt8(truncatingIfNeeded: $0) })

    @Test func `The folder is named for the store`() {
        #expect(files.folder?.path == scratch.folder.path + "/.Notes_SUPPORT/_EXTERNAL_DATA")
    }

    @Test func `Short data stand in the column, long ones in a file`() throws {
        let writes = ExternalWrites(files)
        for data in [Data(), Data([2]), long.dropLast()] {
            let column = try writes.column(for: data)
            #expect(column == Data([1]) + data)
            #expect(try files.data(column) == data)
        }
        #expect(scratch.names == [])
        let column = try writes.column(for: long)
        #expect(column.first == 2 && column.last == 0 && column.count == 38)
        #expect(try files.data(column) == long)
    }

    @Test func `Files of a save that fails are deleted, old ones only after a save`() throws {
        let first = ExternalWrites(files)
        let column = try first.column(for: long)
        first.commit()
        let second = ExternalWrites(files)
        second.giveUp(column)
        let other = try second.column(for: long + [1])
        #expect(try files.data(column) == long)
        second.rollBack()
        #expect(try files.data(column) == long)
        #expect(throws: CocoaError.self) { try files.data(other) }
        second.giveUp(column)
        second.commit()
        let failure = Fixture.failure { _ = try files.data(column) }
        #expect(
            failure?.code == NSPersistentStoreOpenError
                && failure?.sentence.contains(files.folder?.path ?? "none") == true)
    }

    @Test func `A column leads to no file outside of the folder`() throws {
        let writes = ExternalWrites(files)
        _ = try writes.column(for: long)
        writes.commit()
        try Data("secret".utf8).write(to: scratch.url("secret"))
        try FileManager.default.createSymbolicLink(
            atPath: #require(files.folder).path + "/link", withDestinationPath: scratch.url("secret").path)
        for name in [
            "../../secret", "/etc/passwd", "..", ".", "", "link", "missing", String(repeating: "a", count: 300),
        ] {
            let column = ExternalFiles.fileColumn(name)
            #expect(Fixture.failure { _ = try files.data(column) }?.code == NSPersistentStoreOpenError, "\(name)")
            writes.giveUp(column)
        }
        #expect(Fixture.failure { _ = try files.data(Data([2, 0xFF, 0xFE, 0])) } != nil)
        // Deleting follows no link and leaves no folder.
        writes.commit()
        #expect(FileManager.default.fileExists(atPath: scratch.url("secret").path))
        #expect(FileManager.default.fileExists(atPath: files.folder?.path ?? ""))
    }

    @Test func `Bytes without a mark are data that were written before files were allowed`() throws {
        #expect(try files.data(Data([9, 8])) == Data([9, 8]))
        #expect(try files.data(Data()) == Data())
    }

    @Test func `A store that lies nowhere has all data in its columns`() throws {
        let nowhere = ExternalFiles(store: "/dev/null")
        #expect(nowhere.folder == nil)
        let column = try ExternalWrites(nowhere).column(for: long)
        #expect(try nowhere.data(column) == long)
        #expect(throws: CocoaError.self) { try nowhere.data(ExternalFiles.fileColumn("name")) }
    }
}
