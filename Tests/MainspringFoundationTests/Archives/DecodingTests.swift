import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// Archived objects of Foundation's classes as values.
@Suite struct DecodingTests {
    /// What is archived, decoded and as Foundation's unarchiver has it.
    private static func decoded(_ value: Any) throws -> Any? {
        let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: false)
        return try KeyedArchive(data).top().decoded()
    }

    @Test func `what Foundation archives becomes Swift's values`() throws {
        #expect(try Self.decoded(NSString(string: "é")) as? String == "é")
        #expect(try Self.decoded(NSMutableString(string: "m")) as? String == "m")
        #expect(try Self.decoded(NSNumber(value: 5)) as? Int == 5)
        #expect(try Self.decoded(NSNumber(value: -5.5)) as? Double == -5.5)
        #expect(try Self.decoded(NSNumber(value: true)) as? Bool == true)
        #expect(try Self.decoded(NSNumber(value: UInt64.max)) as? UInt64 == .max)
        #expect(
            try Self.decoded(NSDate(timeIntervalSinceReferenceDate: 2.5)) as? Date
                == Date(timeIntervalSinceReferenceDate: 2.5))
        #expect(try Self.decoded(NSData(data: Data([1, 2]))) as? Data == Data([1, 2]))
        #expect(try Self.decoded(NSMutableData(bytes: [3], length: 1)) as? Data == Data([3]))
        let id = UUID()
        #expect(try Self.decoded(NSUUID(uuidString: id.uuidString) ?? NSUUID()) as? UUID == id)
        #expect(try Self.decoded(NSNull()) is NSNull)
        #expect(try Self.decoded(NSIndexPath(index: 7)) as? IndexPath == [7])
        #expect((try Self.decoded(NSAttributedString(string: "text")) as? NSAttributedString)?.string == "text")
    }

    @Test func `several nulls are one in a set`() throws {
        let nulls = (0..<20).map { _ in PropertyListValue.uid(2) } + (0..<20).map { _ in PropertyListValue.uid(0) }
        let archive = try ReadingTests.archive(
            ReadingTests.object(class: 3, ["NS.objects": .array(nulls)]), ReadingTests.object(class: 4, [:]),
            ReadingTests.named("NSSet"), ReadingTests.named("NSNull"))
        #expect((try archive.top().decoded() as? Set<AnyHashable>)?.count == 1)
    }

    @Test func `URLs keep their base`() throws {
        let archive = try ReadingTests.archive(
            ReadingTests.object(class: 2, ["NS.relative": .uid(3), "NS.base": .uid(4)]), ReadingTests.named("NSURL"),
            .string("c"), ReadingTests.object(class: 2, ["NS.relative": .uid(5), "NS.base": .uid(0)]),
            .string("http://a/b/"))
        let url = try #require(try archive.top().decoded() as? URL)
        #expect(url.relativeString == "c" && url.baseURL == URL(string: "http://a/b/"))
    }

    @Test func `structures come out of their values`() throws {
        #expect(try Self.decoded(NSValue(point: NSPoint(x: 1, y: -2.5))) as? CGPoint == CGPoint(x: 1, y: -2.5))
        #expect(try Self.decoded(NSValue(size: NSSize(width: 1, height: 2))) as? CGSize == CGSize(width: 1, height: 2))
        let rectangle = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(try Self.decoded(NSValue(rect: rectangle)) as? CGRect == rectangle)
        #expect(
            try Self.decoded(NSValue(range: NSRange(location: 3, length: 4))) as? NSRange
                == NSRange(location: 3, length: 4))
    }

    @Test func `collections hold decoded values`() throws {
        let list: NSArray = [
            "a", 1, NSArray(array: [NSNull()]), NSDictionary(dictionary: ["k": NSSet(array: [1, 2])]),
        ]
        let decoded = try #require(try Self.decoded(list) as? [Any])
        #expect(decoded[0] as? String == "a" && decoded[1] as? Int == 1)
        #expect((decoded[2] as? [Any])?.first is NSNull)
        #expect((decoded[3] as? [String: Set<Int>]) == ["k": [1, 2]])
        #expect(try Self.decoded(NSOrderedSet(array: ["b", "a"])) as? NSOrderedSet == NSOrderedSet(array: ["b", "a"]))
    }

    @Test func `nil is nil, and stands as NSNull in a collection`() throws {
        #expect(try ReadingTests.archive(top: .uid(0)).top().decoded() == nil)
        let archive = try ReadingTests.archive(
            ReadingTests.object(class: 2, ["NS.objects": .array([.uid(0)])]), ReadingTests.named("NSArray"))
        #expect((try archive.top().decoded() as? [Any])?.first is NSNull)
    }

    @Test func `lists of values can be keys and elements of sets`() throws {
        let set = NSSet(array: [NSArray(array: [1]), NSArray(array: [1, "a"]), NSArray(array: [1])])
        #expect(try Self.decoded(set) as? Set<AnyHashable> == [[1] as [AnyHashable], [1, "a"] as [AnyHashable]])
        let dictionary = NSDictionary(object: "v", forKey: NSArray(array: ["a"]))
        #expect(try Self.decoded(dictionary) as? [[String]: String] == [["a"]: "v"])
    }

    @Test(arguments: ["NSSet", "NSOrderedSet", "NSDictionary"])
    func `collections of collections are no keys and in no set`(className: String) throws {
        var writer = KeyedArchiveWriter()
        let inner = writer.addList(.array, [writer.addList(.array, [writer.add(.string("a"))])])
        let fields: [String: PropertyListValue] = [
            "NS.objects": .array([inner.value]), "NS.keys": .array([inner.value]),
        ]
        writer.setTop(writer.add(ArchivedClass(className), fields))
        let archive = try KeyedArchive(writer.data())
        let error = try #require(throws: ArchiveError.self) { try archive.top().decoded() }
        #expect(error.description.contains(className == "NSOrderedSet" ? "ordered set" : "collections of collections"))
    }

    @Test func `sets that double by sharing are refused at once`() throws {
        var writer = KeyedArchiveWriter()
        var inner = writer.addList(.set, [writer.add(.string("a"))])
        for _ in 0..<60 { inner = writer.addList(.set, [inner, writer.addList(.array, [inner])]) }
        writer.setTop(inner)
        let archive = try KeyedArchive(writer.data())
        #expect(throws: ArchiveError.self) { try archive.top().decoded() }
    }

    @Test(
        arguments: [
            ("NSDate", ["NS.time": .string("x")], "has a string for “NS.time”, not a number"),
            ("NSDate", [:], "has no “NS.time”"),
            ("NSDate", ["NS.time": .real(.infinity)], "has inf for a time"),
            ("NSString", [:], "has no “NS.string”"),
            ("NSMutableData", [:], "has no “NS.data”"),
            ("NSUUID", ["NS.uuidbytes": .data(Data([1]))], "has 1 bytes for a UUID, not 16"),
            ("NSURL", ["NS.relative": .string("")], "has “” for a URL, which is none"),
            ("NSURL", ["NS.relative": .string("a"), "NS.base": .uid(1)], "contains itself"),
            (
                "NSURL", ["NS.relative": .string("a"), "NS.base": .uid(3)],
                "has an object of class NSNull for “NS.base”, not a URL"
            ),
            ("NSValue", ["NS.special": .integer(99)], "is a structure of kind 99, which is not known"),
            ("NSValue", ["NS.special": .integer(1), "NS.pointval": .string("{1}")], "has “{1}” for 2 numbers"),
            ("NSValue", ["NS.special": .integer(1), "NS.pointval": .string("{1, x}")], "has “{1, x}” for 2 numbers"),
            ("NSIndexPath", ["NSIndexPathLength": .integer(-1)], "has no “NSIndexPathData”"),
            (
                "NSIndexPath", ["NSIndexPathLength": .integer(1), "NSIndexPathValue": .integer(-1)],
                "has -1 for an index"
            ),
            (
                "NSIndexPath", ["NSIndexPathLength": .integer(2), "NSIndexPathData": .data(Data([1, 0x80]))],
                "has bytes for 2 indexes that are none"
            ),
            (
                "NSDecimalNumber",
                ["NS.exponent": .integer(128), "NS.length": .integer(1), "NS.mantissa": .data(Data([1, 0]))],
                "has a mantissa and exponent that are no decimal number"
            ),
            (
                "NSDecimalNumber",
                ["NS.exponent": .integer(0), "NS.length": .integer(9), "NS.mantissa": .data(Data(count: 18))],
                "has a mantissa and exponent that are no decimal number"
            ),
            ("NSArray", ["NS.objects": .array([.uid(1)])], "contains itself"),
            ("NSArray", ["NS.objects": .string("x")], "has a string for “NS.objects”, not a list"),
            ("NSArray", ["NS.objects": .array([.dictionary([:])])], "holds a dictionary where a value must be"),
            ("NSDictionary", ["NS.keys": .array([.uid(0)]), "NS.objects": .array([.uid(0)])], "has nil for a key"),
            ("UIColor", [:], "is of class UIColor, which is none of Foundation's that can be decoded"),
        ] as [(String, [String: PropertyListValue], String)])
    func `a broken object is told`(className: String, fields: [String: PropertyListValue], sentence: String) throws {
        let archive = try ReadingTests.archive(
            ReadingTests.object(class: 2, fields), ReadingTests.named(className), ReadingTests.object(class: 4),
            ReadingTests.named("NSNull"))
        let error = try #require(throws: ArchiveError.self) { try archive.top().decoded() }
        #expect(error.description == "The archive cannot be used: object 1 \(sentence).")
    }

    @Test func `a decimal number as Apple archives it`() throws {
        let archive = try ReadingTests.archive(
            ReadingTests.object(
                class: 2,
                [
                    "NS.compact": .boolean(true), "NS.exponent": .integer(-2), "NS.length": .integer(1),
                    "NS.mantissa": .data(Data([0x39, 0x30] + [UInt8](repeating: 0, count: 14))),
                    "NS.mantissa.bo": .integer(1), "NS.negative": .boolean(true),
                ]), ReadingTests.named("NSDecimalNumberPlaceholder", "NSDecimalNumber"))
        #expect(try archive.top().decoded() as? Decimal == Decimal(string: "-123.45"))
    }

    @Test func `objects of 512 collections inside each other are decoded, and not more`() throws {
        func nested(_ depth: Int) throws -> KeyedArchive {
            var writer = KeyedArchiveWriter()
            var inner = writer.addList(.array, [])
            for _ in 1..<depth { inner = writer.addList(.array, [inner]) }
            writer.setTop(inner)
            return try KeyedArchive(writer.data())
        }
        #expect(try nested(512).top().decoded() is [Any])
        let error = try #require(throws: ArchiveError.self) { try nested(513).top().decoded() }
        #expect(error.problem == .tooDeep)
    }

    @Test func `lists that are no objects count in depth`() throws {
        var writer = KeyedArchiveWriter()
        var inner = writer.addList(.array, [])
        for _ in 0..<500 {
            var list = PropertyListValue.array([inner.value])
            for _ in 0..<400 { list = .array([list]) }
            inner = writer.add(ArchivedClass("NSArray"), ["NS.objects": list])
        }
        writer.setTop(inner)
        let archive = try KeyedArchive(writer.data())
        let error = try #require(throws: ArchiveError.self) { try archive.top().decoded() }
        #expect(error.problem == .tooDeep)
    }

    @Test func `lists that multiply by sharing are refused`() throws {
        var writer = KeyedArchiveWriter()
        var inner = writer.addList(.array, [writer.add(.string("a"))])
        for _ in 0..<60 { inner = writer.addList(.array, [inner, writer.addList(.array, [inner])]) }
        writer.setTop(inner)
        let archive = try KeyedArchive(writer.data())
        let error = try #require(throws: ArchiveError.self) { try archive.top().decoded() }
        #expect(error.problem == .tooLarge)
    }

    @Test func `decoding hostile archives takes at most four times their memory and 64 MiB`() async {
        await #expect(processExitsWith: .success) {
            var writer = KeyedArchiveWriter()
            let text = writer.add(.string("a"))
            writer.setTop(writer.addList(.set, Array(repeating: text, count: 600_000)))
            try PeakMemory.check(writer.data()) { _ = try? KeyedArchive($0).top().decoded() }
        }
    }
}
