internal import Diagnostics
internal import Foundation
internal import Glibc
public import Mainspring
internal import MainspringAnimation

/// A program's life around its main loop: launch, events, windows, end. Ours, after AppKit's and UIKit's.
///
/// ```swift
/// let application = Application.shared
/// application.windowSystem = HeadlessWindowSystem()
/// application.delegate = delegate
/// application.run()
/// ```
///
/// ``run()`` launches it once in the initialization mode, then runs the loop in the default mode, and in the tracking
/// mode while something is dragged or scrolls: items of the default mode alone pause then, those of the common modes go
/// on. It needs no display. All of it belongs to the loop's thread; other threads post to its ``eventQueue``.
public final class Application {
    /// What may become of a wish to end.
    public enum TerminateReply: Hashable, Sendable {
        /// It goes on.
        case terminateCancel
        /// It ends.
        case terminateNow
        /// It is decided later, by ``Application/reply(toApplicationShouldTerminate:)``; the loop goes on until then.
        case terminateLater
    }

    // `nonisolated(unsafe)`: made once, and given to the main thread alone.
    private nonisolated(unsafe) static let main = Application(loop: CFRunLoopGetMain()) { exit($0) }

    /// The application of the main loop. On the main thread.
    public static var shared: Application {
        guard CFRunLoopGetMain().isCurrent else {
            programmerError(
                "Application.shared was asked for on another thread than the main one. Post to the main loop, or keep the EventQueue that other threads need."
            )
        }
        return main
    }

    /// Who decides for it. Not retained.
    public weak var delegate: (any ApplicationDelegate)?
    /// Where its windows are; nil for none. Windows that are there stay where they are.
    public var windowSystem: (any WindowSystem)?
    /// Its windows, in the order in which they were made.
    public private(set) var windows: [Window] = []
    /// The loop that it is around.
    public let loop: CFRunLoop
    /// How many seconds a program has from a signal on to decide whether it ends, when it has said that it decides later;
    /// 5 unless set. After twice that time it ends wherever it is. What is below 0 or no number counts as 0; for a signal
    /// that has come already a change counts no more.
    public var timeToSave: CFTimeInterval = 5 {
        didSet {
            if !(timeToSave >= 0) { timeToSave = 0 }
            signals?.timeToSave = timeToSave
        }
    }
    /// Whether SIGTERM and SIGINT end it in an orderly way; asked when it is launched. True unless set.
    public var handlesTerminationSignals = true

    private(set) var queue: EventQueue!
    private(set) lazy var tracking = TrackingState { [unowned self] in modeMayChange() }
    private let observers = ApplicationObservers()
    private let end: (Int32) -> Void
    private var signals: TerminationSignals?
    var termination = TerminationState()
    private var hasLaunched = false
    private var isRunning = false
    private var isToStop = false
    /// How deep the application's own run is among the loop's.
    private var ownDepth = 0

    /// An application around a loop of the calling thread.
    /// - Parameter end: Ends the process with a status.
    init(loop: CFRunLoop, end: @escaping (Int32) -> Void) {
        self.loop = loop
        self.end = end
        CFRunLoopAddCommonMode(loop, .tracking)
        queue = EventQueue(loop: loop) { [unowned self] in dispatch($0) }
        observers.add(
            to: loop, beforeTimers: { [unowned self] in modeMayChange() },
            beforeWaiting: { [unowned self] in updateGestures() })
    }

    deinit {
        observers.invalidate()
        queue.invalidate()
    }

    /// Whether it is ending, or has ended.
    public var isOver: Bool { termination.isOver }

    /// Hands an event on, after those that came before. On the loop's thread; others post to the ``eventQueue``.
    public func post(_ event: Event) { queue.post(event) }

    /// What brings events to the application. Give it to the threads that post some.
    public var eventQueue: EventQueue { queue }

    // MARK: Running

    /// Launches the application, once, and runs its loop until ``stop(_:)``; an application that is told to terminate
    /// ends the process instead.
    ///
    /// Inside itself it does nothing but say so.
    public func run() {
        guard loop.isCurrent else {
            programmerError(
                "Application.run() was called on another thread than its loop's. Call it on the main thread.")
        }
        guard !isRunning else {
            return report("Mainspring: Application.run() was called inside itself; the run that goes on goes on.")
        }
        guard !isOver else { return }
        isRunning = true
        isToStop = false
        ownDepth = loop.runDepth + 1
        if !hasLaunched { launch() }
        while !isToStop, !isOver {
            let result = CFRunLoopRunInMode(wantedMode, 1.0e10, false)
            if result == .finished { break }
        }
        isRunning = false
    }

    /// Ends ``run()`` when the event that is handled is over; the process goes on.
    public func stop(_ sender: Any? = nil) {
        isToStop = true
        modeMayChange()
        CFRunLoopWakeUp(loop)
    }

