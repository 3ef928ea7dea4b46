/// Names of files that cannot lead out of their folder, for whatever names a store has given its entities.
struct UniqueFileNames {
    private var taken: Set<String> = ["export"]

    /// A name for a name: its letters and digits, without a point at the beginning, at most 100 bytes of it, and other than those before
    /// also where capital letters do not count.
    mutating func take(_ name: String) -> String {
        var plain = ""
        for character in name {
            let isKept = character.isLetter || character.isNumber || character == "_" || character == "-"
            plain.append(isKept ? character : "_")
            guard plain.utf8.count < 100 else { break }
        }
        if plain.isEmpty { plain = "_" }
        var found = plain
        var number = 2
        while !taken.insert(found.lowercased()).inserted {
            found = "\(plain)-\(number)"
            number += 1
        }
        return found
    }
}
