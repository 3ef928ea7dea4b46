import Foundation
import MainspringFoundation
import SeededRandom
import Testing

/// Lists that are made to do harm: a value or an error, in bounded memory.
@Suite struct HostileListTests {
    /// Each list holds the next one many times, and the last one many texts.
    static func sharing(levels: Int, width: Int) -> Data {
        var objects: [[UInt8]] = []
        for level in 0..<levels {
            objects.append([0xAF, 0x11] + BinaryListBuilder.number(UInt64(width), size: 2))
            for _ in 0..<width { objects[level] += BinaryListBuilder.number(UInt64(level + 1), size: 2) }
        }
        objects.append([0x51, 0x61])
        var list = BinaryListBuilder(objects: objects)
        list.offsetSize = 4
        list.referenceSize = 2
        return list.data()
    }

    @Test(arguments: [(100, 2), (30, 10), (4, 1_000)]) func `lists that multiply by sharing are refused`(
        levels: Int, width: Int
    ) throws {
        let error = try #require(throws: PropertyListError.self) {
            try PropertyListValue(contentsOf: Self.sharing(levels: levels, width: width))
        }
        #expect(error.problem == .tooLarge)
    }

    @Test func `lists that share a little are read`() throws {
        let value = try PropertyListValue(contentsOf: Self.sharing(levels: 3, width: 30))
        #expect(value.array?[29].array?[0].array?[7] == .string("a"))
    }

    @Test func `hostile lists take at most four times their own memory and 64 MiB`() async {
        await #expect(processExitsWith: .success) {
            // One object, announced to be as many as there is room for.
            let many = BinaryListBuilder(objects: [[0x09]])
            try PeakMemory.check(many.data(count: 1 << 60)) { _ = try? PropertyListValue(contentsOf: $0) }
            // Sharing.
            for (levels, width) in [(100, 2), (3, 3_000), (2, 60_000)] {
                try PeakMemory.check(HostileListTests.sharing(levels: levels, width: width)) {
                    _ = try? PropertyListValue(contentsOf: $0)
                }
            }
            // A million references of one byte each, and tables of a million objects at the same place.
            var references: [UInt8] = [0xAF, 0x12]
            references += BinaryListBuilder.number(8_000_000, size: 4)
            references += [UInt8](repeating: 1, count: 8_000_000)
            var wide = BinaryListBuilder(objects: [references, [0x09]])
            wide.offsetSize = 4
            try PeakMemory.check(wide.data()) { _ = try? PropertyListValue(contentsOf: $0) }
            var table = [UInt8]("bplist00".utf8)
            table.append(0xA0)
            table += [UInt8](repeating: 8, count: 8_000_000)
            table += [0, 0, 0, 0, 0, 0, 1, 4] as [UInt8]
            for number: UInt64 in [8_000_000, 0, 9] { table += BinaryListBuilder.number(number, size: 8) }
            try PeakMemory.check(Data(table)) { _ = try? PropertyListValue(contentsOf: $0) }
            // Long texts that overlap.
            var indices: [UInt8] = [0xAF, 0x11, 0x01, 0x00]
            for index in 0..<256 { indices.append(UInt8(truncatingIfNeeded: index + 1)) }
            var texts: [[UInt8]] = [indices]
            texts += Array(repeating: [0x5F, 0x12, 0x00, 0x04, 0x00, 0x00], count: 255)
            texts.append([UInt8](repeating: 0x4E, count: 300_000))
            var overlapping = BinaryListBuilder(objects: texts)
            overlapping.offsetSize = 4
            try PeakMemory.check(overlapping.data()) { _ = try? PropertyListValue(contentsOf: $0) }
            // Dictionaries of which no two have the same keys.
            let keys: [[UInt8]] = (0..<1_000).map { number -> [UInt8] in
                let digits: [UInt8] = Array(String(number + 100).utf8.suffix(3))
                return [0x53] + digits
            }
            var keyed = BinaryListBuilder(objects: keys)
            keyed.objects.append([0x09])
            for pair in 0..<200_000 {
                let references: [UInt64] = [UInt64(pair / 1_000), UInt64(pair % 1_000), 1_000, 1_000]
                var dictionary: [UInt8] = [0xD2]
                for reference in references { dictionary += BinaryListBuilder.number(reference, size: 3) }
                keyed.objects.append(dictionary)
            }
            keyed.top = keyed.objects.count
            var array: [UInt8] = [0xAF, 0x12]
            array += BinaryListBuilder.number(200_000, size: 4)
            for index in 0..<200_000 { array += BinaryListBuilder.number(UInt64(1_001 + index), size: 3) }
            keyed.objects.append(array)
            keyed.offsetSize = 4
            keyed.referenceSize = 3
            try PeakMemory.check(keyed.data()) { _ = try? PropertyListValue(contentsOf: $0) }
            // XML with many small entries, and one long text.
            let entries: [String] = (0..<220_000).map { "<key>\($0)</key><true/>" }
            let small: String = "<plist><dict>" + entries.joined() + "</dict></plist>"
            try PeakMemory.check(Data(small.utf8)) { _ = try? PropertyListValue(contentsOf: $0) }
            let long: String = "<plist><data>" + String(repeating: "AAAA", count: 500_000) + "</data></plist>"
            try PeakMemory.check(Data(long.utf8)) { _ = try? PropertyListValue(contentsOf: $0) }
        }
    }

    @Test(arguments: Seeds.first(20)) func `a changed list is a value or an error`(seed: UInt64) throws {
        var lists = RandomPropertyList(seed: seed)
        let data = try lists.dictionary(depth: 2).binaryData()
        for _ in 0..<100 {
            var changed = data
            for _ in 0..<Int.random(in: 1...4, using: &lists.random) {
                let place = Int.random(in: 0..<changed.count, using: &lists.random)
                changed[place] = UInt8.random(in: 0...255, using: &lists.random)
            }
            if let value = try? PropertyListValue(contentsOf: changed) {
                #expect(
                    try PropertyListValue(contentsOf: value.binaryData()) == value || value.hasNotANumber,
                    "seed \(seed)")
            }
        }
    }

    @Test func `a part of a list is an error`() throws {
        var lists = RandomPropertyList(seed: 3)
        let data = try lists.dictionary(depth: 2).binaryData()
        for count in 0..<data.count {
            #expect(throws: PropertyListError.self) { try PropertyListValue(contentsOf: data.prefix(count)) }
        }
    }

    @Test(arguments: Seeds.first(5)) func `a changed list in XML is a value or an error`(seed: UInt64)
        throws
    {
        var lists = RandomPropertyList(seed: seed)
        lists.hasReferences = false
        let read = try PropertyListSerialization.propertyList(
            from: lists.dictionary(depth: 2).binaryData(), format: nil)
        let data = try PropertyListSerialization.data(fromPropertyList: read, format: .xml, options: 0)
        let bytes = [UInt8]("<>/&;![]-\"k0A ".utf8)
        for _ in 0..<100 {
            var changed = data
            let place = Int.random(in: 0..<changed.count, using: &lists.random)
            changed[place] = bytes.randomElement(using: &lists.random) ?? 0
            _ = try? PropertyListValue(contentsOf: changed)
            _ = try? PropertyListValue(contentsOf: data.prefix(place))
        }
    }
}

extension PropertyListValue {
    /// Whether it holds a number that is not equal to itself.
    var hasNotANumber: Bool { self != self }
}
