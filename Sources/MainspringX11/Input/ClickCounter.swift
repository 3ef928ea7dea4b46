internal import CXCB

/// Counts presses in quick succession at about the same place, by the server's own time: a program that is late counts the
/// same.
struct ClickCounter {
    /// Longer apart, in milliseconds, is another one.
    static let longestPause: UInt32 = 400
    /// Farther apart, in pixels, is another one.
    static let farthest = 4.0

    private var last: (button: UInt32, x: Double, y: Double, stamp: xcb_timestamp_t)?
    private var count = 0

    mutating func press(_ button: UInt32, x: Double, y: Double, stamp: xcb_timestamp_t) -> Int {
        let goesOn = last.map {
            $0.button == button && stamp &- $0.stamp <= Self.longestPause && abs($0.x - x) <= Self.farthest
                && abs($0.y - y) <= Self.farthest
        }
        count = goesOn == true ? count + 1 : 1
        last = (button, x, y, stamp)
        return count
    }
}
