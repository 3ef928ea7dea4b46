/// The versions of rows that a context has saved or merged while contexts below it may have older ones.
///
/// A child's change is based on the row that it has read. The context compares that row's version with its own, and a
/// newer version is no conflict if all that came between stands here. On the context's queue.
struct AcknowledgedVersions {
    /// Each version from `first` on may be taken for `last`: what came between was saved or merged by the context.
    private struct Span {
        var first: Int64
        var last: Int64
    }

    private var spans: [ObjectKey: Span] = [:]
    /// The keys of `spans`, in the order in which ``sweep(knowsAll:isNeeded:)`` examines them.
    private var keys: ContiguousArray<ObjectKey> = []
    /// The place in `keys` at which the next sweep begins.
    private var next = 0
    /// The number of keys that were added since the last sweep.
    private var addedCount = 0
    /// The number of examinations that earlier sweeps have left out, since any object had to be kept then.
    private var missedCount = 0

    /// The number of versions up to which nothing is removed.
    private static let leastCount = 1_024

    /// The greatest number of left-out examinations that one sweep makes up for: about a millisecond.
    private static let mostMadeUp = 1_024

    /// Stands for the version of a row that was deleted. Rows have versions above 0.
    private static let deletion: Int64 = -1

    /// The version on which a change is based that was made with an earlier one. It is the same version unless the
    /// context has saved or merged all that came after it.
    func latest(_ key: ObjectKey, from version: Int64) -> Int64 {
        guard !spans.isEmpty, let span = spans[key], version >= span.first else { return version }
        return max(version, span.last)
    }

    /// Whether the context has saved or merged an object.
    func has(_ key: ObjectKey) -> Bool { !spans.isEmpty && spans[key] != nil }

    /// Whether the context has saved or merged the deletion of an object.
    func isDeleted(_ key: ObjectKey) -> Bool { !spans.isEmpty && spans[key]?.last == Self.deletion }

    /// The number of versions that are kept.
    var count: Int { spans.count }

    /// Notes a version that the context has merged, and with it all earlier ones.
    mutating func noteMerge(_ key: ObjectKey, _ version: Int64) { note(key, Span(first: 0, last: version)) }

    /// Notes a version that the context has saved.
    /// - Parameter base: The version that it had before. If other contexts have saved it, and the context has read it
    ///   without a merge, a child that has an earlier one has not seen all.
    mutating func noteSave(_ key: ObjectKey, from base: Int64, to version: Int64) {
        let first = spans[key].map { $0.last >= base ? min($0.first, base) : base } ?? base
        note(key, Span(first: first, last: version))
    }

    /// Notes that the context has saved or merged the deletion of an object.
    mutating func noteDeletion(_ key: ObjectKey) { note(key, Span(first: .max, last: Self.deletion)) }

    private mutating func note(_ key: ObjectKey, _ span: Span) {
        guard spans.updateValue(span, forKey: key) == nil else { return }
        keys.append(key)
        addedCount += 1
    }

    /// Removes all versions: no context is left that could have an older one.
    mutating func removeAll() {
        guard !spans.isEmpty else { return }
        self = AcknowledgedVersions()
    }

    /// Removes versions of objects that no context below has, if there are many.
    ///
    /// Examines two versions for each one that was added since the last sweep, and not all at once, since a reader on
    /// the main thread may be waiting for the context's queue. The number of versions that are not needed stays about that
    /// of the needed ones.
    /// - Parameters:
    ///   - knowsAll: Whether any object has to be taken for one that a context below has. Then nothing is removed.
    ///   - isNeeded: Whether a context below may have an object.
    mutating func sweep(knowsAll: Bool, isNeeded: (ObjectKey) -> Bool) {
        let wanted = 2 * addedCount
        addedCount = 0
        guard keys.count > Self.leastCount else { return }
        guard !knowsAll else { return missedCount = min(missedCount + wanted, keys.count) }
        let madeUp = min(missedCount, Self.mostMadeUp)
        missedCount -= madeUp
        for _ in 0..<min(wanted + madeUp, keys.count) {
            if next >= keys.count { next = 0 }
            if isNeeded(keys[next]) {
                next += 1
            } else {
                spans[keys[next]] = nil
                keys.swapAt(next, keys.count - 1)
                keys.removeLast()
            }
        }
    }
}
