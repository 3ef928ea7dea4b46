import Foundation
import MainspringFoundation
import Synchronization
import Testing

/// A class that archives itself.
final class ArchivedPoint: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var x = 0
    var name: String?
    var price: NSDecimalNumber?
    var tags: NSMutableArray?
    var next: ArchivedPoint?
    var scale = 1.5
    var isOn = true

    init(x: Int) { self.x = x }

    func encode(with coder: NSCoder) {
        coder.encode(x, forKey: "x")
        coder.encode(name.map { NSString(string: $0) }, forKey: "name")
        coder.encode(price, forKey: "price")
        coder.encode(tags, forKey: "tags")
        coder.encode(next, forKey: "next")
        coder.encode(scale, forKey: "scale")
        coder.encode(isOn, forKey: "isOn")
    }

    init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "x") else { return nil }
        x = coder.decodeInteger(forKey: "x")
        name = coder.decodeObject(of: NSString.self, forKey: "name").map { String(describing: $0) }
        price = coder.decodeObject(of: NSDecimalNumber.self, forKey: "price")
        tags = coder.decodeObject(of: [NSMutableArray.self, NSString.self], forKey: "tags") as? NSMutableArray
        next = coder.decodeObject(of: ArchivedPoint.self, forKey: "next")
        scale = coder.decodeDouble(forKey: "scale")
        isOn = coder.decodeBool(forKey: "isOn")
    }
}

/// A class that encodes all that has a method of its own in `NSCoder`.
final class ArchivedScalars: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    var float: Float = 0.5
    var double = 0.25
    var integer = -1
    var integer32: Int32 = 32
    var integer64: Int64 = .max
    var flag = true
    var bytes: [UInt8] = [1, 2, 3]
    var point = CGPoint(x: 1, y: 2)
    var list: [String] = ["a"]
    var bytesAgain: [UInt8] = []

    override init() {}

    func encode(with coder: NSCoder) {
        coder.encode(float, forKey: "float")
        coder.encode(double, forKey: "double")
        coder.encode(integer, forKey: "integer")
        coder.encode(integer32, forKey: "integer32")
        coder.encode(integer64, forKey: "integer64")
        coder.encode(flag, forKey: "flag")
        bytes.withUnsafeBufferPointer { coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "bytes") }
        coder.encode(point, forKey: "point")
        coder.encode(list, forKey: "list")
        coder.encodeConditionalObject(NSString("c"), forKey: "conditional")
    }

    init?(coder: NSCoder) {
        float = coder.decodeFloat(forKey: "float")
        double = coder.decodeDouble(forKey: "double")
        integer = coder.decodeInteger(forKey: "integer")
        integer32 = coder.decodeInt32(forKey: "integer32")
        integer64 = coder.decodeInt64(forKey: "integer64")
        flag = coder.decodeBool(forKey: "flag")
        bytes = coder.withDecodedUnsafeBytes(forKey: "bytes") { $0.map { Array($0) } ?? [] }
        bytesAgain = coder.withDecodedUnsafeBufferPointer(forKey: "bytes") { $0.map { Array($0) } ?? [] }
        point = coder.decodePoint(forKey: "point")
        list = coder.decodePropertyList(forKey: "list") as? [String] ?? []
        guard coder.allowedClasses?.isEmpty == false, coder.version(forClassName: "A") == NSNotFound else { return nil }
    }
}

