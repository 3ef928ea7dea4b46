import Foundation
import MainspringFoundation
import SeededRandom
import Testing

@_spi(Tools) @testable import MainspringModel

@Suite struct HostileModelArchiveTests {
    private typealias Reference = KeyedArchiveWriter.Reference

    /// Reads an archive of a model whose only entity is given; its own fields and properties are made by a closure.
    private func read(
        _ build: (inout KeyedArchiveWriter, _ entity: Reference) throws -> (
            fields: [String: PropertyListValue], properties: [Reference]
        )
    ) throws -> (model: NSManagedObjectModel, notes: [String]) {
        var archive = KeyedArchiveWriter()
        let entity = archive.reserve()
        let (fields, properties) = try build(&archive, entity)
        let entries = properties.enumerated().map { (key: archive.add(.string("p\($0.offset)")), value: $0.element) }
        var all: [String: PropertyListValue] = [
            "NSEntityName": archive.add(.string("A")).value,
            "NSProperties": archive.addDictionary(entries, isMutable: true).value,
        ]
        all.merge(fields) { $1 }
        archive.define(entity, ArchivedClass("NSEntityDescription"), all)
        let entities = archive.addDictionary([(key: archive.add(.string("A")), value: entity)])
        archive.setTop(archive.add(ArchivedClass("NSManagedObjectModel"), ["NSEntities": entities.value]))
        let model = NSManagedObjectModel()
        return (model, try ModelArchiveReader.read(try archive.data(), path: "hostile.mom", into: model))
    }

    private func attribute(
        _ archive: inout KeyedArchiveWriter, _ fields: [String: PropertyListValue]
    ) -> Reference {
        var all: [String: PropertyListValue] = [
            "NSPropertyName": archive.add(.string("a")).value, "NSAttributeType": .integer(700),
        ]
        all.merge(fields) { $1 }
        return archive.add(ArchivedClass("NSAttributeDescription", superclasses: ["NSPropertyDescription"]), all)
    }

