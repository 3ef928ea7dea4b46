/// What a loop made of a scenario.
package struct Trace: Sendable, Equatable {
    /// One thing that happened.
    package struct Line: Sendable, Equatable {
        /// Of what kind it is.
        package enum Kind: Sendable, Equatable {
            case run, result, observer(UInt), source0, source1, timer, block, mainQueue, schedule, discard, other
        }

        package var kind: Kind
        /// In how many runs it happened.
        package var depth: Int
        package var text: String

        package init(kind: Kind, depth: Int, text: String) {
            self.kind = kind
            self.depth = depth
            self.text = text
        }
    }

    package var lines: [Line] = []

    package init() {}
}

extension Trace: CustomStringConvertible {
    /// The trace, one line each, indented by depth.
    package var description: String {
        lines.map { String(repeating: "  ", count: $0.depth) + $0.text + "\n" }.joined()
    }
}
