/// Finds Apple's among the symbols of a module.
struct SymbolReader {
    let framework: Framework
    let module: String
    let sources: Sources

    /// Members that each type of a kind has, or Swift writes: they say nothing of how much is here.
    private static let common: Set<String> = [
        "rawValue", "init(rawValue:)", "hash(into:)", "description", "debugDescription", "isEqual(_:)", "hash",
        "copy(with:)", "encode(to:)", "init(from:)",
    ]

    /// What protocols of ours ask of types of Apple's.
    private static let asked: Set<String> = ["keyTable", "keyValueMembers"]

    func symbols(of graphs: [SymbolGraph]) -> [APISymbol] {
        // Graphs have no order of their own.
        let all = graphs.flatMap(\.symbols).sorted { $0.order < $1.order }
        let types = all.filter { $0.isType && $0.documentation.isOurs }.map { $0.pathComponents.joined(separator: ".") }
        let ours = Set(types).subtracting(framework.standIns.keys)
        var found: [APISymbol] = []
        var places: [String: Int] = [:]
        for symbol in all where isApples(symbol, ours: ours) {
            var one = APISymbol(
                module: module, owner: owner(symbol.pathComponents.dropLast()), name: symbol.pathComponents.last ?? "",
                isType: symbol.isType, optionalLabels: symbol.optionalLabels)
            one.differences = symbol.documentation.differences.map { difference in
                Difference(there: "", here: one.isType ? difference : "`\(one.name)`: \(difference)")
            }
            // Overloads are one.
            if let place = places[one.path] {
                found[place].differences += one.differences
                found[place].optionalLabels.formUnion(one.optionalLabels)
            } else {
                places[one.path] = found.count
                found.append(one)
            }
        }
        for one in sources.unavailable[module] ?? [] {
            let symbol = APISymbol(
                module: module, owner: owner(one.owner[...]), name: one.name, isType: one.isType, reason: one.reason)
            // An overload that is here counts.
            guard places[symbol.path] == nil else { continue }
            places[symbol.path] = found.count
            found.append(symbol)
        }
        return found
    }

    /// The name of a member's type, or of the class that it stands for.
    private func owner(_ path: ArraySlice<String>) -> String? {
        guard !path.isEmpty else { return nil }
        let name = path.joined(separator: ".")
        return framework.standIns[name] ?? name
    }

    private func isApples(_ symbol: SymbolGraph.Symbol, ours: Set<String>) -> Bool {
        let path = symbol.pathComponents
        guard let first = path.first, let last = path.last else { return false }
        guard framework.has(first) || (path.count > 1 && framework.standIns[first] != nil) else { return false }
        guard !symbol.isOperator, !Self.common.contains(last), !Self.asked.contains(last) else { return false }
        if symbol.documentation.isOurs { return false }
        for count in 1...path.count where ours.contains(path.prefix(count).joined(separator: ".")) { return false }
        return !sources.ours.contains { symbol.location?.uri.hasSuffix("/" + $0) ?? false }
    }
}
