internal import Foundation
internal import Mainspring

/// How far an application's end has come.
struct TerminationState {
    /// It ends now, or has ended.
    var isOver = false
    /// The delegate is just asked.
    var isAsking = false
    /// A signal has asked for it.
    var isBySignal = false
    /// No end comes of the windows that close now.
    var keepsAlive = false
    /// The delegate has put off its decision.
    var isUndecided = false
    /// With what the process would end.
    var status: Int32 = 0
    /// The decision that came while the delegate was still being asked.
    var earlyReply: Bool?
    private var deadline: CFRunLoopTimer?

    mutating func beginAsking(_ status: Int32) {
        isAsking = true
        earlyReply = nil
        self.status = status
    }

    mutating func setDeadline(on loop: CFRunLoop, after seconds: Double, _ body: @escaping () -> Void) {
        let timer = CFRunLoopTimerCreateWithHandler(nil, loop.clock.absoluteTime + seconds, 0, 0, 0) { _ in body() }
        CFRunLoopAddTimer(loop, timer, .commonModes)
        deadline = timer
    }

    /// It is decided: the status, if there was a question.
    mutating func takeUndecided() -> Int32? {
        guard isUndecided else { return nil }
        isUndecided = false
        isBySignal = false
        if let deadline { CFRunLoopTimerInvalidate(deadline) }
        deadline = nil
        return status
    }
}
