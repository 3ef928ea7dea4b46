import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Sections that are kept for the next time.
@Suite struct SectionCacheTests {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private let herd: Herd

    init() {
        herd = Herd([(4, "cat"), (2, "hen"), (4, "dog")])
        herd.state = SectionCacheState(model: "m1", stores: ["store": "1"])
    }

    private func removeDirectory() { try? FileManager.default.removeItem(at: directory) }

    private func makeCache() -> SectionCache { SectionCache(directory: directory) }

    private static let sections = [
        SectionCacheRecord.Section(name: "2", count: 1), SectionCacheRecord.Section(name: "4", count: 2),
    ]

    @Test func `sections that were counted are found by the next controller, in memory and in a file`() throws {
        defer { removeDirectory() }
        let cache = makeCache()
        try herd.controller(cacheName: "list", cache: cache).performFetch()
        #expect(cache.record(named: "list")?.sections == Self.sections)
        cache.waitUntilWritten()
        let later = makeCache()
        #expect(later.record(named: "list") == cache.record(named: "list") && later.record(named: "other") == nil)
        let controller = herd.controller(cacheName: "list", cache: later)
        try controller.performFetch()
        #expect(controller.sections?.map(\.name) == ["2", "4"])
    }

    @Test func `sections in the cache spare reading the objects between the first and the last`() throws {
        defer { removeDirectory() }
        let cache = makeCache()
        herd.add(4, "cow")
        try herd.controller(cacheName: "list", cache: cache).performFetch()
        // Between the first and the last of its section; counting would find it.
        herd["cow"].legs = 2
        herd.request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "name", ascending: true)]
        herd["hen"].name = "a hen"
        let configuration = try #require(
            SectionCacheConfiguration(herd.request.requestDescription, sectionNameKeyPath: "legs"))
        let record = try #require(cache.record(named: "list"))
        cache.set(
            SectionCacheRecord(configuration: configuration, state: record.state, sections: record.sections),
            named: "list")
        let controller = herd.controller(cacheName: "list", cache: cache)
        try controller.performFetch()
        #expect(controller.sections?.map(\.numberOfObjects) == [1, 3])
    }

    @Test(
        arguments: [
            ([("2", 1), ("4", 3)], "more objects"), ([("2", 2), ("4", 1)], "other lengths"),
            ([("2", 1), ("5", 2)], "another name"), ([("2", 3)], "fewer sections"), ([], "no sections"),
        ] as [([(String, Int)], String)])
    func `sections that are not those of the objects are counted anew`(_ sections: [(String, Int)], _ what: String)
        throws
    {
        defer { removeDirectory() }
        let cache = makeCache()
        let configuration = try #require(
            SectionCacheConfiguration(herd.request.requestDescription, sectionNameKeyPath: "legs"))
        cache.set(
            SectionCacheRecord(
                configuration: configuration, state: try #require(herd.state),
                sections: sections.map { .init(name: $0.0, count: $0.1) }), named: "list")
        let controller = herd.controller(cacheName: "list", cache: cache)
        try controller.performFetch()
        #expect(controller.sections?.map(\.numberOfObjects) == [1, 2], "\(what)")
        #expect(cache.record(named: "list")?.sections == Self.sections)
    }

    @Test(arguments: ["model", "stores", "pending changes"])
    func `what the model or the stores have changed is counted anew`(_ change: String) throws {
        defer { removeDirectory() }
        let cache = makeCache()
        try herd.controller(cacheName: "list", cache: cache).performFetch()
        let old = cache.record(named: "list")
        switch change {
        case "model": herd.state = SectionCacheState(model: "m2", stores: ["store": "1"])
        case "stores": herd.state = SectionCacheState(model: "m1", stores: ["store": "2"])
        default: herd.state = nil
        }
        herd["hen"].legs = 4
        let controller = herd.controller(cacheName: "list", cache: cache)
        try controller.performFetch()
        #expect(controller.sections?.map(\.numberOfObjects) == [3])
        // Of what is not saved nothing is kept.
        #expect((cache.record(named: "list") == old) == (change == "pending changes"))
    }

    @Test func `what a save brought is kept`() throws {
        defer { removeDirectory() }
        let (cache, delegate) = (makeCache(), EndDelegate())
        let controller = herd.controller(cacheName: "list", cache: cache)
        controller.delegate = delegate
        try controller.performFetch()
        herd.state = nil
        herd.tell(changed: [herd.add(4, "cow")])
        herd.state = SectionCacheState(model: "m1", stores: ["store": "2"])
        herd.tellSaved()
        #expect(cache.record(named: "list")?.sections.map(\.count) == [1, 3])
        #expect(cache.record(named: "list")?.state.stores == ["store": "2"])
    }

    @Test func `a request that was changed with its cache is an error, and none after the cache was deleted`() throws {
        defer { removeDirectory() }
        let cache = makeCache()
        let controller = herd.controller(cacheName: "list", cache: cache)
        try controller.performFetch()
        herd.request.predicate = MainspringFoundation.NSPredicate(format: "legs > 2")
        herd.fewestLegs = 3
        let error = #expect(throws: CocoaError.self) { try controller.performFetch() }
        #expect(error?.code.rawValue == 134_060 && error?.localizedDescription.contains("“list”") == true)
        #expect(controller.fetchedObjects?.count == 3 && herd.fetchCount == 1)
        cache.delete(named: "list")
        try controller.performFetch()
        #expect(controller.fetchedObjects?.count == 2 && cache.record(named: "list")?.sections.map(\.count) == [2])
        // Another controller's cache of the same name is counted anew and is no error.
        herd.request.predicate = nil
        try herd.controller(cacheName: "list", cache: cache).performFetch()
    }

    @Test func `a request that no text says is not kept`() throws {
        defer { removeDirectory() }
        let cache = makeCache()
        herd.request.predicate = MainspringFoundation.NSPredicate { _, _ in true }
        try herd.controller(cacheName: "block", cache: cache).performFetch()
        herd.request.predicate = nil
        herd.request.sortDescriptors = [
            MainspringFoundation.NSSortDescriptor(key: "legs", ascending: true) { _, _ in .orderedSame }
        ]
        herd["cat"].legs = 2
        herd["dog"].legs = 2
        try herd.controller(cacheName: "comparator", cache: cache).performFetch()
        #expect(cache.record(named: "block") == nil && cache.record(named: "comparator") == nil)
    }

    @Test func `what is deleted is gone from memory at once, and from files soon`() throws {
        defer { removeDirectory() }
        let cache = makeCache()
        for name in ["one", "two", "three"] { try herd.controller(cacheName: name, cache: cache).performFetch() }
        cache.delete(named: "one")
        #expect(cache.record(named: "one") == nil && cache.record(named: "two") != nil)
        cache.waitUntilWritten()
        #expect(makeCache().record(named: "one") == nil && makeCache().record(named: "two") != nil)
        let later = makeCache()
        later.delete(named: nil)
        #expect(later.record(named: "two") == nil)
        try herd.controller(cacheName: "three", cache: later).performFetch()
        later.waitUntilWritten()
        #expect(later.record(named: "three") != nil)
        #expect(makeCache().record(named: "two") == nil && makeCache().record(named: "three") != nil)
    }

    @Test(arguments: ["../../escape", "/etc/passwd", "", ".", "a/b", "na\0me", String(repeating: "x", count: 5_000)])
    func `no name leads out of the directory`(_ name: String) throws {
        defer { removeDirectory() }
        let cache = makeCache()
        try herd.controller(cacheName: name, cache: cache).performFetch()
        cache.waitUntilWritten()
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(files == [cache.file(named: name).lastPathComponent])
        #expect(makeCache().record(named: name) == cache.record(named: name))
    }

    @Test func `a directory that cannot be made is no error`() throws {
        let cache = SectionCache(directory: URL(fileURLWithPath: "/dev/null/none"))
        let controller = herd.controller(cacheName: "list", cache: cache)
        try controller.performFetch()
        cache.waitUntilWritten()
        #expect(controller.sections?.count == 2)
    }
}

