/// The numbers of what attacks did.
struct Counts {
    /// What is counted, in the order in which it is printed.
    enum Kind: String, CaseIterable {
        case kills, mutants, transfers, places, saves, refusals, conflicts

        /// The noun for a number.
        func noun(_ number: Int) -> String {
            let plural =
                switch self {
                case .saves: "acknowledged saves"
                case .refusals: "saves that were refused"
                case .conflicts: "conflicts of transfers"
                default: rawValue
                }
            guard number == 1 else { return plural }
            return switch self {
            case .saves: "acknowledged save"
            case .refusals: "save that was refused"
            case .conflicts: "conflict of transfers"
            default: String(plural.dropLast())
            }
        }
    }

    private var numbers: [Kind: Int] = [:]

    subscript(_ kind: Kind) -> Int {
        get { numbers[kind, default: 0] }
        set { numbers[kind] = newValue }
    }

    static func += (left: inout Counts, right: Counts) {
        for (kind, number) in right.numbers { left[kind] += number }
    }

    /// The numbers as text, such as “1,234 kills, 5 mutants”.
    /// - Parameter always: The kinds that are part of it even if there are none.
    func text(always: [Kind] = []) -> String {
        let parts = Kind.allCases.filter { self[$0] > 0 || always.contains($0) }
            .map { "\(Self.grouped(self[$0])) \($0.noun(self[$0]))" }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }

    /// Decimal digits in groups of three.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in "\(number)".reversed().enumerated() {
            if index > 0, index % 3 == 0 { text = "," + text }
            text = "\(digit)" + text
        }
        return text
    }
}
