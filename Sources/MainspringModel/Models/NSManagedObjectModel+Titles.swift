extension NSManagedObjectModel {
    /// What the model is called in sentences.
    package final var title: String {
        if let fileName { return "the model \"\(fileName)\"" }
        let identifiers = versionIdentifiers.map { "\($0)" }.filter { !$0.isEmpty }.sorted()
        if !identifiers.isEmpty { return "the model of version \"\(identifiers.joined(separator: ", "))\"" }
        let names = entities.prefix(3).map { $0.name ?? "" }.joined(separator: ", ")
        return names.isEmpty ? "the model" : "the model of \(names)\(entities.count > 3 ? " and others" : "")"
    }
}