/// A class that asks for another one of the program's.
final class ArchivedOwner: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    /// How many were read.
    static let made = Atomic(0)
    var point: ArchivedPoint? = ArchivedPoint(x: 1)
    var points: [ArchivedPoint] = [ArchivedPoint(x: 2)]
    var link = URL(string: "http://a/b")
    var date: Date? = Date(timeIntervalSinceReferenceDate: 7)
    var uuid: UUID? = UUID()
    var number: Double? = 3.5
    var bytes: Data? = Data([1, 2])

    override init() {}

    func encode(with coder: NSCoder) {
        coder.encode(point, forKey: "point")
        coder.encode([point].compactMap { $0 } + points, forKey: "points")
        coder.encode(link.map { $0 as NSURL }, forKey: "link")
        coder.encode(date, forKey: "date")
        coder.encode(uuid, forKey: "uuid")
        coder.encode(number, forKey: "number")
        coder.encode(bytes, forKey: "bytes")
    }

    init?(coder: NSCoder) {
        Self.made.add(1, ordering: .relaxed)
        point = coder.decodeObject(of: ArchivedPoint.self, forKey: "point")
        points =
            coder.decodeObject(of: [NSArray.self, ArchivedPoint.self], forKey: "points") as? [ArchivedPoint] ?? []
        link = coder.decodeObject(of: NSURL.self, forKey: "link").map { $0 as URL }
        date = coder.decodeObject(of: NSDate.self, forKey: "date").map { $0 as Date }
        uuid = coder.decodeObject(of: NSUUID.self, forKey: "uuid").map { $0 as UUID }
        number = coder.decodeObject(of: NSNumber.self, forKey: "number")?.doubleValue
        bytes = coder.decodeObject(of: NSData.self, forKey: "bytes").map { $0 as Data }
        _ = coder.decodeObject(forKey: "anything")
    }
}

/// A class that uses no keys.
final class ArchivedWithoutKeys: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let way: Int

    init(way: Int) { self.way = way }

    func encode(with coder: NSCoder) {
        switch way {
        case 0: coder.encode(NSString("x"))
        case 1: coder.encode(Data([1]))
        case 2: coder.encodePropertyList(["x"])
        case 3: coder.encodeBytes([1, 2], length: 2)
        case 4: coder.encodeRootObject(NSString("x"))
        case 5: coder.encodeConditionalObject(NSString("x"))
        case 6: coder.failWithError(CocoaError(.coderInvalidValue))
        default: coder.encode(way, forKey: "way")
        }
    }

    init?(coder: NSCoder) {
        way = coder.decodeInteger(forKey: "way")
        switch way {
        case 10: _ = coder.decodeObject()
        case 11: _ = coder.decodeData()
        case 12: _ = coder.decodePropertyList()
        case 13: coder.failWithError(CocoaError(.coderInvalidValue))
        default: break
        }
    }
}

/// Values that come from archives nobody trusts.
@Suite struct SecureUnarchiveTests {
    private class Points: NSSecureUnarchiveFromDataTransformer {
        override class var allowedTopLevelClasses: [AnyClass] { [ArchivedPoint.self, NSArray.self] }
    }
    private final class Everything: NSSecureUnarchiveFromDataTransformer {
        override class var allowedTopLevelClasses: [AnyClass] {
            super.allowedTopLevelClasses + [
                ArchivedPoint.self, NSDecimalNumber.self, NSAttributedString.self, NSOrderedSet.self,
            ]
        }
    }

    private static let pointName = String(reflecting: ArchivedPoint.self)

    private static func archive(_ fill: (inout KeyedArchiveWriter) throws -> KeyedArchiveWriter.Reference) throws
        -> Data
    {
        var writer = KeyedArchiveWriter()
        writer.setTop(try fill(&writer))
        return try writer.data()
    }

    @Test func `Foundation's values go there and back`() throws {
        let transformer = NSSecureUnarchiveFromDataTransformer()
        let value: [String: Any] = [
            "a": [1, 2.5, true, "x"], "b": Date(timeIntervalSinceReferenceDate: 1), "c": Data([1]), "d": NSNull(),
            "e": Set([1, 2]), "f": Decimal(string: "1.5") as Any, "g": URL(string: "x:y") as Any,
        ]
        let data = try #require(transformer.reverseTransformedValue(value) as? Data)
        #expect(transformer.transformedValue(data) as? NSDictionary == value as NSDictionary)
        #expect(transformer.transformedValue(nil) == nil && transformer.reverseTransformedValue(nil) == nil)
    }

