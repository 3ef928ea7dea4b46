import Dispatch
import Mainspring
import XCTest

/// Runs of the main loop in which tests let things happen.
enum MainLoopRun {
    /// Runs the main loop until it is told that everything has happened; what is in the main queue then happens first.
    static func untilDone(_ body: (_ done: @escaping @Sendable () -> Void) -> Void) {
        body { DispatchQueue.main.async { CFRunLoopStop(CFRunLoopGetMain()) } }
        XCTAssertEqual(CFRunLoopRunInMode(.defaultMode, 60, false), .stopped, "it has not happened within a minute")
    }

    /// Lets an event end, as the main loop does.
    static func turn() { untilDone { $0() } }
}
