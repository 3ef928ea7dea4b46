internal import Diagnostics
internal import Foundation
internal import MainspringModel

/// What comes into a save by hooks of objects that are saved: by validation and `willSave()`, which are called of what they bring too.
///
/// Each object may bring several, so that there would be no memory for as many rounds of it as of other changes: the objects are
/// counted as well.
struct SaveGrowth {
    /// All, kept so that no new object stands where one of them was.
    private var seen: ObjectSet
    private var rounds = 0
    /// How many have come by those who have come themselves.
    private var followers = 0
    /// How many may.
    private var most: Int

    private static let leastBound = 100_000
    private static let boundPerObject = 10

    /// - Parameter objects: are saved whatever hooks do.
    init(_ objects: [NSManagedObject]) {
        seen = ObjectSet(objects)
        most = max(Self.leastBound, Self.boundPerObject * objects.count)
    }

    func contains(_ object: NSManagedObject) -> Bool { seen.contains(object) }

    /// Notes what is to be saved now. Ends the program if objects go on bringing others: nothing would be saved, and nobody would know
    /// why.
    /// - Parameter title: is the context's.
    mutating func note(_ objects: [NSManagedObject], in title: String) {
        let new = objects.filter { seen.insert($0) }
        guard !new.isEmpty else { return }
        rounds += 1
        // What those bring who are saved anyway is as much as the program wants.
        guard rounds > 1 else { return most = max(most, Self.boundPerObject * seen.objects.count) }
        followers += new.count
        if followers > most { Self.refuse(rounds, followers, new, in: title) }
    }

    /// The same for a save in slices, which looks at its objects as they come.
    /// - Parameters:
    ///   - followers: have come by hooks.
    ///   - count: were there before.
    static func check(rounds: Int, followers: ArraySlice<NSManagedObject>, of count: Int, in title: String) {
        guard rounds > mostRounds || rounds > 1 && followers.count > max(leastBound, boundPerObject * count) else {
            return
        }
        refuse(rounds, followers.count, Array(followers), in: title)
    }

    /// How often hooks may change what has been told already.
    private static let mostRounds = 1_000

    private static func refuse(_ rounds: Int, _ followers: Int, _ new: [NSManagedObject], in title: String) -> Never {
        let names = Set(new.compactMap(\.entity.name)).sorted().prefix(3).map { "“\($0)”" }.joined(separator: ", ")
        programmerError(
            """
            \(title) cannot be saved: validation or willSave() goes on inserting or changing objects for those that it has \
            inserted or changed itself. After \(rounds) rounds there are \(followers) of them, objects of \(names) in the \
            last one, such as \(new.first?.objectID.description ?? "those that are saved"). Insert an object there only if it is missing, and \
            change a value only if it differs.
            """)
    }
}
