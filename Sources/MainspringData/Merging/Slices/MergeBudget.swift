internal import Diagnostics

/// How much of a merge a context on the main queue does at once, before the main loop goes on. Ours.
///
/// See ``NSManagedObjectContext/mergeBudget``.
public struct MergeBudget: Hashable, Sendable {
    enum Limit: Hashable {
        case time(Duration)
        case objects(Int)
    }

    let limit: Limit

    /// So much that a frame of 60 a second is not missed: 4 ms.
    public static let standard = MergeBudget.time(.milliseconds(4))

    /// At most as much as can be done in some time; at least one object, or several whose required relationships lead in a circle.
    ///
    /// A slice ends after three eighths of it, by what telling of the objects of those before has taken: the rest is for harder ones, and
    /// for a machine that lets another thread run meanwhile. (Measured on two processors with three busy threads beside the main one,
    /// the longest stop of half a minute, medians of five: 8.5 ms where slices ended after a half, 7.8 after three eighths.)
    ///
    /// Measured by a clock of its own, which goes on where the loop's clock is a virtual one.
    /// - Parameter time: above zero; else it is an error of the program.
    public static func time(_ time: Duration) -> MergeBudget {
        guard time > .zero else { refuse("\(time)") }
        return MergeBudget(limit: .time(time))
    }

    /// So many objects, however long that takes: for tests, which must not depend on speed.
    /// - Parameter count: above zero; else it is an error of the program.
    public static func objects(_ count: Int) -> MergeBudget {
        guard count > 0 else { refuse("\(count) objects") }
        return MergeBudget(limit: .objects(count))
    }

    private static func refuse(_ amount: String) -> Never {
        programmerError(
            """
            A merge budget of \(amount) lets nothing be merged. Give more than zero; to merge at once, set mergeBudget to nil.
            """)
    }
}
