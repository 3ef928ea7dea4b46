/// Puts symbols together by types.
enum TypeGrouping {
    /// The types with their members, by name; functions whose names begin with a type's count as its members, and what remains comes last.
    static func entries(of symbols: [APISymbol]) -> [TypeEntry] {
        var entries: [String: TypeEntry] = [:]
        for symbol in symbols where symbol.isType {
            entries[symbol.path, default: TypeEntry(name: symbol.path)].symbol = symbol
        }
        var rest = TypeEntry(name: nil)
        let longestFirst = entries.keys.sorted { ($1.count, $0) < ($0.count, $1) }
        for symbol in symbols where !symbol.isType {
            if let owner = symbol.owner {
                entries[owner, default: TypeEntry(name: owner)].members.append(symbol)
            } else if let type = longestFirst.first(where: { isOf($0, symbol.name) }) {
                entries[type, default: TypeEntry(name: type)].members.append(symbol)
            } else {
                rest.members.append(symbol)
            }
        }
        var sorted = entries.values.sorted { ($0.name ?? "") < ($1.name ?? "") }
        if !rest.members.isEmpty { sorted.append(rest) }
        for index in sorted.indices { sorted[index].members.sort { $0.name < $1.name } }
        return sorted
    }

    /// Whether a function's or a constant's name begins with a type's: `CFRunLoopStop` and `kCFRunLoop…` are of `CFRunLoop`.
    private static func isOf(_ type: String, _ name: String) -> Bool {
        let name = name.hasPrefix("k") ? name.dropFirst() : name[...]
        guard name.hasPrefix("C"), name.hasPrefix(type) else { return false }
        return name.dropFirst(type.count).first?.isUppercase ?? false
    }
}
