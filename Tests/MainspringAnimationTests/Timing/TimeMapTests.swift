import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct TimeMapTests {
    /// The chain that tests of others assert on QuartzCore: root > mid > leaf.
    private let mid = TimeMap(begin: 2, speed: 3, offset: 0.25)
    private let leaf = TimeMap(begin: 1, speed: 2, offset: 0.5)

    @Test func `time goes down a chain of layers`() {
        #expect(isNear(leaf.local(10), 18.5))
        #expect(isNear(leaf.local(mid.local(10)), 47))
        #expect(isNear(mid.appending(leaf).local(10), 47))
    }

    @Test func `and back up`() {
        #expect(isNear(leaf.parent(10), 5.75))
        #expect(isNear(mid.parent(leaf.parent(10)), 23.0 / 6))
        #expect(isNear(mid.appending(leaf).parent(10), 23.0 / 6))
    }

    @Test(arguments: Seeds.first(3))
    func `there and back is the same instant, and a chain of maps is one map`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            var whole = TimeMap.identity
            var time = Double.random(in: -100...100, using: &random)
            let start = time
            for _ in 0..<4 {
                let speed = Double.random(in: 0.1...4, using: &random) * (Bool.random(using: &random) ? 1 : -1)
                let map = TimeMap(
                    begin: .random(in: -9...9, using: &random), speed: speed,
                    offset: .random(in: -9...9, using: &random))
                whole = whole.appending(map)
                time = map.local(time)
            }
            #expect(isNear(whole.local(start), time, within: 1e-6), "seed \(seed)")
            #expect(isNear(whole.parent(time), start, within: 1e-6), "seed \(seed)")
        }
    }

    @Test func `where local time stands still the way back is the beginning`() {
        #expect(TimeMap(begin: 5, speed: 0, offset: 3).parent(3) == 5)
    }
}
