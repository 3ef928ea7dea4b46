internal import MainspringModel

extension EntityNumbers {
    /// The numbers of a new model's entities in a file of an old one's: an entity keeps its own, so that no row needs another;
    /// new ones get the next.
    package init(migrating mapping: InferredMapping, from before: EntityNumbers) {
        var entries: [(entity: NSEntityDescription, number: Int64)] = []
        // The numbers from 16,000 on are those of what is not the model's: the history of changes.
        var next = (before.entries.map(\.number).filter { $0 < 16_000 }.max() ?? 0) + 1
        var new: [NSEntityDescription] = []
        for entity in mapping.destinationEntities {
            if let source = mapping.pair(of: entity)?.source, let number = before[source] {
                entries.append((entity, number))
            } else {
                new.append(entity)
            }
        }
        for entry in EntityNumbers(numbering: new).entries where new.contains(where: { $0 === entry.entity }) {
            entries.append((entry.entity, next))
            next += 1
        }
        self.init(entries)
    }
}
