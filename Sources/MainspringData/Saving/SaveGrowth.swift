internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// What comes into a save by hooks of objects that are saved: by validation and `willSave()`, which are called of what they
/// bring too.
///
/// Each object may bring several, and memory would end before the passes do: the objects are counted as well.
struct SaveGrowth {
    /// The number of objects that are saved whatever hooks do. In the set, those behind them have come by hooks.
    let start: Int
    /// How many have come by those that have come themselves, and in how many rounds.
    private var (followers, rounds) = (0, 0)
    /// How many may.
    private var most: Int

    private static let leastBound = 100_000
    private static let boundPerObject = 10

    init(_ count: Int) {
        start = count
        most = max(Self.leastBound, Self.boundPerObject * count)
    }

    /// Notes objects that hooks have brought. Ends the program if objects go on bringing others: nothing would ever be
    /// saved, and no error would say why.
    /// - Parameters:
    ///   - areFollowers: Whether they have come by objects that had come themselves, or that were told again.
    ///   - title: The context's.
    mutating func note(_ new: ArraySlice<NSManagedObject>, byFollowers areFollowers: Bool, in title: String) {
        // What those bring that are saved anyway is as much as the program wants.
        guard areFollowers else {
            return most = max(most, Self.boundPerObject * (start + new.count))
        }
        (followers, rounds) = (followers + new.count, rounds + 1)
        if followers > most { Self.refuse(rounds, followers, Array(new), in: title) }
    }

    /// Notes that objects are told once more. Ends the program if that goes on.
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