/// Files that are no caches.
@Suite struct SectionCacheFileTests {
    private static func valid() throws -> (record: SectionCacheRecord, data: Data) {
        let request = Herd().request.requestDescription
        let record = SectionCacheRecord(
            configuration: try #require(SectionCacheConfiguration(request, sectionNameKeyPath: "legs")),
            state: SectionCacheState(model: "m", stores: ["s": "1"]),
            sections: [.init(name: "", count: 1), .init(name: "ä", count: .max - 1)])
        return (record, try record.data(named: "list"))
    }

    @Test func `a record is read as it was written, and under its name only`() throws {
        let (record, data) = try Self.valid()
        #expect(SectionCacheRecord(named: "list", data) == record)
        #expect(SectionCacheRecord(named: "other", data) == nil)
    }

    @Test(
        arguments: [
            ("version", PropertyListValue.integer(2)), ("name", .integer(1)), ("model", .array([])),
            ("stores", .dictionary(["s": .integer(1)])), ("stores", .array([])), ("configuration", .string("")),
            ("sections", .array([.string("a")])), ("sections", .array([.string("a"), .string("a")])),
            ("sections", .array([.string("a"), .integer(1)])), ("counts", .array([.integer(0), .integer(1)])),
            ("counts", .array([.integer(-1), .integer(1)])), ("counts", .array([.integer(.max), .integer(1)])),
            ("counts", .array([.largeInteger(.max), .integer(1)])), ("counts", .string("")),
        ])
    func `a record that says what cannot be is none`(_ key: String, _ value: PropertyListValue) throws {
        var fields = try #require(try PropertyListValue(contentsOf: Self.valid().data).dictionary?.entries)
        fields[key] = value
        let data = try PropertyListValue.dictionary(PropertyListDictionary(fields)).binaryData()
        #expect(SectionCacheRecord(named: "list", data) == nil)
        fields[key] = nil
        #expect(
            SectionCacheRecord(
                named: "list", try PropertyListValue.dictionary(PropertyListDictionary(fields)).binaryData()) == nil)
    }

    @Test(arguments: Seeds.first(20))
    func `broken files are ignored, and stop nobody`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (record, data) = try Self.valid()
        for _ in 0..<200 {
            var broken = data
            switch Int.random(in: 0..<3, using: &random) {
            case 0: broken = broken.prefix(Int.random(in: 0..<data.count, using: &random))
            case 1: broken[Int.random(in: 0..<data.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            default: broken.append(contentsOf: (0..<9).map { _ in .random(in: 0...255, using: &random) })
            }
            if let read = SectionCacheRecord(named: "list", Data(broken)) {
                #expect(read.sections.allSatisfy { $0.count > 0 })
            }
        }
        #expect(record.sections.count == 2)
    }

    @Test func `a directory in the place of a file is no record`() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let cache = SectionCache(directory: directory)
        try FileManager.default.createDirectory(at: cache.file(named: "list"), withIntermediateDirectories: true)
        #expect(cache.record(named: "list") == nil)
        try Data("garbage".utf8).write(to: cache.file(named: "text"))
        #expect(cache.record(named: "text") == nil)
    }
}
