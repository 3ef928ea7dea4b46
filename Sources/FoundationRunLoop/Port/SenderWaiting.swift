internal import Mainspring

/// A sender that waits for room in a port's queue: its own loop sleeps in a mode that nothing else is in.
///
/// Through the loop, because it knows the clock that the date is meant by and can be woken.
final class SenderWaiting: @unchecked Sendable {
    private static let mode = CFRunLoopMode(rawValue: "MainspringPortSendMode")

    private let loop: CFRunLoop
    private let source: CFRunLoopSource
    private let limit: CFAbsoluteTime
    /// Touched by the sender's thread alone.
    private var wasStopped = false

    init(until limitDate: Date) {
        loop = CFRunLoopGetCurrent()
        limit = limitDate.timeIntervalSinceReferenceDate
        var context = CFRunLoopSourceContext()
        context.perform = { _ in }
        source = CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context)
    }

    /// Says from another thread that there is room, or never will be.
    func wake() {
        CFRunLoopSourceSignal(source)
        CFRunLoopWakeUp(loop)
    }

    /// Waits on the sender's thread; false when the date has come.
    func wait() -> Bool {
        CFRunLoopAddSource(loop, source, Self.mode)
        while true {
            let left = limit - loop.clock.absoluteTime
            guard left > 0 else { return false }
            switch CFRunLoopRunInMode(Self.mode, left, true) {
            case .handledSource: return true
            case .stopped: wasStopped = true
            default: return false
            }
        }
    }

    /// Leaves the loop as it was: a stop that hit the waiting was meant for the run around it.
    func end() {
        CFRunLoopSourceInvalidate(source)
        if wasStopped { CFRunLoopStop(loop) }
    }
}
