/// The versions of rows that a context has saved or merged while contexts below it may have older ones.
///
/// A child's change is based on the row that it has read. The context compares that row's version with its own, and a
/// newer version is no conflict if it stands here. On the context's queue.
struct AcknowledgedVersions {
    private var versions: [ObjectKey: Int64] = [:]
    /// The number of versions at which those that no context needs are removed.
    private var limit = Self.leastLimit

    private static let leastLimit = 1_024

    /// Stands for the version of a row that was deleted. Rows have versions above 0.
    private static let deletion: Int64 = -1

    /// The newest version of a row that the context has saved or merged; 0 or less for none.
    subscript(key: ObjectKey) -> Int64 { versions.isEmpty ? 0 : versions[key] ?? 0 }

    /// Whether the context has saved or merged the deletion of an object.
    func isDeleted(_ key: ObjectKey) -> Bool { self[key] == Self.deletion }

    /// The number of versions that are kept.
    var count: Int { versions.count }

    /// Notes a version that the context has saved or merged.
    mutating func note(_ key: ObjectKey, _ version: Int64) { versions[key] = version }

    /// Notes that the context has saved or merged the deletion of an object.
    mutating func noteDeletion(_ key: ObjectKey) { versions[key] = Self.deletion }

    /// Removes all versions: no context is left that could have an older one.
    mutating func removeAll() {
        guard !versions.isEmpty else { return }
        self = AcknowledgedVersions()
    }

    /// Removes the versions of objects that no context below has, if there are many. Costs a constant time for each
    /// version that was noted.
    mutating func sweep(for readers: ChildReaders) {
        guard versions.count > limit, !readers.knowsAll else { return }
        versions = versions.filter { readers.mayHave($0.key) }
        limit = max(Self.leastLimit, 2 * versions.count)
    }
}
