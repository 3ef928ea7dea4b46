/// The loop inside another's.
extension CFRunLoop {
    /// Whether another loop sleeps for this one.
    var isGuest: Bool { false }
}
