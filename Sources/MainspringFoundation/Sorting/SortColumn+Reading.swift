internal import Foundation

extension SortColumn {
    /// What a descriptor compares of some objects, read in the property's own type; nil if they are of several classes, or
    /// if the type is none that is compared quickly.
    /// - Parameter keys: those of all the objects; without, those of the class that all are of.
    static func typed(
        _ objects: ObjectReferences, _ descriptor: NSSortDescriptor, _ keys: KeyTable? = nil
    ) -> SortColumn? {
        guard case .selector(.compare, _) = descriptor.order, let key = descriptor.key,
            let path = try? KeyValuePath(key), path.keyValueOperator == nil, let first = path.keys.first,
            let entry = (keys ?? objects.commonType.map { KeyTable.of($0) })?[first]
        else { return nil }
        let reader = KeyReader(entry: entry, rest: path.keys.dropFirst())
        let ascending = descriptor.ascending
        if let read = reader.integer {
            return WordColumn(objects.map { directed(SortWord.of(read($0)), ascending) })
        }
        if let read = reader.floating {
            return WordColumn(objects.map { directed(SortWord.of(read($0)), ascending) })
        }
        if let read = reader.access(Date.self) {
            return WordColumn(
                objects.map { directed(SortWord.of(read($0).timeIntervalSinceReferenceDate), ascending) })
        }
        if let read = reader.access(String.self) { return texts(objects.map(read), ascending) }
        return optional(objects, reader, ascending: ascending)
    }

    /// Texts, if all are of ASCII; by their words alone if these have all that differs.
    private static func texts(_ texts: [String], _ ascending: Bool) -> SortColumn? {
        guard let prefix = SortWord.commonPrefix(of: texts) else { return nil }
        let words = texts.map { directed(SortWord.of($0, without: prefix), ascending) }
        let isWhole = texts.allSatisfy { $0.utf8.count <= prefix + SortWord.byteCount }
        return isWhole ? WordColumn(words) : TextColumn(words, texts, ascending: ascending)
    }

    private static func directed(_ word: UInt64, _ ascending: Bool) -> UInt64 { ascending ? word : ~word }
}
