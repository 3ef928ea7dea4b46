internal import CXCB

/// The server's milliseconds, which begin anew every 49 days, as seconds of the loop's clock.
///
/// What separates both is taken from the event that came quickest so far.
struct ServerClock {
    private var last: xcb_timestamp_t?
    /// Milliseconds, without beginning anew.
    private var milliseconds: Int64 = 0
    private var offset = Double.infinity

    mutating func time(_ stamp: xcb_timestamp_t, now: Double) -> Double {
        if let last {
            milliseconds += Int64(Int32(bitPattern: stamp &- last))
        } else {
            milliseconds = Int64(stamp)
        }
        last = stamp
        let seconds = Double(milliseconds) / 1000
        offset = min(offset, now - seconds)
        return min(seconds + offset, now)
    }
}
