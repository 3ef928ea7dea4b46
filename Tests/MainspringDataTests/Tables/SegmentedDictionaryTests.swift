import SeededRandom
import Testing

@testable import MainspringData

/// Tables that grow a segment at a time.
@Suite struct SegmentedDictionaryTests {
    /// A key with the hash that the test gives it.
    private struct Key: SegmentedKey {
        let number: Int
        let spread: UInt
    }

    @Test(arguments: [0, 1, 1_000_000], Seeds.first(1))
    func `a dictionary has what a dictionary of Swift's has, whatever comes and goes`(_ reserved: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (found, expected) = (SegmentedDictionary<ObjectKey, Int>(), [ObjectKey: Int]())
        if reserved > 0 { found.reserveCapacity(reserved) }
        for step in 0..<60_000 {
            let key = ObjectKey(store: 1, root: 1, key: Int64.random(in: 0..<20_000, using: &random))
            // The first half grows.
            if Int.random(in: 0..<4, using: &random) > (step < 30_000 ? 0 : 1) {
                #expect(
                    found.updateValue(step, forKey: key) == expected.updateValue(step, forKey: key),
                    "seed \(seed), step \(step)")
            } else {
                #expect(
                    found.removeValue(forKey: key) == expected.removeValue(forKey: key),
                    "seed \(seed), step \(step)")
            }
            #expect(found.count == expected.count, "seed \(seed), step \(step)")
        }
        #expect(expected.count > 4 * 2_048, "Seed \(seed): there are several segments.")
        for key in 0..<20_000 {
            let key = ObjectKey(store: 1, root: 1, key: Int64(key))
            #expect(found[key] == expected[key], "seed \(seed)")
        }
    }

    @Test func `keys with the same hash are kept apart`() {
        var found = SegmentedDictionary<Key, Int>()
        for number in 0..<10_000 { found[Key(number: number, spread: 7)] = number }
        #expect(found.count == 10_000)
        #expect((0..<10_000).allSatisfy { found[Key(number: $0, spread: 7)] == $0 })
        found[Key(number: 3, spread: 7)] = nil
        #expect(found[Key(number: 3, spread: 7)] == nil && found.count == 9_999)
    }

    @Test func `a value is changed in its place`() {
        var found = SegmentedDictionary<ObjectIdentifier, [Int]>()
        let key = ObjectIdentifier(Self.self)
        #expect(found.withValue(of: key) { $0.append(1) } == nil)
        found[key] = []
        found.withValue(of: key) { $0.append(1) }
        #expect(found[key] == [1])
    }

    @Test func `a division moves entries of one segment to the new one, and none of another`() {
        var hashing = LinearHashing()
        let hashes = (0..<5_000).map { UInt($0) &* 0x9E37_79B9_7F4A_7C15 >> 16 }
        for count in 2...300 {
            let before = hashes.map(hashing.segment)
            let divided = hashing.divide()
            #expect(hashing.count == count)
            for (hash, former) in zip(hashes, before) {
                let now = hashing.segment(hash)
                #expect(now == former || former == divided && now == count - 1)
            }
        }
        let counts = hashes.reduce(into: [:]) { $0[hashing.segment($1), default: 0] += 1 }
        #expect(counts.values.max() ?? 0 < 60, "\(counts)")
    }
}