    private func launch() {
        hasLaunched = true
        if handlesTerminationSignals {
            signals = TerminationSignals(queue, clock: loop.clock, timeToSave: timeToSave)
        }
        CFRunLoopPerformBlock(loop, .initialization) { [self] in delegate?.applicationDidFinishLaunching(self) }
        _ = CFRunLoopRunInMode(.initialization, 0, false)
    }

    private var wantedMode: CFRunLoopMode { tracking.isOn ? .tracking : .defaultMode }

    /// Ends the run of the loop if it is to go on in another mode, or not at all: at once, or when those inside it are
    /// over.
    private func modeMayChange() {
        guard isRunning, loop.runDepth == ownDepth, let mode = CFRunLoopCopyCurrentMode(loop), mode != .initialization
        else { return }
        if isToStop || isOver || mode != wantedMode { CFRunLoopStop(loop) }
    }

    // MARK: Events

    private func dispatch(_ event: Event) {
        if let identifier = event.window {
            // One that has closed gets nothing any more.
            windows.first { $0.identifier == identifier }?.handle(event)
            return
        }
        switch event.content {
        case .terminationRequested(let signal): terminate(by: signal)
        case .windowSystemFailed(let sentence): windowSystemFailed(sentence)
        default: break
        }
    }

    private func windowSystemFailed(_ sentence: String) {
        windowSystem = nil
        // What is gone cannot object, and its end is not the user's wish to end.
        termination.keepsAlive = true
        for window in windows { window.close() }
        termination.keepsAlive = false
        delegate?.application(self, windowSystemDidFail: sentence)
    }

    private func updateGestures() {
        let now = now
        for window in windows {
            window.gestures.update(at: now)
            // What has come and waits may go on with it.
            if queue.count == 0 { window.updateScrolling(at: now) }
            window.dropLostFocus()
        }
        observers.wake(
            loop, at: windows.flatMap { [$0.gestures.nextTime, $0.scrollCourse.nextTime] }.compactMap(\.self).min())
    }

    /// Seconds of the loop's clock.
    var now: Double { Double(loop.clock.uptime) / 1e9 }

    // MARK: Windows

    func add(_ window: Window) { windows.append(window) }

    func remove(_ window: Window) {
        windows.removeAll { $0 === window }
        tracking.update(window)
        guard windows.isEmpty, hasLaunched, !isOver, !termination.keepsAlive else { return }
        if delegate?.applicationShouldTerminateAfterLastWindowClosed(self) ?? true { terminate(nil) }
    }

    // MARK: The end

    /// Ends the process with status 0, if the delegate lets it: asks, announces, ends.
    ///
    /// A wish that comes while another one is being decided is part of that.
    public func terminate(_ sender: Any?) { ask(status: EXIT_SUCCESS) }

    /// Decides a wish to end that was put off, or that the delegate is just asked about and will put off. Without one
    /// it does nothing.
    public func reply(toApplicationShouldTerminate shouldTerminate: Bool) {
        if termination.isAsking { return termination.earlyReply = shouldTerminate }
        guard let status = termination.takeUndecided() else { return }
        if shouldTerminate { finish(status) } else { signals?.forgive() }
    }

    /// A signal came: the process ends with 128 and its number. The second one ends it at once.
    private func terminate(by signal: Int32) {
        let status = 128 + (signal & 0x7F)
        if termination.isBySignal {
            termination.isOver = true
            end(status)
            return modeMayChange()
        }
        termination.isBySignal = true
        if termination.isAsking { return termination.status = status }
        guard termination.isUndecided else { return ask(status: status) }
        termination.status = status
        startDeadline()
    }

    /// A signal's wish to end is not put off for longer than the time to save.
    private func startDeadline() {
        termination.setDeadline(on: loop, after: timeToSave) { [unowned self] in
            if let status = termination.takeUndecided() { finish(status) }
        }
    }

    private func ask(status: Int32) {
        guard !isOver, !termination.isUndecided, !termination.isAsking else { return }
        termination.beginAsking(status)
        let answer = delegate?.applicationShouldTerminate(self) ?? .terminateNow
        termination.isAsking = false
        switch answer {
        case .terminateNow: finish(termination.status)
        case .terminateLater:
            termination.isUndecided = true
            if let reply = termination.earlyReply {
                self.reply(toApplicationShouldTerminate: reply)
            } else if termination.isBySignal {
                startDeadline()
            }
        case .terminateCancel:
            termination.isBySignal = false
            signals?.forgive()
        }
    }

    private func finish(_ status: Int32) {
        guard !isOver else { return }
        termination.isOver = true
        delegate?.applicationWillTerminate(self)
        end(status)
        modeMayChange()
    }
}

/// As its loop's items are.
@available(*, unavailable)
extension Application: @unchecked Sendable {}
