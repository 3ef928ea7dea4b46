import SeededRandom
import Testing

@testable import MainspringData

/// Keys and the places of their rows, whatever keys a store has.
@Suite struct PlaceIndexTests {
    /// An index, and the keys at its places as a plain array.
    private final class Table {
        var index = PlaceIndex(capacity: 64)
        var keys: [Int64?] = []
        /// How many rows were looked at.
        var looks = 0

        deinit { index.deallocate() }

        /// How many keys were asked for to move entries.
        private(set) var moves = 0

        private func key(_ place: UInt32) -> Int64 {
            moves += 1
            return keys[Int(place)]!
        }

        func find(_ key: Int64) -> UInt32? {
            index.place(of: key) { place in
                looks += 1
                return keys[Int(place)]! == key
            }
        }

        func add(_ key: Int64) {
            keys.append(key)
            if index.isFull { index.grow(self.key) }
            if index.hasToMove { index.moveSome(self.key) }
            index.add(key, UInt32(keys.count - 1))
            if index.isCrowded { index.scatter(self.key) }
        }

        func shrink() -> Bool { index.shrinkSome(key) }

        func remove(_ key: Int64, _ place: UInt32) {
            index.remove(key, place, self.key)
            keys[Int(place)] = nil
        }
    }

    /// How the keys of a store may lie.
    private static let patterns: [String: @Sendable (Int64) -> Int64] = [
        "one after another": { $0 + 1 },
        "backwards": { 5000 - $0 },
        "every 1,024th": { $0 << 10 },
        "those that meet at one entry whatever the size": { $0 << 40 },
        "two runs, one over the other": { ($0 & 1) << 20 + $0 },
        "the highest": { Int64.max - $0 },
        "below zero": { -$0 * 3 },
    ]

    @Test(arguments: patterns.keys.sorted(), Seeds.first(1))
    func `What was added is found, and what was removed is not, whatever the keys`(
        pattern: String, seed: UInt64
    ) throws {
        let key = try #require(Self.patterns[pattern])
        var random = SeededGenerator(seed: seed)
        let table = Table()
        var expected: [Int64: UInt32] = [:]
        for _ in 0..<6000 {
            let key = key(Int64.random(in: 0..<2000, using: &random))
            #expect(table.find(key) == expected[key], "seed \(seed)")
            if let place = expected[key] {
                guard Bool.random(using: &random) else { continue }
                table.remove(key, place)
                expected[key] = nil
            } else {
                table.add(key)
                expected[key] = UInt32(table.keys.count - 1)
            }
            #expect(table.index.count == expected.count, "seed \(seed)")
        }
        for number in 0..<2000 as Range<Int64> {
            #expect(table.find(key(number)) == expected[key(number)], "seed \(seed)")
        }
        #expect(Set(table.index.places) == Set(expected.values), "seed \(seed)")
    }

    @Test func `Keys that follow one another are found at the first look, and others are not looked for long`() {
        let table = Table()
        for key in 1...10_000 as ClosedRange<Int64> { table.add(key) }
        table.looks = 0
        for key in 1...10_000 as ClosedRange<Int64> { #expect(table.find(key) != nil) }
        #expect(table.looks == 10_000)
        table.looks = 0
        for key in 1...10_000 as ClosedRange<Int64> { #expect(table.find(key + 1 << 40) == nil) }
        #expect(table.looks <= 10_000 * 17)
    }

    @Test(arguments: [1, 64] as [Int64])
    func `Where few keys are left it becomes smaller, some entries at a time, and they are found`(step: Int64) {
        let table = Table()
        for key in 0..<100_000 as Range<Int64> { table.add(key) }
        let kept = (0..<1500).map { $0 * step }
        for key in Set(0..<100_000).subtracting(kept).sorted() { table.remove(key, UInt32(key)) }
        var (steps, known, most) = (0, table.moves, 0)
        while table.shrink() {
            most = max(most, table.moves - known)
            known = table.moves
            steps += 1
            for key in kept where key % 7 == 0 { #expect(table.find(key) == UInt32(key)) }
        }
        #expect(steps > 10 && most <= 1500 && table.index.capacity <= 8192)
        for key in kept { #expect(table.find(key) == UInt32(key)) }
        #expect(table.index.count == kept.count && table.find(100_000) == nil)
    }

    @Test func `No key that is added waits for many others to move, however many there are`() {
        let table = Table()
        var (known, most) = (0, 0)
        for key in 1...100_000 as ClosedRange<Int64> {
            table.add(key)
            most = max(most, table.moves - known)
            known = table.moves
        }
        #expect(most <= 32)
        for key in 1...100_000 as ClosedRange<Int64> { #expect(table.find(key) == UInt32(key - 1)) }
        let places: [UInt32] = Array(0..<100_000)
        #expect(table.index.places.sorted() == places)
    }
}
