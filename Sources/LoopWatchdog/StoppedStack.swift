internal import Mainspring

/// What a stack says about a stop: the kind of call-out and the user's function in it.
struct StoppedStack {
    var backtrace: Backtrace
    var frames: [Backtrace.Frame]
    var callOut: CallOut?
    var function: String?
    /// What the function that every run goes through is called: `CFRunLoop.run(in:seconds:returnAfterSourceHandled:)`.
    private static let runSymbol = "$s10Mainspring9CFRunLoopC3run2in7seconds"
    /// Why there is no stack.
    var missing: String?

    init(missing: String) {
        backtrace = Backtrace(addresses: [])
        frames = []
        self.missing = missing
    }

    /// - Parameter isHeldUp: A run inside a call-out is what takes long: the call-out around the innermost run is
    ///   meant, not one in it.
    init(_ backtrace: Backtrace, frames: [Backtrace.Frame], isHeldUp: Bool = false) {
        self.backtrace = backtrace
        self.frames = frames
        let run = isHeldUp ? frames.firstIndex { $0.symbol?.hasPrefix(Self.runSymbol) ?? false } : nil
        // The innermost one: those further out wait for it.
        let boundary = frames[(run ?? 0)...].firstIndex { $0.symbol.flatMap(CallOut.init(symbol:)) != nil }
        callOut = boundary.flatMap { frames[$0].symbol.flatMap(CallOut.init(symbol:)) }
        // From the call-out inwards; outside of any, what runs now.
        let candidates = boundary.map { frames[..<$0].reversed() } ?? frames
        let user = candidates.first { CodeOwner($0) == .user } ?? candidates.first { CodeOwner($0) == .userGlue }
        function = user?.plainName
        if frames.isEmpty { missing = "No stack: the thread's stack is empty." }
    }
}
