import SeededRandom
import Testing

@testable import MainspringData

/// Numbers by keys.
@Suite struct KeyNumbersTests {
    @Test(arguments: Seeds.first(1), [0, 100, 50_000])
    func `a key has the number that it was given last, as in a dictionary`(_ seed: UInt64, _ capacity: Int) {
        var random = SeededGenerator(seed: seed)
        var (found, expected) = (KeyNumbers(capacity: capacity), [ObjectKey: Int]())
        for number in 0..<20_000 {
            let key = randomKey(&random)
            #expect(found[key] == expected[key], "seed \(seed)")
            found.set(number, for: key)
            expected[key] = number
            #expect(found[key] == number && found.count == expected.count, "seed \(seed)")
        }
        for _ in 0..<20_000 {
            let key = randomKey(&random)
            #expect(found[key] == expected[key], "seed \(seed)")
        }
    }

    /// Of objects without a store, and of two entities of two stores: some follow one another.
    private func randomKey(_ random: inout SeededGenerator) -> ObjectKey {
        let store = UInt32.random(in: 0..<3, using: &random)
        let root = store == 0 ? 0 : UInt32.random(in: 0..<2, using: &random)
        return ObjectKey(store: store, root: root, key: Int64.random(in: -10...3_000, using: &random))
    }

    @Test func `a table without keys has none, not even the first of all`() {
        let found = KeyNumbers()
        #expect(found.count == 0 && found[ObjectKey(store: 0, root: 0, key: 0)] == nil)
    }
}
