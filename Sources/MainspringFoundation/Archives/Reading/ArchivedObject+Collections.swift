/// What collections of Foundation's hold, one level deep.
extension ArchivedObject {
    /// The elements of an array, a set or an ordered set, in order.
    /// - Throws: ``ArchiveError`` if it is something else, or broken.
    package func elements() throws(ArchiveError) -> [ArchivedValue] {
        switch FoundationClass(self)?.kind {
        case .array, .set, .orderedSet: return try list("NS.objects", numbered: "NS.object.")
        default: throw error(.badContent("is of class \(className) and has no elements"))
        }
    }

    /// The entries of a dictionary, in the archive's order.
    /// - Throws: ``ArchiveError`` if it is something else, or broken.
    package func entries() throws(ArchiveError) -> [(key: ArchivedValue, value: ArchivedValue)] {
        switch FoundationClass(self)?.kind {
        case .dictionary:
            let keys = try list("NS.keys", numbered: "NS.key.")
            let values = try list("NS.objects", numbered: "NS.object.")
            guard keys.count == values.count else {
                throw error(.badContent("has \(keys.count) keys for \(values.count) values"))
            }
            return Array(zip(keys, values)).map { (key: $0, value: $1) }
        case .knownKeysDictionary: return try knownEntries()
        default: throw error(.badContent("is of class \(className) and has no entries"))
        }
    }

    /// The entries of a dictionary whose keys are texts.
    /// - Throws: ``ArchiveError`` if it is something else or broken, has another key, or one twice.
    package func namedEntries() throws(ArchiveError) -> [String: ArchivedValue] {
        var named: [String: ArchivedValue] = [:]
        for (key, value) in try entries() {
            let text = try key.string { self.error(.badContent("has \($0.kind) for a key, not a string")) }
            guard let text else { throw error(.badContent("has nil for a key, not a string")) }
            guard named.updateValue(value, forKey: text) == nil else {
                throw error(.badContent("has the key “\(text.prefix(80))” twice"))
            }
        }
        return named
    }

    /// A list under one key, or else each element under a key of its own, as archivers do that know no lists.
    private func list(_ key: String, numbered prefix: String) throws(ArchiveError) -> [ArchivedValue] {
        if contains(key) {
            let value = try value(key)
            guard case .list(let list) = value else {
                throw error(.wrongField(key, expected: "a list", given: value.kind))
            }
            return list
        }
        var list: [ArchivedValue] = []
        while contains(prefix + String(list.count)) { list.append(try value(prefix + String(list.count))) }
        return list
    }

    /// The entries of a dictionary that shares its keys with others; a place without a value refers to a token.
    private func knownEntries() throws(ArchiveError) -> [(key: ArchivedValue, value: ArchivedValue)] {
        let mapping = try needed("searchMapping", try object("searchMapping"))
        let keys = try mapping.needed("keys", try mapping.object("keys")).elements()
        let holder = try needed("values", try object("values"))
        let values = try holder.elements()
        guard keys.count == values.count else {
            throw error(.badContent("has \(keys.count) keys for \(values.count) values"))
        }
        let empty = field("emptyToken")?.uid
        // The references themselves tell an empty place from an equal text.
        let references = holder.field("NS.objects")?.array ?? []
        return keys.indices.compactMap { index in
            let reference = references.indices.contains(index) ? references[index].uid : nil
            guard let reference, reference == empty else { return (key: keys[index], value: values[index]) }
            return nil
        }
    }
}
