// What tasks that wait for updates are sent.

extension FetchedResultsCore {
    /// A new way of updates to a task.
    func makeChannel(limit: Int) -> UpdateChannel {
        let channel = UpdateChannel(limit: limit)
        channels.removeAll(where: \.isFinished)
        channels.append(channel)
        if results != nil { channel.send(.snapshot(updateSections)) }
        return channel
    }

    /// Sends all there is to all who wait.
    func sendSnapshot() {
        channels.removeAll(where: \.isFinished)
        guard !channels.isEmpty else { return }
        let sections = updateSections
        for channel in channels { channel.send(.snapshot(sections)) }
    }

    /// Sends changes to all who wait, and all there is to those who do not keep up.
    /// - Parameter results: what was changed; what was fetched since has been sent.
    func send(_ changes: ResultsChanges<NSManagedObject>, to results: SectionedResults<NSManagedObject>? = nil) {
        channels.removeAll(where: \.isFinished)
        guard !channels.isEmpty, results == nil || self.results === results else { return }
        let full = channels.filter(\.isFull)
        if full.count < channels.count {
            let update = FetchedResultsUpdate.changes(FetchedResultsChanges(changes))
            for channel in channels where !full.contains(where: { $0 === channel }) { channel.send(update) }
        }
        if !full.isEmpty {
            let sections = updateSections
            for channel in full { channel.send(.snapshot(sections)) }
        }
    }

    private var updateSections: [FetchedResultsSection] {
        (results?.sections ?? []).map { section in
            FetchedResultsSection(name: section.name, objectIDs: section.elements.map(\.objectID))
        }
    }
}

extension FetchedResultsChanges {
    init(_ changes: ResultsChanges<NSManagedObject>) {
        deletedSections = changes.deletedSections.map(\.number)
        insertedSections = changes.insertedSections.map { InsertedSection(index: $0.number, name: $0.section.name) }
        objects = changes.objects.map { type, change in
            ObjectChange(
                type: type, objectID: change.element.objectID, indexPath: change.old?.indexPath,
                newIndexPath: change.new?.indexPath)
        }
    }
}