    @Test func `what Foundation has archived is read`() throws {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: NSArray(array: ["a", 1]), requiringSecureCoding: true)
        let value = NSSecureUnarchiveFromDataTransformer().transformedValue(data)
        #expect(value as? NSArray == ["a", 1] && (value as? [Any])?.count == 2)
    }

    @Test func `nil that is archived is nil`() throws {
        #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(try Self.archive { _ in .null }) == nil)
    }

    @Test func `an object of a listed class goes there and back`() throws {
        let point = ArchivedPoint(x: 3)
        point.name = "é"
        point.price = NSDecimalNumber(string: "12.34")
        point.tags = ["a", 1]
        point.next = ArchivedPoint(x: 4)
        point.isOn = false
        point.scale = -2
        let data = try #require(Points().reverseTransformedValue(point) as? Data)
        let read = try #require(Points().transformedValue(data) as? ArchivedPoint)
        #expect(read.x == 3 && read.name == "é" && read.price == NSDecimalNumber(string: "12.34"))
        #expect(read.tags == ["a", 1] && read.next?.x == 4 && !read.isOn && read.scale == -2)
        #expect(read.next?.name == nil && read.next?.isOn == true)
    }

    @Test func `all kinds of fields go there and back`() throws {
        final class Scalars: NSSecureUnarchiveFromDataTransformer {
            override class var allowedTopLevelClasses: [AnyClass] { [ArchivedScalars.self] }
        }
        let data = try #require(Scalars().reverseTransformedValue(ArchivedScalars()) as? Data)
        let read = try #require(Scalars().transformedValue(data) as? ArchivedScalars)
        #expect(read.float == 0.5 && read.double == 0.25 && read.integer == -1 && read.integer32 == 32)
        #expect(read.integer64 == .max && read.flag && read.bytes == [1, 2, 3] && read.bytesAgain == [1, 2, 3])
        #expect(read.point == CGPoint(x: 1, y: 2) && read.list == ["a"])
    }

    @Test func `a class that encodes or decodes without keys, or fails, gives nil`() throws {
        final class Keyless: NSSecureUnarchiveFromDataTransformer {
            override class var allowedTopLevelClasses: [AnyClass] { [ArchivedWithoutKeys.self] }
        }
        for way in 0...6 { #expect(Keyless().reverseTransformedValue(ArchivedWithoutKeys(way: way)) == nil) }
        for way in 7...13 {
            let data = try #require(Keyless().reverseTransformedValue(ArchivedWithoutKeys(way: way)) as? Data)
            #expect((Keyless().transformedValue(data) == nil) == (way > 9))
        }
    }

    @Test func `objects that are shared stay shared`() throws {
        let point = ArchivedPoint(x: 1)
        let data = try #require(Points().reverseTransformedValue([point, point]) as? Data)
        let read = try #require(Points().transformedValue(data) as? [ArchivedPoint])
        #expect(read.count == 2 && read[0] === read[1])
    }

    @Test func `Foundation's own archiver and ours write the same of an object`() throws {
        let point = ArchivedPoint(x: 5)
        point.name = "n"
        let theirs = try NSKeyedArchiver.archivedData(withRootObject: point, requiringSecureCoding: true)
        #expect((Points().transformedValue(theirs) as? ArchivedPoint)?.name == "n")
        let ours = try #require(Points().reverseTransformedValue(point) as? Data)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [ArchivedPoint.self], from: ours)
        #expect((read as? ArchivedPoint)?.x == 5)
    }

    @Test func `a field that is missing is nil or 0`() throws {
        let data = try Self.archive { $0.add(ArchivedClass(Self.pointName), ["x": .integer(7)]) }
        let point = try #require(Points().transformedValue(data) as? ArchivedPoint)
        #expect(point.x == 7 && point.name == nil && point.scale == 0 && !point.isOn)
    }

    @Test func `a class that is not listed reads as nil, and one sentence names it`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var writer = KeyedArchiveWriter()
            writer.setTop(writer.add(ArchivedClass("UIColor"), ["UIRed": .real(1)]))
            let data = try writer.data()
            let transformer = NSSecureUnarchiveFromDataTransformer()
            for _ in 0..<3 { guard transformer.transformedValue(data) == nil else { exit(1) } }
        }
        let sentence =
            "An archive holds an object of class UIColor, which is not among the allowedTopLevelClasses of "
            + "NSSecureUnarchiveFromDataTransformer. It is read as nil, and its bytes stay as they are. List the class if "
            + "the program has it."
        let text = expect(result, says: sentence)
        #expect(text.components(separatedBy: sentence).count == 2)
    }

    @Test func `a class can take the place of another platform's`() throws {
        NSKeyedUnarchiver.setClass(ArchivedPoint.self, forClassName: "UIPointOfAnotherPlatform")
        let data = try Self.archive { $0.add(ArchivedClass("UIPointOfAnotherPlatform"), ["x": .integer(8)]) }
        #expect((Points().transformedValue(data) as? ArchivedPoint)?.x == 8)
        #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(data) == nil)
    }

    @Test func `Foundation's classes must be listed too, but not inside an object that is`() throws {
        #expect(Points().transformedValue(try Self.archive { try $0.archive("text") }) == nil)
        #expect(Points().transformedValue(try Self.archive { try $0.archive(["text"]) }) == nil)
        #expect(Points().transformedValue(try Self.archive { try $0.archive([[] as [Any]]) }) != nil)
        let inside = try Self.archive { writer in
            let name = writer.add(.string("text"))
            return writer.add(ArchivedClass(Self.pointName), ["x": .integer(1), "name": name.value])
        }
        #expect((Points().transformedValue(inside) as? ArchivedPoint)?.name == "text")
    }

    @Test func `what an object may have is not thereby allowed beside it`() throws {
        let data = try Self.archive { writer in
            let list = writer.addList(.array, [writer.add(.string("text"))])
            let point = writer.add(ArchivedClass(Self.pointName), ["x": .integer(1), "tags": list.value])
            return writer.addList(.array, [point, list])
        }
        #expect(Points().transformedValue(data) == nil)
    }

    @Test func `a class that an object asks for is thereby allowed inside it, and nowhere else`() throws {
        final class Owners: NSSecureUnarchiveFromDataTransformer {
            override class var allowedTopLevelClasses: [AnyClass] { [ArchivedOwner.self, NSArray.self] }
        }
        let owner = ArchivedOwner()
        let data = try #require(Owners().reverseTransformedValue(owner) as? Data)
        let read = try #require(Owners().transformedValue(data) as? ArchivedOwner)
        #expect(read.point?.x == 1 && read.points.map(\.x) == [1, 2] && read.points.first === read.point)
        #expect(read.link == URL(string: "http://a/b") && read.date == owner.date && read.uuid == owner.uuid)
        #expect(read.number == 3.5 && read.bytes == Data([1, 2]))
        #expect(Owners().reverseTransformedValue([owner, ArchivedPoint(x: 1)]) == nil)
        // The same object beside the one that asks for it, and for one that asks for nothing.
        for isFirst in [true, false] {
            let beside = try Self.archive { writer in
                let point = writer.add(ArchivedClass(Self.pointName), ["x": .integer(1)])
                let owner = writer.add(
                    ArchivedClass(String(reflecting: ArchivedOwner.self)), ["point": point.value])
                return writer.addList(.array, isFirst ? [point, owner] : [owner, point])
            }
            #expect(Owners().transformedValue(beside) == nil)
        }
        let unasked = try Self.archive { writer in
            let point = writer.add(ArchivedClass(Self.pointName), ["x": .integer(1)])
            let list = writer.addList(.array, [point])
            return writer.add(
                ArchivedClass(String(reflecting: ArchivedOwner.self)), ["points": list.value, "anything": list.value])
        }
        #expect(Owners().transformedValue(unasked) == nil)
    }

    @Test func `no initializer runs for an archive that is broken somewhere`() async {
        _ = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            final class Owners: NSSecureUnarchiveFromDataTransformer {
                override class var allowedTopLevelClasses: [AnyClass] { [ArchivedOwner.self, NSArray.self] }
            }
            let name = String(reflecting: ArchivedOwner.self)
            let breaks: [(inout KeyedArchiveWriter) -> KeyedArchiveWriter.Reference] = [
                { $0.add(ArchivedClass("UIColor"), [:]) },
                { $0.add(ArchivedClass(name), ["date": .uid(9_999)]) },
                { $0.add(ArchivedClass(name), ["date": $0.add(ArchivedClass("NSDate"), [:]).value]) },
                { writer in
                    let owner = writer.reserve()
                    writer.define(owner, ArchivedClass(name), ["point": owner.value])
                    return owner
                },
            ]
            for make in breaks {
                var writer = KeyedArchiveWriter()
                let good = writer.add(ArchivedClass(name), [:])
                writer.setTop(writer.addList(.array, [good, make(&writer)]))
                guard Owners().transformedValue(try writer.data()) == nil else { exit(1) }
            }
            exit(ArchivedOwner.made.load(ordering: .relaxed) == 0 ? 0 : 2)
        }
    }

    @Test func `what would not be read is not written`() {
        let transformer = NSSecureUnarchiveFromDataTransformer()
        for value in [NSOrderedSet(array: [1]), ["a": NSOrderedSet(array: [1])], NSCountedSet(array: [1, 1])] as [Any] {
            #expect(transformer.reverseTransformedValue(value) == nil)
        }
        #expect(Everything().reverseTransformedValue(NSOrderedSet(array: [1])) != nil)
        #expect(Points().reverseTransformedValue("text") == nil)
        #expect(transformer.reverseTransformedValue(ArchivedPoint(x: 1)) == nil)
    }

    @Test func `broken archives are nil`() throws {
        let cycle = try Self.archive { writer in
            let point = writer.reserve()
            writer.define(point, ArchivedClass(Self.pointName), ["x": .integer(1), "next": point.value])
            return point
        }
        #expect(Points().transformedValue(cycle) == nil)
        let list = try Self.archive { writer in
            let list = writer.reserve()
            writer.define(list, ArchivedClass("NSArray"), ["NS.objects": .array([list.value])])
            return list
        }
        #expect(Points().transformedValue(list) == nil)
        let wrong = try Self.archive { writer in
            let date = try writer.archive(Date(timeIntervalSinceReferenceDate: 0))
            return writer.add(ArchivedClass(Self.pointName), ["x": .integer(1), "name": date.value])
        }
        #expect(Points().transformedValue(wrong) == nil)
        #expect(Points().transformedValue(try Self.archive { $0.add(ArchivedClass(Self.pointName), [:]) }) == nil)
        for data in [Data(), Data([1, 2, 3]), Data("bplist00".utf8)] { #expect(Points().transformedValue(data) == nil) }
        #expect(Points().transformedValue("text") == nil)
    }

    @Test func `a deep chain of objects is nil`() throws {
        let data = try Self.archive { writer in
            var next = writer.add(ArchivedClass(Self.pointName), ["x": .integer(1)])
            for _ in 0..<600 {
                next = writer.add(ArchivedClass(Self.pointName), ["x": .integer(1), "next": next.value])
            }
            return next
        }
        #expect(Points().transformedValue(data) == nil)
    }

    @Test func `a text with attributes is nil, since they would be lost`() throws {
        func text(_ attributes: [String: Any]) throws -> Data {
            try Self.archive { writer in
                let fields = [
                    "NSString": writer.add(.string("t")).value, "NSAttributes": try writer.archive(attributes).value,
                ]
                return writer.add(ArchivedClass("NSAttributedString"), fields)
            }
        }
        #expect((Everything().transformedValue(try text([:])) as? NSAttributedString)?.string == "t")
        #expect(Everything().transformedValue(try text(["NSFont": 1])) == nil)
    }

    @Test(arguments: ["NSSet", "NSOrderedSet", "NSDictionary"])
    func `what Foundation's sets end the process for is nil`(className: String) throws {
        for value in [Decimal(5), [1]] as [Any] {
            let data = try Self.archive { writer in
                let list = PropertyListValue.array([try writer.archive(value).value])
                return writer.add(ArchivedClass(className), ["NS.objects": list, "NS.keys": list])
            }
            #expect(Everything().transformedValue(data) == nil)
        }
    }

    @Test func `what cannot be archived is nil`() {
        final class Plain {}
        #expect(Points().reverseTransformedValue(Plain()) == nil)
        #expect(Points().reverseTransformedValue(["a": Plain()]) == nil)
    }

    @Test func `decimal numbers and index paths beside objects do not end the process`() throws {
        let value: [Any] = [ArchivedPoint(x: 1), Decimal(string: "0.1") as Any]
        let data = try #require(Everything().reverseTransformedValue(value) as? Data)
        #expect((Everything().transformedValue(data) as? [Any])?.last as? Decimal == Decimal(string: "0.1"))
    }
}
