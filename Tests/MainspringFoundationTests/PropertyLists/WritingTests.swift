import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// Lists that are written, read by us and by Foundation.
@Suite struct WritingTests {
    @Test(arguments: Seeds.first(60)) func `what is written reads back`(seed: UInt64) throws {
        var lists = RandomPropertyList(seed: seed)
        for _ in 0..<20 {
            let value = lists.value(depth: 3)
            let isSame = try PropertyListValue(contentsOf: value.binaryData()) == value
            #expect(isSame, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.first(30)) func `Foundation reads what is written`(seed: UInt64) throws {
        var lists = RandomPropertyList(seed: seed)
        lists.hasReferences = false
        for _ in 0..<20 {
            let value = lists.dictionary(depth: 2)
            let read = try PropertyListSerialization.propertyList(from: value.binaryData(), format: nil)
            let isSame = PropertyListValue(foundation: read) == value
            #expect(isSame, "seed \(seed)")
        }
    }

    @Test(arguments: Seeds.first(30)) func `what Foundation writes is read`(seed: UInt64) throws {
        var lists = RandomPropertyList(seed: seed)
        lists.hasReferences = false
        for _ in 0..<20 {
            let value = lists.dictionary(depth: 2)
            let read = try PropertyListSerialization.propertyList(from: value.binaryData(), format: nil)
            for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
                let data = try PropertyListSerialization.data(fromPropertyList: read, format: format, options: 0)
                let isSame = try PropertyListValue(contentsOf: data) == value
                #expect(isSame, "seed \(seed) \(format)")
            }
        }
    }

    @Test func `equal lists give equal bytes`() throws {
        var lists = RandomPropertyList(seed: 5)
        let value = lists.dictionary()
        let again = try PropertyListValue(contentsOf: value.binaryData())
        #expect(try again.binaryData() == value.binaryData())
    }

    @Test func `values that are equal but not the same stay apart`() throws {
        let value = PropertyListValue.array([
            .real(0), .real(-0.0), .string("\u{E9}"), .string("e\u{301}"), .integer(1), .real(1), .boolean(true),
        ])
        let read = try #require(try PropertyListValue(contentsOf: value.binaryData()).array)
        #expect(read[1].real?.sign == .minus)
        #expect(read[3].string.map { Array($0.unicodeScalars).count } == 2)
        #expect(read == value.array)
    }

    @Test func `equal values are written once`() throws {
        let text = String(repeating: "a", count: 1_000)
        let value = PropertyListValue.array(Array(repeating: .string(text), count: 1_000))
        #expect(try value.binaryData().count < 4_000)
    }

    @Test func `lists beyond 512 inside each other are not written`() throws {
        var value = PropertyListValue.array([])
        for _ in 0..<511 { value = .array([value]) }
        #expect(try PropertyListValue(contentsOf: value.binaryData()) == value)
        let deeper = PropertyListValue.array([value])
        let error = try #require(throws: PropertyListError.self) { try deeper.binaryData() }
        #expect(error.problem == .tooDeep)
    }
}

extension PropertyListValue {
    /// What Foundation's reader gives, by the types of its values.
    init?(foundation value: Any) {
        switch value {
        case let value as String: self = .string(value)
        case let value as Date: self = .date(value)
        case let value as Data: self = .data(value)
        case let value as [Any]: self = .array(value.compactMap(PropertyListValue.init(foundation:)))
        case let value as [String: Any]:
            self = .dictionary(PropertyListDictionary(value.compactMapValues(PropertyListValue.init(foundation:))))
        case let value as NSNumber:
            switch String(cString: value.objCType) {
            case "c": self = .boolean(value.boolValue)
            case "d", "f": self = .real(value.doubleValue)
            case "Q": self = PropertyListValue(value.uint64Value)
            default: self = .integer(value.int64Value)
            }
        default: return nil
        }
    }
}
