internal import CLinux
internal import Diagnostics

// The functions of CFRunLoop.h on loops, with the names and types that Swift imports on Apple's platforms.

/// Returns the number of the type.
@discardableResult
public func CFRunLoopGetTypeID() -> CFTypeID { TypeID.runLoop }

/// Returns the calling thread's loop; made on first use, torn down when the thread ends. On the main thread it is the
/// main loop.
@discardableResult
public func CFRunLoopGetCurrent() -> CFRunLoop! { LoopTable.current }

/// Returns the main thread's loop, from any thread; always the same.
@discardableResult
public func CFRunLoopGetMain() -> CFRunLoop! {
    if mainspring_get_thread_loop() == nil, mainspring_is_initial_thread() { return LoopTable.current }
    return LoopTable.main
}

/// Runs the calling thread's loop in the default mode until it is stopped or has nothing to wait for.
///
/// - Important: After an `await` of an `async main` the initial thread is gone and the main queue lives on another:
///   then this traps and says how to do it right (see ``MainLoopProgram``).
public func CFRunLoopRun() {
    MainThread.requireForMainQueue()
    LoopTable.current.runUntilStopped()
}

/// Runs the calling thread's loop in a mode.
///
/// - Parameters:
///   - mode: One mode; the common modes, or nil, give `.finished`.
///   - seconds: How long at most; 0 or less looks once at what is ready; more than 16 years is without end.
///   - returnAfterSourceHandled: Returns after the first source (or main-queue round); timers and blocks do not count.
@discardableResult
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    MainThread.requireForMainQueue()
    return LoopTable.current.run(
        in: mode ?? .commonModes, seconds: seconds, returnAfterSourceHandled: returnAfterSourceHandled)
}

/// Whether the loop's thread sleeps for the loop.
@discardableResult
public func CFRunLoopIsWaiting(_ rl: CFRunLoop!) -> Bool { rl.wake.isSleeping }

/// Wakes the loop, if it sleeps or is about to; safe in a signal handler.
///
/// Wake-ups that come between waking and the top of the next pass are dropped, since the loop goes round anyway.
public func CFRunLoopWakeUp(_ rl: CFRunLoop!) { rl.wake.wakeUp() }

/// Ends the innermost run of the loop, with `.stopped`; safe in a signal handler. Without a run it does nothing.
public func CFRunLoopStop(_ rl: CFRunLoop!) { rl.wake.stop() }

/// Queues a block for a mode, or several (an array), of the loop. Wakes nobody: follow it with `CFRunLoopWakeUp`.
///
/// - Parameter mode: A `CFString`, an array of them, a `CFRunLoopMode`, or an array of those.
public func CFRunLoopPerformBlock(_ rl: CFRunLoop!, _ mode: CFTypeRef!, _ block: (() -> Void)!) {
    guard let block else { return }
    switch mode {
    case let name as CFString: rl.post(block, mode: CFRunLoopMode(rawValue: name))
    case let mode as CFRunLoopMode: rl.post(block, mode: mode)
    case let names as [CFString]: rl.post(block, modes: names.map(CFRunLoopMode.init(rawValue:)))
    case let modes as [CFRunLoopMode]: rl.post(block, modes: modes)
    default: programmerError("CFRunLoopPerformBlock was given something else than a mode or an array of modes.")
    }
}

/// Queues a block for a mode of the loop. Wakes nobody: follow it with `CFRunLoopWakeUp`. About 50 ns.
public func CFRunLoopPerformBlock(_ rl: CFRunLoop!, _ mode: CFString, _ block: consuming @escaping () -> Void) {
    rl.post(block, mode: CFRunLoopMode(rawValue: mode))
}

/// Queues a block for a mode of the loop (ours: Apple's takes the mode's `rawValue`). Wakes nobody.
public func CFRunLoopPerformBlock(_ rl: CFRunLoop!, _ mode: CFRunLoopMode, _ block: consuming @escaping () -> Void) {
    rl.post(block, mode: mode)
}

/// Returns the mode of the loop's innermost run; nil outside one.
@discardableResult
public func CFRunLoopCopyCurrentMode(_ rl: CFRunLoop!) -> CFRunLoopMode! { rl.currentModeName }

/// Returns the names of the loop's modes.
@discardableResult
public func CFRunLoopCopyAllModes(_ rl: CFRunLoop!) -> [CFString]! { rl.allModeNames.map(\.rawValue) }

/// Marks a mode as common: what is in the common modes is in it from now on.
public func CFRunLoopAddCommonMode(_ rl: CFRunLoop!, _ mode: CFRunLoopMode!) { rl.addCommonMode(mode) }

/// Returns when the mode's earliest timer fires; 0 without one.
@discardableResult
public func CFRunLoopGetNextTimerFireDate(_ rl: CFRunLoop!, _ mode: CFRunLoopMode!) -> CFAbsoluteTime {
    rl.nextTimerFireDate(in: mode)
}

// MARK: Membership

/// Adds a source to a mode or the common modes; an invalid one, or a second time, does nothing.
public func CFRunLoopAddSource(_ rl: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode!) {
    rl.add(source, to: mode)
}

/// Removes a source from a mode or the common modes.
public func CFRunLoopRemoveSource(_ rl: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode!) {
    rl.remove(source, from: mode)
}

/// Whether a source is in a mode, or was added to the common modes.
@discardableResult
public func CFRunLoopContainsSource(_ rl: CFRunLoop!, _ source: CFRunLoopSource!, _ mode: CFRunLoopMode!) -> Bool {
    rl.contains(source, in: mode)
}

/// Adds an observer to a mode or the common modes; one of another loop, or an invalid one, is not added.
public func CFRunLoopAddObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode!) {
    rl.add(observer, to: mode)
}

/// Removes an observer from a mode or the common modes.
public func CFRunLoopRemoveObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode!) {
    rl.remove(observer, from: mode)
}

/// Whether an observer is in a mode, or was added to the common modes.
@discardableResult
public func CFRunLoopContainsObserver(_ rl: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode!) -> Bool
{
    rl.contains(observer, in: mode)
}

/// Adds a timer to a mode or the common modes; one of another loop, or an invalid one, is not added.
public func CFRunLoopAddTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode!) {
    rl.add(timer, to: mode)
}

/// Removes a timer from a mode or the common modes.
public func CFRunLoopRemoveTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode!) {
    rl.remove(timer, from: mode)
}

/// Whether a timer is in a mode, or was added to the common modes.
@discardableResult
public func CFRunLoopContainsTimer(_ rl: CFRunLoop!, _ timer: CFRunLoopTimer!, _ mode: CFRunLoopMode!) -> Bool {
    rl.contains(timer, in: mode)
}
