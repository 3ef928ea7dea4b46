/// What a stack says about a stop: the kind of call-out and the user's function in it.
struct StoppedStack {
    var backtrace: Backtrace
    var frames: [Backtrace.Frame]
    var callOut: CallOut?
    var function: String?
    /// Why there is no stack.
    var missing: String?

    init(missing: String) {
        backtrace = Backtrace(addresses: [])
        frames = []
        self.missing = missing
    }

    init(_ backtrace: Backtrace, frames: [Backtrace.Frame]) {
        self.backtrace = backtrace
        self.frames = frames
        // The innermost one: those further out wait for it.
        let boundary = frames.firstIndex { $0.symbol.flatMap(CallOut.init(symbol:)) != nil }
        callOut = boundary.flatMap { frames[$0].symbol.flatMap(CallOut.init(symbol:)) }
        // From the call-out inwards; outside of any, what runs now.
        let candidates = boundary.map { frames[..<$0].reversed() } ?? frames
        let user = candidates.first { CodeOwner($0) == .user } ?? candidates.first { CodeOwner($0) == .userGlue }
        function = user?.plainName
        if frames.isEmpty { missing = "No stack: the thread's stack is empty." }
    }
}