    @Test func `an entity that inherits from itself is an error`() {
        let error = #expect(throws: ModelFileError.self) {
            try read { _, entity in (["NSSuperentity": entity.value], []) }
        }
        #expect(error?.description.contains("the entity “A” inherits from itself") == true)
    }

    @Test func `a property of an unknown class is left out with a note`() throws {
        let (model, notes) = try read { archive, _ in
            ([:], [archive.add(ArchivedClass("Evil"), ["NSPropertyName": archive.add(.string("x")).value])])
        }
        #expect(model.entitiesByName["A"]?.properties.isEmpty == true)
        #expect(notes.count == 1)
        #expect(notes.first?.contains("of class Evil") == true)
    }

    @Test func `unknown keys are noted`() throws {
        let (_, notes) = try read { archive, _ in
            ([:], [attribute(&archive, ["NSFuture": .integer(1)])])
        }
        #expect(notes.count == 1)
        #expect(notes.first?.contains("the key “NSFuture” is not known") == true)
    }

    @Test(arguments: [
        ("NSPropertyName", PropertyListValue.integer(3), "a string"),
        ("NSAttributeType", .integer(12_345), "12345 is no type of attributes that is known"),
        ("NSAttributeType", .string("x"), "an integer"),
        ("NSIsOptional", .string("x"), "a truth value"),
        ("NSPropertyName", .uid(999_999), "refers to object 999999"),
        ("NSUserInfo", .integer(1), "an object"),
    ])
    func `fields of the wrong kind are errors with a sentence`(
        key: String, value: PropertyListValue, clause: String
    ) {
        let error = #expect(throws: ModelFileError.self) {
            try read { archive, _ in ([:], [attribute(&archive, [key: value])]) }
        }
        #expect(error?.description.contains(clause) == true)
        #expect(error?.description.hasPrefix("hostile.mom") == true)
    }

    @Test func `predicates that contain themselves are left out with a note`() throws {
        let (model, notes) = try read { archive, _ in
            let predicate = archive.reserve()
            archive.define(
                predicate, ArchivedClass("NSCompoundPredicate"),
                [
                    "NSCompoundPredicateType": .integer(1),
                    "NSSubpredicates": archive.addList(.array, [predicate]).value,
                ])
            let list = archive.addList(.array, [predicate])
            return ([:], [attribute(&archive, ["NSValidationPredicates": list.value])])
        }
        #expect(model.entitiesByName["A"]?.attributesByName["a"]?.validationPredicates == [])
        #expect(notes.first?.contains("it contains itself") == true)
    }

    @Test func `predicates that double are left out with a note`() throws {
        let (model, notes) = try read { archive, _ in
            var predicate = archive.add(ArchivedClass("NSTruePredicate"), [:])
            for _ in 0..<60 {
                predicate = archive.add(
                    ArchivedClass("NSCompoundPredicate"),
                    [
                        "NSCompoundPredicateType": .integer(1),
                        "NSSubpredicates": archive.addList(.array, [predicate, predicate]).value,
                    ])
            }
            let list = archive.addList(.array, [predicate])
            return ([:], [attribute(&archive, ["NSValidationPredicates": list.value])])
        }
        #expect(model.entitiesByName["A"]?.attributesByName["a"]?.validationPredicates == [])
        #expect(notes.first?.contains("more than 100000 parts") == true)
    }

    @Test(arguments: ["NSComparisonPredicate", "NSCompoundPredicate", "NSBlockPredicate", "UIColor"])
    func `predicates without their parts, and of other classes, are left out with a note`(name: String) throws {
        let (model, notes) = try read { archive, _ in
            let predicate = archive.add(ArchivedClass(name), ["NSCompoundPredicateType": .integer(77)])
            let list = archive.addList(.array, [predicate])
            return ([:], [attribute(&archive, ["NSValidationPredicates": list.value])])
        }
        #expect(model.entitiesByName["A"]?.attributesByName["a"]?.validationPredicates == [])
        #expect(notes.count == 1)
    }

    @Test func `composites that contain themselves are an error`() {
        let error = #expect(throws: ModelFileError.self) {
            try read { archive, _ in
                let composite = archive.reserve()
                archive.define(
                    composite, ArchivedClass("NSCompositeAttributeDescription"),
                    [
                        "NSPropertyName": archive.add(.string("c")).value, "NSAttributeType": .integer(2_100),
                        "NSElements": archive.addList(.array, [composite]).value,
                    ])
                return ([:], [composite])
            }
        }
        #expect(error?.description.contains("composites stand in themselves") == true)
    }

    @Test func `many entities that share a long list of properties are refused`() throws {
        var archive = KeyedArchiveWriter()
        let shared = (0..<2_000).map { number in
            archive.add(
                ArchivedClass("NSAttributeDescription"),
                ["NSPropertyName": archive.add(.string("p\(number)")).value, "NSAttributeType": .integer(700)])
        }
        let properties = archive.addDictionary(shared.enumerated().map { (archive.add(.string("p\($0)")), $1) })
        let entities = (0..<2_000).map { number in
            (
                key: archive.add(.string("E\(number)")),
                value: archive.add(
                    ArchivedClass("NSEntityDescription"),
                    ["NSEntityName": archive.add(.string("E\(number)")).value, "NSProperties": properties.value])
            )
        }
        let root = archive.add(
            ArchivedClass("NSManagedObjectModel"), ["NSEntities": archive.addDictionary(entities).value])
        archive.setTop(root)
        let data = try archive.data()
        let error = #expect(throws: ModelFileError.self) {
            try ModelArchiveReader.read(data, path: "hostile.mom", into: NSManagedObjectModel())
        }
        #expect(error?.description.contains("more entities, properties and parts of them") == true)
    }

    @Test(arguments: ["NSArray", "NSKeyedArchiver", "XDPMModel"])
    func `archives of something else are refused`(name: String) throws {
        var archive = KeyedArchiveWriter()
        archive.setTop(archive.add(ArchivedClass(name), [:]))
        let data = try archive.data()
        #expect(throws: ModelFileError.self) {
            try ModelArchiveReader.read(data, path: "other.mom", into: NSManagedObjectModel())
        }
    }

    /// A real compiled model if there is one, else one of ours.
    private static func compiled() throws -> Data {
        let real = AppleStores.url("samplemodel/SampleModel.momd/SampleModel3.mom")
        if FileManager.default.fileExists(atPath: real.path) { return try Data(contentsOf: real) }
        return try ModelArchiveWriter.write(EverythingModel.model(), for: .file, path: "ours")
    }

    @Test func `an archive that ends at any byte is refused and does no harm`() throws {
        let data = try Self.compiled()
        for count in 0..<data.count {
            #expect(throws: ModelFileError.self) {
                try ModelArchiveReader.read(data.prefix(count), path: "cut", into: NSManagedObjectModel())
            }
        }
    }

    @Test(arguments: Seeds.first(4))
    func `archives with wrong bytes are refused or read, and do no harm`(seed: UInt64) throws {
        let ours = try ModelArchiveWriter.write(EverythingModel.model(), for: .file, path: "ours")
        let old = AppleStores.url("books/old.xcdatamodeld/CoreDataBooks.xcdatamodel/elements")
        let sources = [try Self.compiled(), ours, (try? Data(contentsOf: old)) ?? ours]
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var bytes = [UInt8](sources[Int.random(in: sources.indices, using: &random)])
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let model = NSManagedObjectModel()
            do throws(ModelFileError) {
                _ = try ModelArchiveReader.read(Data(bytes), path: "flipped", into: model)
                #expect(model.issues.isEmpty, "seed \(seed)")
                model.freeze()
            } catch {
                #expect(error.description.hasPrefix("flipped"), "seed \(seed)")
            }
        }
    }
}
