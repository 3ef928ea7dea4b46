extension Table {
    /// The figures of two revisions.
    init(_ comparisons: [Comparison]) {
        let head = ["case", "unit", "before", "after", "after ÷ before", "verdict"]
        self.init(
            rows: [head]
                + comparisons.map { comparison in
                    [
                        comparison.name, comparison.item.unit.rawValue, comparison.before.text, comparison.after.text,
                        comparison.ratio.isFinite ? fixed(comparison.ratio, 3) : "∞", comparison.verdictText,
                    ]
                })
    }
}

extension Spread {
    /// `87.1 (86.5 to 87.6)`
    var text: String { "\(short(median)) (\(short(lowest)) to \(short(highest)))" }

    /// `{"median":87.1,"lowest":86.5,"highest":87.6}`
    var json: String {
        "{\"median\":\(number(median)),\"lowest\":\(number(lowest)),\"highest\":\(number(highest))}"
    }
}

extension Comparison {
    /// The verdict, with the ratio of instructions or the reason why there is none.
    var verdictText: String {
        switch settlement {
        case nil: verdict.rawValue
        case .instructions(let ratio): "\(verdict.rawValue) by instructions \(fixed(ratio, 2))"
        case .unsettled(let reason): "\(verdict.rawValue) (\(reason))"
        }
    }

    /// `{"case":"post-own","unit":"ns","before":{…},"after":{…},"ratio":1.010,"verdict":"same"}`, with `program` where several of
    /// ours have the case, and `instructions` or `reason` for a case that was doubtful.
    var json: String {
        let program = label.map { "\"program\":\(quoted($0))," } ?? ""
        let settled =
            switch settlement {
            case nil: ""
            case .instructions(let ratio): ",\"instructions\":\(number(ratio))"
            case .unsettled(let reason): ",\"reason\":\(quoted(reason))"
            }
        return "{\"case\":\(quoted(item.name)),\(program)\"unit\":\(quoted(item.unit.rawValue)),"
            + "\"before\":\(before.json),\"after\":\(after.json),\"ratio\":\(number(ratio)),"
            + "\"verdict\":\(quoted(verdict.rawValue))\(settled)}"
    }
}
