import SeededRandom
import Testing

@testable import MainspringData

/// The versions that a context keeps for the contexts below it, and the cost of removing others.
@Suite struct AcknowledgedVersionsTests {
    private func key(_ number: Int) -> ObjectKey { ObjectKey(store: 1, root: 1, key: Int64(number + 1)) }

    @Test func `a sweep examines two versions for each that was added, however many there are`() {
        var versions = AcknowledgedVersions()
        for number in 0..<100_000 { versions.noteMerge(key(number), 1) }
        versions.sweep(knowsAll: false) { _ in true }
        for round in 0..<100 {
            for number in 0..<10 { versions.noteMerge(key(100_000 + round * 10 + number), 1) }
            // A version that is there already needs no examination.
            versions.noteMerge(key(round), 2)
            var count = 0
            versions.sweep(knowsAll: false) { _ in
                count += 1
                return true
            }
            #expect(count == 20)
        }
        #expect(versions.count == 101_000)
    }

    @Test(arguments: Seeds.first(8))
    func `needed versions stay, and of others there are no more than those and the last ones`(seed: UInt64) {
        var (random, versions) = (SeededGenerator(seed: seed), AcknowledgedVersions())
        let isNeeded = { (key: ObjectKey) in key.key % 100 == 0 }
        var last: [ObjectKey: Int64] = [:]
        for round in 1...400 {
            versions.sweep(knowsAll: round % 7 == 0, isNeeded: isNeeded)
            for _ in 0..<200 {
                let (key, version) = (key(Int.random(in: 0..<1_000_000, using: &random)), Int64(round))
                versions.noteMerge(key, version)
                if isNeeded(key) { last[key] = version }
            }
            #expect(versions.count <= 2 * last.count + 4_000)
        }
        for (key, version) in last { #expect(versions.latest(key, from: 1) == version) }
    }

    @Test func `versions that could not be removed for a time are removed later, a bounded number at once`() {
        var versions = AcknowledgedVersions()
        for number in 0..<50_000 {
            versions.noteMerge(key(number), 1)
            versions.sweep(knowsAll: true) { _ in false }
        }
        #expect(versions.count == 50_000)
        var sweeps = 0
        while versions.count > 1_024, sweeps < 1_000 {
            let before = versions.count
            versions.sweep(knowsAll: false) { _ in false }
            #expect(before - versions.count <= 1_024)
            sweeps += 1
        }
        #expect(versions.count <= 1_024)
    }
}
