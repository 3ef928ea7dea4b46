import Testing

@testable import Mainspring

/// Frames and stops by numbers.
@Suite struct FrameTallyTests {
    @Test(
        arguments: [
            ("each frame is shown", [10, 20, 30, 40], 50, 4, 4),
            ("late within its frame", [15, 25, 39], 50, 4, 3),
            ("two in a row are missed", [10, 40, 50], 60, 5, 3),
            ("twice in one frame counts once", [10, 14, 19, 20], 30, 2, 2),
            ("a little early", [9.95, 19.95, 29.95], 40, 3, 3),
            ("never", [], 45, 3, 0), ("before the first frame is over", [], 15, 0, 0),
            ("the last one is not over, and was shown", [10, 20], 21, 2, 2),
        ] as [(String, [Double], Double, Int, Int)])
    func `a frame is shown if somebody comes round in its time, and due when it is over or shown`(
        _ title: String, _ times: [Double], _ end: Double, _ due: Int, _ shown: Int
    ) {
        var tally = FrameTally(period: .milliseconds(10))
        for time in times { tally.note(.milliseconds(time)) }
        #expect(tally.due(at: .milliseconds(end)) == due, "\(title)")
        #expect(tally.shown == shown, "\(title)")
    }

    @Test func `a stop lasts from a pass or the end of a sleep to the next, a call-out from step to step`() {
        var tally = StopTally(at: .zero)
        tally.note(.beforeTimers, at: .milliseconds(1))
        tally.note(.beforeSources, at: .milliseconds(6))
        tally.note(.beforeWaiting, at: .milliseconds(8))
        tally.noteSleep(at: .milliseconds(9))
        // Asleep.
        tally.note(.afterWaiting, at: .milliseconds(100))
        tally.note(.beforeTimers, at: .milliseconds(103))
        #expect(tally.longestStop == .milliseconds(8))
        #expect(tally.longestCallOut == .milliseconds(5))
        tally.note(.exit, at: .milliseconds(120))
        #expect(tally.longestStop == .milliseconds(17))
    }
}
