/// Finds the symbols that lines of DEVIATIONS.md are about.
enum DifferenceMatcher {
    /// Notes each line with what it names between backticks: in what it says of Apple's, or if that names nothing, of ours; or else
    /// with the types that it or its heading names in plain words, “a fetch request”.
    ///
    /// Returns the lines that name something.
    static func mark(_ symbols: inout [APISymbol], with rows: [DeviationTable.Row]) -> Set<DeviationTable.Row> {
        var named: Set<DeviationTable.Row> = []
        for row in rows {
            var places = places(codeIn: row.there, in: symbols)
            // What stands in the place of something that is missing does not differ by that.
            if places.isEmpty, !row.saysMissing {
                places = self.places(codeIn: row.here, in: symbols)
                if places.isEmpty { places = self.places(ofTypesIn: row.there, in: symbols) }
                if places.isEmpty { places = self.places(ofTypesIn: row.section, in: symbols) }
            }
            if !places.isEmpty { named.insert(row) }
            for place in places {
                symbols[place].differences.append(Difference(there: row.there, here: row.here))
            }
        }
        return named
    }

    private static func places(codeIn text: String, in symbols: [APISymbol]) -> Set<Int> {
        let named = DeviationTable.code(in: text).compactMap(NamedCode.init)
        // The types that a line names say whose the members are that it names beside them.
        let types = Set(named.compactMap { $0.path.first }).intersection(symbols.filter(\.isType).map(\.path))
        let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
        return Set(named.flatMap { place(of: $0, types: types, words: words, in: symbols) })
    }

    private static func place(
        of code: NamedCode, types: Set<String>, words: Set<String>, in symbols: [APISymbol]
    ) -> [Int] {
        let whole = symbols.indices.filter { symbols[$0].owner == nil && symbols[$0].baseName == code.path[0] }
        if code.path.count > 1 {
            let owner = code.path.dropLast().joined(separator: ".")
            let members = symbols.indices.filter { symbols[$0].owner == owner && code.means(symbols[$0]) }
            return members.isEmpty ? whole : members
        }
        if !whole.isEmpty { return whole }
        let members = symbols.indices.filter { symbols[$0].owner != nil && code.means(symbols[$0]) }
        let near = members.filter { types.contains(symbols[$0].owner ?? "") }
        if !near.isEmpty { return near }
        // A member that several types have may be any one's, unless a word says whose: “a layer's `duration`”.
        for members in [members, members.filter { words.contains(lastWord(of: symbols[$0].owner ?? "")) }]
        where Set(members.map { symbols[$0].owner }).count == 1 {
            return members
        }
        return []
    }

    private static func places(ofTypesIn text: String, in symbols: [APISymbol]) -> Set<Int> {
        var text = text.lowercased()
        var found: Set<Int> = []
        let named = symbols.indices.filter { symbols[$0].isType && symbols[$0].owner == nil }
            .map { (place: $0, words: plainWords(of: symbols[$0].name)) }
            // One word, such as layer or context, may be anything.
            .filter { $0.words.contains(" ") }.sorted { ($1.words.count, $0.words) < ($0.words.count, $1.words) }
        for (place, words) in named where text.contains(words) {
            found.insert(place)
            // “Asynchronous fetch request” names no fetch request.
            text = text.replacing(words, with: "")
        }
        return found
    }

    private static func lastWord(of name: String) -> String {
        String(plainWords(of: name).split(separator: " ").last ?? "")
    }

    /// A type's name as one writes it in a sentence: `NSFetchRequest` is “fetch request”.
    static func plainWords(of name: String) -> String {
        let rest = name.replacing(/^(NS|CF|CG|CA)(?=[A-Z])/, with: "")
        return rest.replacing(/([a-z])([A-Z])/) { "\($0.output.1) \($0.output.2)" }.lowercased()
    }
}
