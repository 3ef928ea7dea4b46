import Foundation
import Glibc
import MainspringModel
import Testing

@testable import MainspringData

/// Replacements of stores by files that are not whole stores, and the modes of copies.
@Suite struct RefusedReplacementTests {
    private let stores = PictureStore()

    enum Source: CaseIterable { case empty, text, otherType, cut, damaged }

    private func coordinator() -> NSPersistentStoreCoordinator {
        NSPersistentStoreCoordinator(managedObjectModel: stores.model())
    }

    private func fill(_ url: URL, _ type: NSPersistentStore.StoreType, count: Int) throws {
        let opened = coordinator()
        let store = try opened.addPersistentStore(type: type, at: url)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = opened
        for number in 0..<count { stores.insert("\(number)", number == 0 ? PictureStore.long : nil, context) }
        try context.save()
        try opened.remove(store)
    }

    /// Makes a file that is not a whole store of a type. Returns false if the type has no such file.
    private func make(_ source: Source, _ type: NSPersistentStore.StoreType, at url: URL) throws -> Bool {
        switch source {
        case .empty: try Data().write(to: url)
        case .text: try Data(repeating: UInt8(ascii: "x"), count: 10_000).write(to: url)
        case .otherType: try fill(url, type == .xml ? .binary : .xml, count: 1)
        case .cut:
            try fill(url, type, count: 500)
            let data = try Data(contentsOf: url)
            try data.prefix(data.count * 2 / 3).write(to: url)
        case .damaged:
            guard type == .sqlite else { return false }
            try fill(url, type, count: 2_000)
            var data = try Data(contentsOf: url)
            let middle = data.count / 2 / 4_096 * 4_096
            data.replaceSubrange(middle..<middle + 20_480, with: Data(repeating: 0xA5, count: 20_480))
            try data.write(to: url)
        }
        return true
    }

    @Test(arguments: [NSPersistentStore.StoreType.sqlite, .xml, .binary], Source.allCases)
    func `The old store stays whole if the source is not a whole store`(
        type: NSPersistentStore.StoreType, source: Source
    ) throws {
        let url = stores.scratch.url("source")
        guard try make(source, type, at: url) else { return }
        try fill(stores.url, type, count: 7)
        #expect(throws: CocoaError.self) {
            try coordinator().replacePersistentStore(at: stores.url, withPersistentStoreFrom: url, type: type)
        }
        let opened = coordinator()
        try opened.addPersistentStore(type: type, at: stores.url)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = opened
        let items = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
        #expect(items.count == 7)
        #expect(items.compactMap { $0.value(forKey: "picture") as? Data } == [PictureStore.long])
    }

    /// The owner of a copy must be able to read its long data.
    @Test(arguments: [0o640, 0o600, 0o644] as [mode_t]) func `All files and folders of a copy have the store's mode`(
        _ mode: mode_t
    ) throws {
        try fill(stores.url, .sqlite, count: 1)
        chmod(stores.url.path, mode)
        let copy = stores.scratch.url("copy.sqlite")
        let former = umask(0o077)
        defer { umask(former) }
        try coordinator().replacePersistentStore(at: copy, withPersistentStoreFrom: stores.url, type: .sqlite)
        let folder = ExternalFolder(store: copy.path)
        for path in [folder.supportPath, folder.path] { #expect(permissions(path) == mode | (mode & 0o444) >> 2) }
        let files = try folder.fileNames().map { folder.path + "/" + $0 } + [copy.path]
        #expect(files.count == 2)
        for file in files { #expect(permissions(file) == mode) }
    }

    private func permissions(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func `A foreign folder beside long data is not deleted with the store`() throws {
        try fill(stores.url, .sqlite, count: 1)
        let folder = ExternalFolder(store: stores.url.path)
        for place in [folder.supportPath + "/notes", folder.path + "/more"] {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try Data("kept".utf8).write(to: URL(fileURLWithPath: place + "/kept"))
            let failure = Fixture.failure {
                try coordinator().destroyPersistentStore(at: stores.url, type: .sqlite)
            }
            #expect(failure?.sentence.contains(place) == true, "\(String(describing: failure))")
            #expect(FileManager.default.fileExists(atPath: place + "/kept"))
            #expect(FileManager.default.fileExists(atPath: stores.url.path))
            try FileManager.default.removeItem(atPath: place)
        }
        try coordinator().destroyPersistentStore(at: stores.url, type: .sqlite)
        #expect(!FileManager.default.fileExists(atPath: folder.supportPath))
    }
}
