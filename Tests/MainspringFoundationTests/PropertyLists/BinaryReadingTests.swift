import Foundation
import MainspringFoundation
import Testing

/// Binary property lists by the byte.
@Suite struct BinaryReadingTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let bytes: [UInt8]
        let value: PropertyListValue
        var testDescription: String { "\(value)" }

        init(_ bytes: [UInt8], _ value: PropertyListValue) {
            self.bytes = bytes
            self.value = value
        }
    }

    @Test(arguments: [
        Case([0x08], .boolean(false)),
        Case([0x09], .boolean(true)),
        Case([0x10, 0xFF], .integer(255)),
        Case([0x11, 0xFF, 0xFE], .integer(65_534)),
        Case([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)),
        Case([0x13] + [UInt8](repeating: 0xFF, count: 8), .integer(-1)),
        Case([0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8), .largeInteger(.max)),
        Case([0x14] + [UInt8](repeating: 0xFF, count: 16), .integer(-1)),
        Case([0x22, 0x3F, 0xC0, 0, 0], .real(1.5)),
        Case([0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], .real(1.5)),
        Case([0x33, 0x40, 0x24, 0, 0, 0, 0, 0, 0], .date(Date(timeIntervalSinceReferenceDate: 10))),
        Case([0x42, 1, 2], .data(Data([1, 2]))),
        Case([0x40], .data(Data())),
        Case([0x53, 0x61, 0x62, 0x63], .string("abc")),
        Case([0x5F, 0x10, 0x03, 0x61, 0x62, 0x63], .string("abc")),
        Case([0x62, 0x00, 0xE9, 0x20, 0xAC], .string("é€")),
        Case([0x62, 0xD8, 0x3D, 0xDE, 0x00], .string("😀")),
        Case([0x61, 0xD8, 0x3D], .string("\u{FFFD}")),
        Case([0x80, 0x07], .uid(7)),
        Case([0x81, 0x01, 0x00], .uid(256)),
        Case([0x83, 0xFF, 0xFF, 0xFF, 0xFF], .uid(.max)),
        Case([0xA0], .array([])),
        Case([0xD0], .dictionary([:])),
    ])
    func `an object is what its bytes say`(example: Case) throws {
        #expect(try PropertyListValue(contentsOf: BinaryListBuilder(example.bytes).data()) == example.value)
    }

    @Test func `lists hold what they refer to`() throws {
        let list = BinaryListBuilder([0xD1, 1, 2], [0x51, 0x6B], [0xA3, 3, 1, 3], [0x10, 5])
        #expect(
            try PropertyListValue(contentsOf: list.data())
                == .dictionary(["k": .array([.integer(5), .string("k"), .integer(5)])]))
    }

    @Test func `the top object can be any`() throws {
        var list = BinaryListBuilder([0x10, 1], [0x10, 2])
        list.top = 1
        #expect(try PropertyListValue(contentsOf: list.data()) == .integer(2))
    }

    @Test(arguments: 1...8) func `offsets and references have one to eight bytes`(size: Int) throws {
        var list = BinaryListBuilder(
            [0xA1] + BinaryListBuilder.number(1, size: size), [0x51, 0x61])
        list.offsetSize = size
        list.referenceSize = size
        #expect(try PropertyListValue(contentsOf: list.data()) == .array([.string("a")]))
    }

    struct Refused: CustomTestStringConvertible, Sendable {
        let data: Data
        let offset: Int
        let sentence: String
        var testDescription: String { sentence }

        init(_ data: Data, at offset: Int, _ sentence: String) {
            self.data = data
            self.offset = offset
            self.sentence = sentence
        }

        init(_ object: [UInt8], at offset: Int, _ sentence: String) {
            self.init(BinaryListBuilder(object).data(), at: offset, sentence)
        }
    }

    @Test(arguments: [
        Refused(Data("bplist00".utf8), at: 0, "more is announced than there is"),
        Refused(BinaryListBuilder([0x09]).data(count: 0), at: 19, "the number of objects cannot be 0"),
        Refused(BinaryListBuilder([0x09]).data(count: 2), at: 19, "the number of objects cannot be 2"),
        Refused(
            BinaryListBuilder([0x09]).data(count: .max), at: 19, "the number of objects cannot be 18446744073709551615"),
        Refused(BinaryListBuilder([0x09]).data(top: 1), at: 27, "the number of the top object cannot be 1"),
        Refused(
            BinaryListBuilder([0x09]).data(table: 1_000), at: 35,
            "the beginning of the table of offsets cannot be 1000"),
        Refused(
            BinaryListBuilder([0x09]).data(table: 7), at: 35, "the beginning of the table of offsets cannot be 7"),
        Refused([0x00], at: 8, "the byte 0 begins no kind of object that is known"),
        Refused([0x0F], at: 8, "the byte f begins no kind of object that is known"),
        Refused([0x15], at: 8, "the byte 15 begins no kind of object that is known"),
        Refused([0x70], at: 8, "the byte 70 begins no kind of object that is known"),
        Refused([0xC0], at: 8, "the byte c0 begins no kind of object that is known"),
        Refused([0x13, 1], at: 8, "more is announced than there is"),
        Refused([0x23, 1], at: 8, "more is announced than there is"),
        Refused([0x33, 1], at: 8, "more is announced than there is"),
        Refused([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], at: 8, "“nan” is no date"),
        Refused([0x45, 1], at: 8, "more is announced than there is"),
        Refused([0x52, 0x61], at: 8, "more is announced than there is"),
        Refused([0x51, 0xE9], at: 8, "a text is not in its encoding"),
        Refused([0x61, 0x61], at: 8, "more is announced than there is"),
        Refused([0x5F], at: 8, "more is announced than there is"),
        Refused([0x5F, 0x23, 0], at: 8, "the byte 23 begins no kind of object that is known"),
        Refused([0x5F, 0x11, 0], at: 8, "more is announced than there is"),
        Refused(
            [0x4F, 0x13] + [UInt8](repeating: 0xFF, count: 8), at: 8,
            "the number of elements cannot be 18446744073709551615"),
        Refused([0x84, 1, 0, 0, 0, 0], at: 8, "the reference cannot be 4294967296"),
        Refused([0x88] + [UInt8](repeating: 0, count: 9), at: 8, "the size of a reference cannot be 9"),
        Refused(
            [0x14] + [UInt8](repeating: 1, count: 16), at: 8, "the upper half of an integer cannot be 72340172838076673"
        ),
        Refused([0xA2, 0], at: 9, "more is announced than there is"),
        Refused([0xA1, 0], at: 9, "a list contains itself"),
        Refused([0xA1, 9], at: 9, "object 9 is referred to, of only 1"),
        Refused([0xD1, 0], at: 9, "more is announced than there is"),
        Refused(
            BinaryListBuilder([0xD1, 1, 1], [0x09]).data(), at: 9,
            "the key of a dictionary is a truth value and not a string"),
        Refused(
            BinaryListBuilder([0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x51, 0x61], [0x09]).data(), at: 10,
            "a dictionary has the key “a” twice"),
        Refused(BinaryListBuilder([0xA1, 1], [0xA1, 2], [0xA1, 0]).data(), at: 13, "a list contains itself"),
    ])
    func `what is broken is told with its place`(example: Refused) throws {
        let error = try #require(throws: PropertyListError.self) { try PropertyListValue(contentsOf: example.data) }
        #expect(
            error.description == "The property list cannot be used: at byte \(example.offset) \(example.sentence).")
    }

    @Test func `an offset that leads nowhere is told`() throws {
        var data = BinaryListBuilder([0x09]).data()
        for (bytes, offset) in [([0x00, 0x07] as [UInt8], 7), ([0x00, 0x09], 9), ([0xFF, 0xFF], 65_535)] {
            data.replaceSubrange(9..<11, with: bytes)
            let error = try #require(throws: PropertyListError.self) { try PropertyListValue(contentsOf: data) }
            #expect(
                error == PropertyListError(offset: 9, problem: .badNumber(of: "offset of an object", UInt64(offset))))
        }
    }

    @Test(arguments: ["", "hello", "bplist15", "bplist"]) func `another format is not known`(text: String) throws {
        let error = try #require(throws: PropertyListError.self) { try PropertyListValue(contentsOf: Data(text.utf8)) }
        #expect(error == PropertyListError(offset: 0, problem: .unknownFormat))
    }

    @Test func `512 lists may be inside each other, and not more`() throws {
        func nested(_ depth: Int) -> Data {
            var list = BinaryListBuilder(
                objects: (0..<depth).map {
                    $0 == depth - 1 ? [0xA0] : [0xA1] + BinaryListBuilder.number(UInt64($0 + 1), size: 2)
                })
            list.referenceSize = 2
            return list.data()
        }
        var value = try PropertyListValue(contentsOf: nested(512))
        var depth = 1
        while let inner = value.array?.first {
            value = inner
            depth += 1
        }
        #expect(depth == 512)
        let error = try #require(throws: PropertyListError.self) { try PropertyListValue(contentsOf: nested(513)) }
        #expect(error.problem == .tooDeep)
    }

    @Test func `a list that was read counts with its depth where it is referred to again`() throws {
        // The list of 400 is read first; then the same at the end of 200 others.
        var objects: [[UInt8]] = [[0xA2, 0, 1, 1, 0x91]]
        for index in 1...400 {
            objects.append(index == 400 ? [0xA0] : [0xA1] + BinaryListBuilder.number(UInt64(index + 1), size: 2))
        }
        for index in 401...600 {
            objects.append([0xA1] + BinaryListBuilder.number(UInt64(index == 600 ? 1 : index + 1), size: 2))
        }
        var list = BinaryListBuilder(objects: objects)
        list.referenceSize = 2
        let error = try #require(throws: PropertyListError.self) { try PropertyListValue(contentsOf: list.data()) }
        #expect(error.problem == .tooDeep)
    }

    @Test func `dictionaries with the same keys in the same order share the list of them`() throws {
        let list = BinaryListBuilder(
            [0xA3, 1, 2, 3], [0xD2, 4, 5, 6, 7], [0xD2, 4, 5, 7, 6], [0xD2, 5, 4, 7, 6], [0x51, 0x61], [0x51, 0x62],
            [0x10, 1], [0x10, 2])
        let dictionaries = try #require(PropertyListValue(contentsOf: list.data()).array).compactMap(\.dictionary)
        try #require(dictionaries.count == 3)
        #expect(dictionaries[0].keyList === dictionaries[1].keyList)
        #expect(dictionaries[0].keyList !== dictionaries[2].keyList)
        #expect(dictionaries[0] != dictionaries[1])
        // The order of keys means nothing.
        #expect(dictionaries[0] == dictionaries[2] && dictionaries[0].hashValue == dictionaries[2].hashValue)
        #expect(dictionaries.map { $0["b"] } == [.integer(2), .integer(1), .integer(2)])
        #expect(dictionaries[0]["c"] == nil)
    }
}
