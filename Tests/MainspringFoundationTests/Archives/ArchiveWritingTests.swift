import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// Archives that are written, read by us and by Foundation.
@Suite struct ArchiveWritingTests {
    private static func archive(_ value: Any?) throws -> Data {
        var writer = KeyedArchiveWriter()
        writer.setTop(try writer.archive(value))
        return try writer.data()
    }

    struct Value: CustomTestStringConvertible, @unchecked Sendable {
        // `@unchecked Sendable`: constants.
        let value: Any
        var testDescription: String { "\(value)" }

        static let all: [Value] = [
            "é", 5, -5, UInt64.max, Int64.min, 1.5, true, Data([1, 2]), Date(timeIntervalSinceReferenceDate: 2.5),
            UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), URL(string: "http://a/b") as Any,
            NSNull(), IndexPath(indexes: [1, 300, Int.max]), IndexPath(index: 4), IndexPath(), CGPoint(x: 1, y: 2.5),
            CGSize(width: 1, height: 2), CGRect(x: 1, y: 2, width: 3, height: 4), NSRange(location: 1, length: 2),
            ["a", 1, [2.5]] as [Any], Set(["a", "b"]), NSOrderedSet(array: ["b", "a"]), ["a": ["b": 1]],
        ].map(Value.init)

        init(_ value: Any) { self.value = value }
    }

    @Test(arguments: Value.all) func `a value reads back`(example: Value) throws {
        let read = try #require(try KeyedArchive(Self.archive(example.value)).top().decoded())
        #expect(
            read as? NSObject == example.value as? NSObject || read as? AnyHashable == example.value as? AnyHashable)
    }

    @Test(arguments: Value.all) func `Foundation reads a value`(example: Value) throws {
        let classes: [AnyClass] = [
            NSArray.self, NSString.self, NSNumber.self, NSDictionary.self, NSSet.self, NSOrderedSet.self, NSURL.self,
            NSUUID.self, NSNull.self, NSDate.self, NSData.self, NSIndexPath.self, NSValue.self,
        ]
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: Self.archive(example.value))
        let expected = example.value as AnyObject as? NSObject
        if expected is NSIndexPath || expected is NSValue, !(expected is NSNumber) {
            // These compare by identity on Linux.
            #expect(
                (read as? NSObject).map { String(describing: type(of: $0)) }
                    == expected.map { String(describing: type(of: $0)) })
        } else {
            #expect(read as? NSObject == expected)
        }
    }

    @Test(arguments: [
        "0", "-0.5", "123.45", "-340282366920938463463374607431768211455", "1E127", "5E-128", "120", "NaN",
    ])
    func `a decimal number reads back`(text: String) throws {
        let decimal = try #require(text == "NaN" ? .nan : Decimal(string: text))
        let read = try #require(try KeyedArchive(Self.archive(decimal)).top().decoded() as? Decimal)
        #expect(read == decimal || read.isNaN && decimal.isNaN)
    }

    @Test(arguments: Seeds.first(20)) func `random decimal numbers read back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let digits = (0..<Int.random(in: 1...38, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            let text =
                "\(Bool.random(using: &random) ? "-" : "")\(digits.joined())E\(Int.random(in: -80...80, using: &random))"
            let decimal = try #require(Decimal(string: text))
            let read = try KeyedArchive(Self.archive(decimal)).top().decoded() as? Decimal
            #expect(read == decimal, "seed \(seed): \(text)")
        }
    }

    @Test(arguments: Seeds.first(30)) func `random values read back, and so they do in Foundation`(
        seed: UInt64
    ) throws {
        var lists = RandomPropertyList(seed: seed)
        lists.hasReferences = false
        let list = try lists.dictionary(depth: 2).binaryData()
        let value = try PropertyListSerialization.propertyList(from: list, format: nil)
        let data = try Self.archive(value)
        let isSame = try KeyedArchive(data).top().decoded() as? NSDictionary == value as? NSDictionary
        #expect(isSame, "seed \(seed)")
        let classes: [AnyClass] = [
            NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
        ]
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
        let isSameInFoundation = read as? NSDictionary == value as? NSDictionary
        #expect(isSameInFoundation, "seed \(seed)")
    }

    @Test func `objects of any class are written, in circles too`() throws {
        var writer = KeyedArchiveWriter()
        let model = writer.reserve()
        let entity = writer.reserve()
        writer.define(model, ArchivedClass("Model"), ["entities": writer.addList(.mutableSet, [entity]).value])
        writer.define(entity, ArchivedClass("Entity", superclasses: ["Part", "NSObject"]), ["model": model.value])
        writer.setTop(model)
        let read = try #require(try KeyedArchive(writer.data()).top().object)
        let inner = try #require(try read.object("entities")?.elements().first?.object)
        #expect(inner.className == "Entity" && inner.isKind(of: "Part"))
        #expect(try inner.object("model") == read)
    }

    @Test func `equal contents give equal bytes, and equal texts are one object`() throws {
        func archive() throws -> Data {
            var writer = KeyedArchiveWriter()
            let texts = (0..<100).map { writer.add(.string("text \($0 % 10)")) }
            #expect(Set(texts).count == 10)
            writer.setTop(writer.addList(.array, texts))
            return try writer.data()
        }
        #expect(try archive() == archive())
    }

    @Test func `an attributed text is archived if it has no attributes`() throws {
        let plain = NSAttributedString(string: "text")
        let data = try Self.archive(plain)
        #expect((try KeyedArchive(data).top().decoded() as? NSAttributedString)?.string == "text")
        let styled = NSAttributedString(string: "text", attributes: [NSAttributedString.Key("a"): 1])
        #expect(throws: ArchiveError.self) { try Self.archive(styled) }
    }

    @Test func `what cannot be archived is told`() throws {
        struct Own {}
        let error = try #require(throws: ArchiveError.self) { try Self.archive(["a": Own()]) }
        #expect(error.problem == .unknownClass("Own"))
    }

    @Test func `an object that was reserved must be defined`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var writer = KeyedArchiveWriter()
            writer.setTop(writer.reserve())
            _ = try? writer.data()
        }
        expect(result, says: "Object 1 of the archive was reserved and not defined. Define it before writing.")
    }

    @Test func `an object is defined once`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var writer = KeyedArchiveWriter()
            let reference = writer.add(ArchivedClass("A"), [:])
            writer.define(reference, ArchivedClass("A"), [:])
        }
        expect(
            result,
            says: "Object 1 of the archive is no reserved one. Reserve it in the same writer, and define it once.")
    }

    @Test func `a list is no plain value`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var writer = KeyedArchiveWriter()
            _ = writer.add(.array([]))
        }
        expect(result, says: "An archive has no object for an array. Add a list with addList(_:_:).")
    }
}
