extension CaseResult {
    /// `{"case":"post-own","unit":"ns","ours":0,"peers":{"floor":0}}`
    var json: String {
        let figures = peers.map { "\(quoted($0.name)):\(number($0.value))" }.joined(separator: ",")
        return "{\"case\":\(quoted(item.name)),\"unit\":\(quoted(item.unit.rawValue)),\"ours\":\(number(ours.value)),"
            + "\"peers\":{\(figures)}}"
    }

    private func number(_ value: Double) -> String { fixed(value, abs(value) < 1 && value != 0 ? 6 : 3) }

    /// Names hold neither quotes nor control characters.
    private func quoted(_ name: String) -> String { "\"\(name)\"" }
}
