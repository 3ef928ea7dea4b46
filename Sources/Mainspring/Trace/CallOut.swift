/// The kinds of calls that a loop makes into user code, by the functions through which it makes them.
///
/// Ours.
public struct CallOut: Sendable, Hashable, CustomStringConvertible {
    /// The name of the function that stands in every backtrace between the loop and the user's code.
    public let symbol: String

    /// The call-out that goes through a function, if it is one.
    public init?(symbol: String) {
        guard symbol.hasPrefix("__CFRUNLOOP_IS_") else { return nil }
        self.symbol = symbol
    }

    private init(known symbol: String) {
        self.symbol = symbol
    }

    /// A block of `CFRunLoopPerformBlock`.
    public static let block = CallOut(known: "__CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__")
    /// A timer's call-out.
    public static let timer = CallOut(known: "__CFRUNLOOP_IS_CALLING_OUT_TO_A_TIMER_CALLBACK_FUNCTION__")
    /// An observer's call-out.
    public static let observer = CallOut(known: "__CFRUNLOOP_IS_CALLING_OUT_TO_AN_OBSERVER_CALLBACK_FUNCTION__")
    /// The perform function of a source of version 0.
    public static let source0 = CallOut(known: "__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__")
    /// The perform function of a source of version 1, or of a file descriptor or signal.
    public static let source1 = CallOut(known: "__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE1_PERFORM_FUNCTION__")
    /// The main queue's blocks, and the jobs of the main actor.
    public static let mainQueue = CallOut(known: "__CFRUNLOOP_IS_SERVICING_THE_MAIN_DISPATCH_QUEUE__")

    /// The kind in words.
    public var description: String {
        switch self {
        case .block: "a block"
        case .timer: "a timer's callback"
        case .observer: "an observer's callback"
        case .source0: "the perform function of a source0"
        case .source1: "the perform function of a source1"
        case .mainQueue: "the main dispatch queue"
        default: symbol
        }
    }
}
