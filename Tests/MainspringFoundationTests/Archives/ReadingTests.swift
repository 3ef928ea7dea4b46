import Foundation
import MainspringFoundation
import Testing

/// What an archive is, and what its objects hold.
@Suite struct ReadingTests {
    /// An archive of some objects after nil, whose first one is the root. References are to places in the whole.
    static func archive(_ objects: PropertyListValue..., top: PropertyListValue = .uid(1)) throws -> KeyedArchive {
        try KeyedArchive(
            .dictionary([
                "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
                "$top": .dictionary(["root": top]), "$objects": .array([.string("$null")] + objects),
            ]))
    }

    static func object(class number: UInt32, _ fields: [String: PropertyListValue] = [:]) -> PropertyListValue {
        .dictionary(PropertyListDictionary(fields.merging(["$class": .uid(number)]) { first, _ in first }))
    }

    static func named(_ name: String, _ superclasses: String...) -> PropertyListValue {
        .dictionary([
            "$classname": .string(name), "$classes": .array(([name] + superclasses).map(PropertyListValue.string)),
        ])
    }

    @Test(
        arguments: [
            (.array([]), "it is an array and not a dictionary"),
            (.dictionary([:]), "it was not written by NSKeyedArchiver"),
            (.dictionary(["$archiver": .string("other")]), "it was not written by NSKeyedArchiver"),
            (.dictionary(["$archiver": .string("NSKeyedArchiver")]), "it is of a version that is not known"),
            (
                .dictionary(["$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000)]),
                "it does not say what it is of"
            ),
            (
                .dictionary([
                    "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000), "$top": .dictionary([:]),
                ]), "it has no objects"
            ),
            (
                .dictionary([
                    "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000), "$top": .dictionary([:]),
                    "$objects": .array([]),
                ]), "it has no object for nil"
            ),
        ] as [(PropertyListValue, String)])
    func `a list that is no archive is told`(list: PropertyListValue, sentence: String) throws {
        let error = try #require(throws: ArchiveError.self) { try KeyedArchive(list) }
        #expect(error.description == "The archive cannot be used: \(sentence).")
    }

    @Test func `bytes that are no list are told`() throws {
        let error = try #require(throws: ArchiveError.self) { try KeyedArchive(Data("hello".utf8)) }
        #expect(
            error.description
                == "The property list cannot be used: at byte 0 neither a binary property list nor XML begins.")
    }

    @Test func `an object has a class, the classes above it, and fields`() throws {
        let archive = try Self.archive(
            Self.object(class: 2, ["name": .uid(3), "count": .integer(4), "other": .uid(0)]),
            Self.named("Thing", "Base", "NSObject"), .string("text"))
        let object = try #require(try archive.top().object)
        #expect(object.className == "Thing" && object.isKind(of: "Base") && !object.isKind(of: "NSString"))
        #expect(object.keys == ["count", "name", "other"])
        #expect(try object.string("name") == "text")
        #expect(try object.integer("count") == 4)
        #expect(try object.value("other").isNull && object.string("other") == nil && object.string("none") == nil)
        #expect(object.contains("other") && !object.contains("none") && !object.contains("$class"))
    }

    @Test func `fields convert only where nothing is lost`() throws {
        let archive = try Self.archive(
            Self.object(
                class: 2,
                [
                    "b": .boolean(true), "i": .integer(3), "r": .real(1.5), "d": .data(Data([1])), "s": .string("x"),
                    "md": .uid(3), "ms": .uid(5), "big": .largeInteger(.max),
                ]), Self.named("Thing"), Self.object(class: 4, ["NS.data": .data(Data([2]))]),
            Self.named("NSMutableData"),
            Self.object(class: 6, ["NS.string": .string("m")]), Self.named("NSMutableString"))
        let object = try #require(try archive.top().object)
        #expect(try object.integer("b") == 1 && object.boolean("i") == true && object.real("i") == 3)
        #expect(try object.real("big") == Double(UInt64.max))
        #expect(try object.data("md") == Data([2]) && object.string("ms") == "m")
        let sentence = "The archive cannot be used: object 1 has"
        func told<Value>(_ body: () throws -> Value) -> String {
            do { return "\(try body())" } catch { return "\(error)" }
        }
        #expect(told { try object.integer("r") } == "\(sentence) a real number for “r”, not an integer.")
        #expect(
            told { try object.integer("big") }
                == "\(sentence) an integer above Int64.max for “big”, not an integer.")
        #expect(told { try object.string("d") } == "\(sentence) data for “d”, not a string.")
        #expect(told { try object.data("s") } == "\(sentence) a string for “s”, not data.")
        #expect(told { try object.boolean("s") } == "\(sentence) a string for “s”, not a truth value.")
        #expect(told { try object.real("b") } == "\(sentence) a truth value for “b”, not a number.")
        #expect(told { try object.object("s") } == "\(sentence) a string for “s”, not an object.")
        #expect(
            told { try object.string("md") }
                == "\(sentence) an object of class NSMutableData for “md”, not a string.")
    }

    @Test func `references that lead nowhere are told`() throws {
        let archive = try Self.archive(Self.object(class: 2, ["a": .uid(9)]), Self.named("Thing"))
        let object = try #require(try archive.top().object)
        let error = try #require(throws: ArchiveError.self) { try object.value("a") }
        #expect(error.description == "The archive cannot be used: object 1 refers to object 9, of only 3.")
        let outside = try Self.archive(top: .uid(5))
        let other = try #require(throws: ArchiveError.self) { try outside.top() }
        #expect(other.description == "The archive cannot be used: it refers to object 5, of only 1.")
    }

    @Test(
        arguments: [
            .dictionary(["$class": .uid(0)]), .dictionary(["$class": .uid(1)]), .dictionary(["$class": .uid(99)]),
            .dictionary(["$class": .integer(2)]), .dictionary([:]), .dictionary(["$classname": .string("Thing")]),
        ] as [PropertyListValue])
    func `an object whose class is none is told`(object: PropertyListValue) throws {
        let archive = try Self.archive(object, Self.named("Thing"))
        let error = try #require(throws: ArchiveError.self) { try archive.top() }
        #expect(error.description == "The archive cannot be used: object 1 has no class.")
    }

    @Test func `cycles are nothing special for who goes from object to object`() throws {
        let archive = try Self.archive(Self.object(class: 2, ["me": .uid(1)]), Self.named("Thing"))
        let object = try #require(try archive.top().object)
        #expect(try object.object("me") == object)
        #expect(try object.object("me")?.object("me")?.number == 1)
    }

    @Test func `names with a dollar sign are not the archiver's`() throws {
        var writer = KeyedArchiveWriter()
        writer.setTop(writer.add(ArchivedClass("Thing"), ["$class": .string("mine"), "$$a": .integer(1)]))
        let object = try #require(try KeyedArchive(writer.data()).top().object)
        #expect(object.className == "Thing")
        #expect(try object.string("$class") == "mine" && object.integer("$$a") == 1)
        #expect(object.keys == ["$$a", "$class"])
    }

    @Test func `collections have elements and entries`() throws {
        let archive = try Self.archive(
            Self.object(class: 2, ["NS.keys": .array([.uid(3)]), "NS.objects": .array([.uid(4)])]),
            Self.named("NSDictionary"), .string("k"),
            Self.object(class: 5, ["NS.object.0": .uid(3), "NS.object.1": .uid(0)]), Self.named("NSOrderedSet"))
        let entries = try #require(try archive.top().object).namedEntries()
        let elements = try #require(entries["k"]?.object).elements()
        #expect(elements.count == 2 && elements[1].isNull)
    }

    @Test(
        arguments: [
            (["NS.keys": .array([.uid(3)]), "NS.objects": .array([])], "has 1 keys for 0 values"),
            (["NS.keys": .string("x"), "NS.objects": .array([])], "has a string for “NS.keys”, not a list"),
            (["NS.keys": .array([.uid(0)]), "NS.objects": .array([.uid(0)])], "has nil for a key, not a string"),
            (
                ["NS.keys": .array([.uid(1)]), "NS.objects": .array([.uid(0)])],
                "has an object of class NSDictionary for a key, not a string"
            ),
            (
                ["NS.keys": .array([.uid(3), .uid(3)]), "NS.objects": .array([.uid(0), .uid(0)])],
                "has the key “k” twice"
            ),
        ] as [([String: PropertyListValue], String)])
    func `a broken dictionary is told`(fields: [String: PropertyListValue], sentence: String) throws {
        let archive = try Self.archive(
            Self.object(class: 2, fields), Self.named("NSDictionary"), .string("k"))
        let object = try #require(try archive.top().object)
        let error = try #require(throws: ArchiveError.self) { try object.namedEntries() }
        #expect(error.description == "The archive cannot be used: object 1 \(sentence).")
    }

    @Test func `a dictionary of known keys has no entry for an empty place`() throws {
        let archive = try Self.archive(
            Self.object(class: 2, ["searchMapping": .uid(3), "values": .uid(5), "emptyToken": .uid(9)]),
            Self.named("NSKnownKeysDictionary1"), Self.object(class: 4, ["keys": .uid(6)]),
            Self.named("NSKnownKeysMappingStrategy1"),
            Self.object(class: 7, ["NS.objects": .array([.uid(8), .uid(9)])]),
            Self.object(class: 7, ["NS.objects": .array([.uid(8), .uid(10)])]), Self.named("NSArray"), .string("a"),
            .string("empty"), .string("b"))
        #expect(try archive.top().decoded() as? [String: String] == ["a": "a"])
    }

    @Test(arguments: [32, 100_000]) func `few or many fields are found by their names`(count: Int) throws {
        let fields = (0..<count).map { ("NS.object.\($0)", PropertyListValue.integer(Int64($0))) }
        let list = Self.object(class: 2, Dictionary(uniqueKeysWithValues: fields))
        let archive = try Self.archive(list, Self.named("NSArray"))
        #expect(try archive.top().decoded() as? [Int] == Array(0..<count))
        let object = try #require(try archive.top().object)
        #expect(object.field("NS.object.\(count)") == nil)
    }

    @Test func `an object names the fields that it has, and none of the archiver's own`() throws {
        let names = ["$$a", "$$", "$$\u{301}", "$own", "$", "$\u{301}", "plain"]
        let archive = try Self.archive(
            Self.object(class: 2, Dictionary(uniqueKeysWithValues: names.map { ($0, .string($0)) })),
            Self.named("Part"))
        let object = try #require(try archive.top().object)
        #expect(object.keys == ["$", "$a", "$\u{301}", "plain"].sorted())
        for key in object.keys {
            let written = try #require(object.field(key)?.string)
            #expect(object.contains(key) && (written == key || written == "$" + key))
        }
    }

    @Test func `a list that is an object is an error, whether it refers to itself or twice to another`() throws {
        let error = #expect(throws: ArchiveError.self) { try Self.archive(.array([.uid(1)])).top() }
        #expect(error?.problem == .badContent("is a list, which only a field may hold"))
        let lists = (1...60 as ClosedRange<UInt32>).map { PropertyListValue.array([.uid($0 + 2), .uid($0 + 2)]) }
        let archive = try KeyedArchive(
            .dictionary([
                "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
                "$top": .dictionary(["root": .array([.uid(2)])]),
                "$objects": .array([.string("$null"), .integer(1)] + lists + [.integer(1)]),
            ]))
        #expect(throws: ArchiveError.self) { try archive.top() }
    }
}
