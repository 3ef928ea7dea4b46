/// What a loop keeps while another loop sleeps for it. The loop's thread alone uses it.
struct GuestSession {
    var run: CFRunLoop.Activation
    let entered: CFRunLoop.Entered
    /// `prepare` was called, and `dispatch` was not yet.
    var isPrepared = false
    /// The observers of `.beforeWaiting` were called, so those of `.afterWaiting` will be.
    var isWaiting = false
    /// What the pass found ready before it would have slept.
    var knownPort: LivePort?
    /// What ties it to Foundation's loop.
    var attachment: UnsafeMutableRawPointer?

    var mode: ModeState { entered.mode }
}
