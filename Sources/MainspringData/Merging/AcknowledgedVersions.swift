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
    /// The number of versions at which those that no context needs are removed.
    private var limit = Self.leastLimit

    private static let leastLimit = 1_024

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
    mutating func noteMerge(_ key: ObjectKey, _ version: Int64) { spans[key] = Span(first: 0, last: version) }

    /// Notes a version that the context has saved.
    /// - Parameter base: The version that it had before. If other contexts have saved it, and the context has read it
    ///   without a merge, a child that has an earlier one has not seen all.
    mutating func noteSave(_ key: ObjectKey, from base: Int64, to version: Int64) {
        let first = spans[key].map { $0.last >= base ? min($0.first, base) : base } ?? base
        spans[key] = Span(first: first, last: version)
    }

    /// Notes that the context has saved or merged the deletion of an object.
    mutating func noteDeletion(_ key: ObjectKey) { spans[key] = Span(first: .max, last: Self.deletion) }

    /// Removes all versions: no context is left that could have an older one.
    mutating func removeAll() {
        guard !spans.isEmpty else { return }
        self = AcknowledgedVersions()
    }

    /// Removes the versions of objects that no context below has, if there are many. Costs a constant time for each
    /// version that was noted.
    mutating func sweep(for readers: ChildReaders) {
        guard spans.count > limit, !readers.knowsAll else { return }
        spans = spans.filter { readers.mayHave($0.key) }
        limit = max(Self.leastLimit, 2 * spans.count)
    }
}
