internal import Diagnostics

// What changes a snapshot: one of ours is only read.

extension NSDiffableDataSourceSnapshotReference {
    /// Unavailable.
    @available(*, unavailable, message: "A snapshot is only read here: make what the list shows of its identifiers.")
    public func appendSections(withIdentifiers sectionIdentifiers: [Any]) { unavailable() }

    /// Unavailable.
    @available(*, unavailable, message: "A snapshot is only read here: make what the list shows of its identifiers.")
    public func appendItems(withIdentifiers identifiers: [Any]) { unavailable() }

    /// Unavailable.
    @available(*, unavailable, message: "A snapshot is only read here: make what the list shows of its identifiers.")
    public func appendItems(withIdentifiers identifiers: [Any], intoSectionWithIdentifier sectionIdentifier: Any) {
        unavailable()
    }

    /// Unavailable.
    @available(*, unavailable, message: "A snapshot is only read here: make what the list shows of its identifiers.")
    public func deleteItems(withIdentifiers identifiers: [Any]) { unavailable() }

    /// Unavailable.
    @available(*, unavailable, message: "A snapshot is only read here: make what the list shows of its identifiers.")
    public func deleteAllItems() { unavailable() }

    /// Unavailable.
    @available(*, unavailable, message: "A snapshot is only read here: make what the list shows of its identifiers.")
    public func deleteSections(withIdentifiers sectionIdentifiers: [Any]) { unavailable() }

    /// Unavailable.
    @available(*, unavailable, message: "A snapshot is only read here: note which objects the list is to show anew.")
    public func reloadItems(withIdentifiers identifiers: [Any]) { unavailable() }

    /// Unavailable.
    @available(*, unavailable, message: "A snapshot is only read here: note which objects the list is to show anew.")
    public func reconfigureItems(withIdentifiers identifiers: [Any]) { unavailable() }
}
