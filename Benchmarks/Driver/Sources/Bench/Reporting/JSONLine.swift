extension CaseResult {
    /// `{"case":"post-own","unit":"ns","ours":0,"peers":{"floor":0}}`
    var json: String {
        let figures = peers.map { "\(quoted($0.name)):\(number($0.value))" }.joined(separator: ",")
        return "{\"case\":\(quoted(item.name)),\"unit\":\(quoted(item.unit.rawValue)),\"ours\":\(number(ours.value)),"
            + "\"peers\":{\(figures)}}"
    }
}

/// A figure in JSON, which has no infinity.
func number(_ value: Double) -> String {
    value.isFinite ? fixed(value, abs(value) < 1 && value != 0 ? 6 : 3) : "null"
}

/// A name in JSON. Names hold neither quotes nor control characters.
func quoted(_ name: String) -> String { "\"\(name)\"" }
