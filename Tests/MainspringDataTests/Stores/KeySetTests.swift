import SeededRandom
import Testing

@testable import MainspringData

/// The keys in relationships to many.
@Suite struct KeySetTests {
    @Test(arguments: Seeds.first(40)) func `random additions and removals leave what a plain set has, in order`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        var keys = KeySet()
        var plain: Set<Int64> = []
        let range: Int64 = seed % 2 == 0 ? 3_000 : 40
        var copies: [(KeySet, Set<Int64>)] = []
        for step in 0..<4_000 {
            let key = Int64.random(in: -range...range, using: &random)
            if Int.random(in: 0..<10, using: &random) < 6 {
                #expect(keys.insert(key) == plain.insert(key).inserted, "seed \(seed)")
            } else {
                #expect(keys.remove(key) == (plain.remove(key) != nil), "seed \(seed)")
            }
            if step % 1_000 == 500 { copies.append((keys, plain)) }
        }
        #expect(Array(keys) == plain.sorted() && keys.count == plain.count, "seed \(seed)")
        for key in -range...range { #expect(keys.contains(key) == plain.contains(key)) }
        // Copies are as they were.
        for (keys, plain) in copies { #expect(Array(keys) == plain.sorted(), "seed \(seed)") }
    }

    @Test func `ascending and descending keys fill it alike`() {
        #expect(Array(KeySet(1...5_000)) == Array(1...5_000))
        #expect(Array(KeySet((1...5_000).reversed())) == Array(1...5_000))
        #expect(KeySet([3, 3, 1]).count == 2 && KeySet([Int64]()).isEmpty)
    }
}
