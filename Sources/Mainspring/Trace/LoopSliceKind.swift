/// What a loop's thread spends time in, as traces have it.
///
/// The numbers stand in records; 0 is none.
@_spi(Tools) public enum LoopSliceKind: UInt8, CaseIterable, Sendable {
    case block = 1
    case timer
    case observer
    case source0
    case source1
    case mainQueue
    case foundation
    case nestedRun
    case sleep

    /// The category of all of them.
    @_spi(Tools) public static let category: StaticString = "loop"

    /// What the slice is called: short, since a slice is often narrow.
    @_spi(Tools) public var name: StaticString {
        switch self {
        case .block: "block"
        case .timer: "timer"
        case .observer: "observer"
        case .source0: "source0"
        case .source1: "source1"
        case .mainQueue: "main queue"
        case .foundation: "Foundation's loop"
        case .nestedRun: "nested run"
        case .sleep: "sleep"
        }
    }

    /// The kind of which a slice with that category and name is, if it is a loop's; as a trace names it, or by the
    /// function of the call-out.
    @_spi(Tools) public init?(name: String, category: String) {
        let known = Self.allCases.first {
            name == "\($0.name)" && category == "\(Self.category)" || $0.callOut?.symbol == name
        }
        guard let known else { return nil }
        self = known
    }

    /// The call-out that it is; nil for what goes through no function of ours.
    @_spi(Tools) public var callOut: CallOut? {
        switch self {
        case .block: .block
        case .timer: .timer
        case .observer: .observer
        case .source0: .source0
        case .source1: .source1
        case .mainQueue: .mainQueue
        case .foundation, .nestedRun, .sleep: nil
        }
    }

    /// The kind in words, those of reports of stops.
    @_spi(Tools) public var words: String {
        switch self {
        case .foundation: "a round of Foundation's loop"
        case .nestedRun: "a run inside a call-out"
        case .sleep: "sleep"
        default: callOut?.description ?? "\(name)"
        }
    }
}
