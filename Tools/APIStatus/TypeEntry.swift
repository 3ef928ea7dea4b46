/// A type of Apple's with its members, or a group of functions and constants.
struct TypeEntry: Sendable {
    /// The type's name, with those of the types around it; nil for what belongs to no type.
    let name: String?
    /// The type itself; nil where it is another module's, and only members are here.
    var symbol: APISymbol?
    /// Its members, by name; functions whose names begin with the type's are among them.
    var members: [APISymbol] = []
    /// How many files of the tests name the type.
    var tests = 0

    var status: Status {
        if symbol?.status == .unavailable || (!members.isEmpty && members.allSatisfy { $0.status == .unavailable }) {
            return .unavailable
        }
        return differences.isEmpty && members.allSatisfy { $0.status == .present } ? .present : .partly
    }

    /// What differs, of the type and of its members, each once.
    var differences: [Difference] {
        var seen: Set<Difference> = []
        return symbols.flatMap(\.differences).filter { seen.insert($0).inserted }
    }

    /// The type, where it is here, and its members.
    var symbols: [APISymbol] { (symbol.map { [$0] } ?? []) + members }

    /// The members that are here.
    var available: [APISymbol] { members.filter { $0.status != .unavailable } }
}
