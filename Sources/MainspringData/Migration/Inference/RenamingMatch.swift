/// Finds out which parts of a new model are those of an old one, by their names and renaming identifiers.
///
/// A renaming identifier is the name that a part had when it was named first. So it may be the name that the old model has, or
/// the identifier that it has itself: a chain of renamings is followed over versions that were left out.
enum RenamingMatch {
    /// What is compared of a part.
    struct Names {
        let name: String
        /// The renaming identifier where it says something else than the name.
        let identifier: String?

        init(_ name: String?, _ identifier: String?) {
            self.name = name ?? ""
            self.identifier = identifier.flatMap { $0.isEmpty || $0 == name ? nil : $0 }
        }
    }

    /// - Returns: by the index of each new part that there was before, the index of what it was.
    static func matches(new: [Names], old: [Names]) -> [Int: Int] {
        var found: [Int: Int] = [:]
        var taken: Set<Int> = []
        // What is said comes before what happens to be the same.
        let ways: [(Names, Names) -> Bool] = [
            { $0.identifier != nil && $0.identifier == $1.identifier },
            { $0.identifier == $1.name },
            { $0.name == $1.name },
            { $0.name == $1.identifier },
        ]
        for way in ways {
            for (index, part) in new.enumerated() where found[index] == nil {
                guard let other = old.indices.first(where: { !taken.contains($0) && way(part, old[$0]) }) else {
                    continue
                }
                found[index] = other
                taken.insert(other)
            }
        }
        return found
    }

    /// A renaming identifier that two new parts have, so that nobody can tell which of them is meant; nil for none.
    static func ambiguity(_ new: [Names]) -> String? {
        var seen: Set<String> = []
        return new.compactMap(\.identifier).first { !seen.insert($0).inserted }
    }
}
