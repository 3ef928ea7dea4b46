import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// Archives that Apple's tools wrote.
@Suite struct RealArchiveTests {
    /// All objects that can be reached, and the classes of those that are no model's.
    struct Contents {
        var objects = 0
        var classes: Set<String> = []
        private var seen: Set<Int> = []

        init(of archive: KeyedArchive) throws {
            for key in archive.topKeys { try visit(archive.top(key)) }
        }

        private mutating func visit(_ value: ArchivedValue) throws {
            if case .list(let elements) = value { for element in elements { try visit(element) } }
            guard let object = value.object, seen.insert(object.number).inserted else { return }
            objects += 1
            classes.insert(object.className)
            for key in object.keys { try visit(object.value(key)) }
        }
    }

    @Test(.enabled(if: AppleStores.areHere, Comment(rawValue: AppleStores.skipped)))
    func `a compiled model is read to its last object`() throws {
        let models = try AppleStores.files { $0.hasSuffix(".mom") }
        #expect(models.count >= 6)
        for (name, data) in models {
            let archive = try KeyedArchive(data)
            let model = try #require(try archive.top().object, "\(name)")
            #expect(model.className == "NSManagedObjectModel")
            let entities = try #require(try model.object("NSEntities")).namedEntries()
            #expect(!entities.isEmpty)
            for (entityName, entity) in entities {
                let entity = try #require(entity.object)
                #expect(try entity.string("NSEntityName") == entityName)
                #expect(entity.isKind(of: "NSObject"))
                for (property, description) in try #require(try entity.object("NSProperties")).namedEntries() {
                    #expect(try description.object?.string("NSPropertyName") == property)
                }
            }
            #expect(try Contents(of: archive).objects > 5)
        }
    }

    @Test(.enabled(if: StoreContents.areReadable, Comment(rawValue: StoreContents.skipped)))
    func `the model that a store keeps is read to its last object`() throws {
        let caches = try StoreContents.modelCaches()
        #expect(caches.count >= 7)
        for (name, data) in caches {
            let archive = try KeyedArchive(data)
            let model = try #require(try archive.top().object)
            let entities = try #require(try model.object("NSEntities")).namedEntries()
            #expect(name.hasSuffix(" model of \(entities.count)"), "\(name)")
            for entity in entities.values {
                let properties = try #require(try entity.object?.object("NSProperties")).namedEntries()
                for (property, description) in properties {
                    let object = try #require(description.object)
                    // What a subentity has from the one above is described by reference.
                    let own = try object.object("NSUnderlyingProperty") ?? object
                    #expect(try own.string("NSPropertyName") == property, "\(name)")
                }
            }
            #expect(try Contents(of: archive).objects > 5)
        }
    }

    @Test(.enabled(if: StoreContents.areReadable, Comment(rawValue: StoreContents.skipped)))
    func `every transformable value of a store is decoded`() throws {
        let values = try StoreContents.transformables()
        #expect(values.count >= 197)
        var kinds: [String: Int] = [:]
        for (name, data) in values {
            let archive = try KeyedArchive(data)
            for key in archive.topKeys {
                let value = try archive.top(key).decoded()
                kinds[value.map { String(describing: type(of: $0)) } ?? "nil", default: 0] += 1
                // And again, by way of our own archive.
                var writer = KeyedArchiveWriter()
                writer.setTop(try writer.archive(value))
                let again = try KeyedArchive(writer.data()).top().decoded()
                #expect(String(describing: type(of: again)) == String(describing: type(of: value)), "\(name)")
            }
        }
        #expect(kinds["String", default: 0] > 0 && kinds["Array<Any>", default: 0] > 0)
        #expect(kinds["Dictionary<AnyHashable, Any>", default: 0] > 0 && kinds["Set<AnyHashable>", default: 0] > 0)
    }

    @Test(.enabled(if: AppleStores.areHere, Comment(rawValue: AppleStores.skipped)))
    func `a model of 2009 is read to its last object`() throws {
        let files = try AppleStores.files { $0.hasSuffix("/elements") || $0.hasSuffix("/layout") }
        #expect(files.count == 2)
        for (_, data) in files { #expect(try Contents(of: KeyedArchive(data)).objects > 10) }
    }

    @Test(.enabled(if: AppleStores.areHere, Comment(rawValue: AppleStores.skipped)))
    func `every list of Apple's reads back as it was written`() throws {
        let lists = try AppleStores.files {
            [".mom", "/elements", "/layout", ".plist", ".xccurrentversion"].contains(where: $0.hasSuffix)
        }
        #expect(lists.count > 12)
        for (name, data) in lists {
            let value = try PropertyListValue(contentsOf: data)
            #expect(try PropertyListValue(contentsOf: value.binaryData()) == value, "\(name)")
        }
    }

    @Test(.enabled(if: AppleStores.areHere, Comment(rawValue: AppleStores.skipped)))
    func `no part of a model is a list`() throws {
        for (_, data) in try AppleStores.files({ $0.hasSuffix(".mom") }) {
            for count in 0..<data.count {
                #expect(throws: PropertyListError.self) { try PropertyListValue(contentsOf: data.prefix(count)) }
            }
        }
    }

    @Test(.enabled(if: AppleStores.areHere, Comment(rawValue: AppleStores.skipped)), arguments: Seeds.first(1))
    func `a model with a changed byte is read or is an error`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let models = try AppleStores.files { $0.hasSuffix(".mom") }
        for _ in 0..<2_000 {
            var data = try #require(models.randomElement(using: &random)).data
            data[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            do {
                let archive = try KeyedArchive(data)
                _ = try? archive.top().decoded()
                _ = try Contents(of: archive)
            } catch let error as ArchiveError {
                #expect(error.description.hasSuffix("."), "seed \(seed)")
            }
        }
    }
}
