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
        var byName: [String: [Int]] = [:]
        var byIdentifier: [String: [Int]] = [:]
        for (index, part) in old.enumerated() {
            byName[part.name, default: []].append(index)
            if let identifier = part.identifier { byIdentifier[identifier, default: []].append(index) }
        }
        var found: [Int: Int] = [:]
        var taken: Set<Int> = []
        // What is said comes before what happens to be the same.
        let ways: [(Names) -> [Int]?] = [
            { $0.identifier.flatMap { byIdentifier[$0] } },
            { $0.identifier.flatMap { byName[$0] } },
            { byName[$0.name] },
            { byIdentifier[$0.name] },
        ]
        for way in ways {
            for (index, part) in new.enumerated() where found[index] == nil {
                guard let other = way(part)?.first(where: { !taken.contains($0) }) else { continue }
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
