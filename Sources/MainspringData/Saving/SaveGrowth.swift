internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// A limit for objects that hooks add to a save: `willSave()` and validation, which are called for added objects, too.
///
/// Objects are counted beside passes, since each hook may add several objects, and memory would end before the passes do.
struct SaveGrowth {
    /// The number of objects before the hooks. Hooks append objects to the set.
    let start: Int
    /// The number of objects that hooks of added objects have added, and the number of rounds.
    private var (followers, rounds) = (0, 0)
    /// The greatest number of such objects.
    private var most: Int

    private static let leastBound = 100_000
    private static let boundPerObject = 10

    init(_ count: Int) {
        start = count
        most = max(Self.leastBound, Self.boundPerObject * count)
    }

    /// Counts objects that hooks have added. Traps above the limit, since the save would not end.
    /// - Parameters:
    ///   - areFollowers: Whether hooks of added objects have added them, or repeated calls of a hook.
    ///   - title: The name of the context in the message.
    mutating func note(_ new: ArraySlice<NSManagedObject>, byFollowers areFollowers: Bool, in title: String) {
        // The hooks of objects that the program has changed may add any number.
        guard areFollowers else {
            return most = max(most, Self.boundPerObject * (start + new.count))
        }
        (followers, rounds) = (followers + new.count, rounds + 1)
        if followers > most { Self.refuse(rounds, followers, Array(new), in: title) }
    }

    /// Counts a repeated pass of `willSave()`. Traps above the limit.
    func notePass(_ passes: Int, _ again: [NSManagedObject], in title: String) {
        if passes > Self.mostPasses { Self.refuse(passes, again.count, again, in: title) }
    }

    private static let mostPasses = 1_000

    private static func refuse(_ rounds: Int, _ count: Int, _ new: [NSManagedObject], in title: String) -> Never {
        let names = Set(new.compactMap(\.entity.name)).sorted().prefix(3).map { "“\($0)”" }.joined(separator: ", ")
        programmerError(
            """
            \(title) cannot be saved: validation or willSave() goes on inserting or changing objects for those that it has \
            inserted or changed itself. After \(rounds) rounds there are \(count) of them, objects of \(names) in the last one, such as \
            \(new.first?.objectID.description ?? "those that are saved"). Insert an object there only if it is missing, and \
            change a value only if it differs.
            """)
    }
}
