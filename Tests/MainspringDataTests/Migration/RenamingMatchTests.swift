import SeededRandom
import Testing

@testable import MainspringData

@Suite struct RenamingMatchTests {
    typealias Names = RenamingMatch.Names

    /// The rule as it is said: one way after the other, each new part takes the first old one that is free.
    private func matches(_ new: [Names], _ old: [Names]) -> [Int: Int] {
        let ways: [(Names, Names) -> Bool] = [
            { $0.identifier != nil && $0.identifier == $1.identifier }, { $0.identifier == $1.name },
            { $0.name == $1.name }, { $0.name == $1.identifier },
        ]
        var found: [Int: Int] = [:]
        for way in ways {
            for (index, part) in new.enumerated() where found[index] == nil {
                found[index] = old.indices.first { other in
                    !found.values.contains(other) && way(part, old[other])
                }
            }
        }
        return found
    }

    @Test(arguments: Seeds.first(200))
    func `what is said comes before what happens to be the same`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func parts() -> [Names] {
            (0..<Int.random(in: 0...7, using: &random)).map { _ in
                Names(
                    ["a", "b", "c", "d", "e"].randomElement(using: &random),
                    Bool.random(using: &random) ? ["a", "b", "c", "d", "e", ""].randomElement(using: &random) : nil)
            }
        }
        let (new, old) = (parts(), parts())
        #expect(RenamingMatch.matches(new: new, old: old) == matches(new, old))
    }
}
