internal import Foundation
internal import Mainspring

/// The clock of the calling thread's loop, as a recording moves it.
struct RecordingClock {
    private let clock = RunLoopClock.current

    /// So often a run that somebody stopped is taken up again for one frame.
    private static let mostRuns = 1_000

    /// Seconds.
    var now: Double { Double(clock.uptime) / 1e9 }

    /// Runs the loop up to a time, if the clock is virtual; else, and where the time is past, once.
    ///
    /// Rounded down: what happens meanwhile, such as an animation's beginning, is not to be later than the frame.
    func move(to time: Double) {
        let target = UInt64(time * 1e9)
        guard let clock = clock as? VirtualClock, clock.uptime < target else { return turn() }
        for _ in 0..<Self.mostRuns where clock.uptime < target {
            // A loop that has nothing to wait for is finished at once.
            if CFRunLoopRunInMode(.defaultMode, Double(target - clock.uptime) / 1e9, false) == .finished { break }
        }
        clock.advance(to: .init(nanoseconds: target))
    }

    /// Lets the loop look once at what is there.
    func turn() { CFRunLoopRunInMode(.defaultMode, 0, false) }
}
