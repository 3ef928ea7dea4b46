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
    /// With what the process would end, if it is not decided yet.
    private var undecided: Int32?
    private var deadline: CFRunLoopTimer?

    var isUndecided: Bool { undecided != nil }

    mutating func setUndecided(_ status: Int32) { undecided = status }

    mutating func setDeadline(on loop: CFRunLoop, after seconds: Double, _ body: @escaping () -> Void) {
        let timer = CFRunLoopTimerCreateWithHandler(nil, loop.clock.absoluteTime + seconds, 0, 0, 0) { _ in body() }
        CFRunLoopAddTimer(loop, timer, .commonModes)
        deadline = timer
    }

    /// It is decided: the status, if there was a question.
    mutating func takeUndecided() -> Int32? {
        defer {
            undecided = nil
            isBySignal = false
        }
        if let deadline { CFRunLoopTimerInvalidate(deadline) }
        deadline = nil
        return undecided
    }
}
