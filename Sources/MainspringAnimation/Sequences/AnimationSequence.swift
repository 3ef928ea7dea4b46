internal import Mainspring

/// Ours: animations one after another, and beside each other, written as a list.
///
/// ```swift
/// let greeting = AnimationSequence {
///     animate(card, \.position, to: CGPoint(x: 200, y: 100), spring: .bouncy)
///     pause(for: 0.5)
///     parallel {
///         animate(card, \.opacity, to: 0.5, duration: 0.3)
///         animate(label, \.opacity, to: 1, duration: 0.3, delay: 0.1)
///     }
///     perform { print("there") }
/// }
/// let finished = await greeting.run()
/// ```
/// A value: nothing happens until it is run, which it may be several times. The next step begins when the one before is
/// over, by the completion of its animations: nothing is polled, and no loop is run inside another. Where an animation
/// is removed or replaced from outside, what runs beside it comes to its end, nothing more is begun, and the sequence
/// ends with false.
///
/// Not `Sendable`: it holds layers, and is run on their thread.
public struct AnimationSequence {
    let steps: [AnimationStep]

    /// A sequence of steps.
    public init(@AnimationSequenceBuilder _ steps: () -> [AnimationStep]) {
        self.steps = steps()
    }

    /// Runs the steps, and suspends until the last one is over.
    ///
    /// When the task is cancelled what runs is removed, nothing more is begun, and it returns false. As to threads and
    /// open transactions see ``CATransaction/run(duration:timingFunction:file:line:_:)``.
    /// - Returns: Whether every step came to its end.
    @discardableResult
    public nonisolated(nonsending) func run() async -> Bool {
        let end = AwaitedEnd()
        let player = begin(isCancelled: Task.isCancelled, end)
        return await end.wait { player.cancel() }
    }

    private func begin(isCancelled: Bool, _ end: AwaitedEnd) -> SequencePlayer {
        let current: CFRunLoop = CFRunLoopGetCurrent()
        let main: CFRunLoop = CFRunLoopGetMain()
        let isRun = current == main || CFRunLoopCopyCurrentMode(current) != nil
        let player = SequencePlayer(on: isRun ? current : main) { end.tell($0) }
        if isCancelled { player.cancel() }
        if isRun {
            player.start(steps)
            TransactionStack.current.pushForWait("AnimationSequence.run")
        } else {
            // A thread of a task's pool, which never runs its loop: the main loop stands in for it from the beginning.
            TransactionStack.current.pushForWait("AnimationSequence.run")
            main.deliver { player.start(steps) }
        }
        return player
    }

    /// Runs the steps without a task. Its first animations begin when the calling thread's transaction is committed.
    /// - Parameter completion: Called in a later turn of the loop, with whether every step came to its end.
    /// - Returns: What can cancel the run; it may be let go.
    @discardableResult
    public func start(completion: ((Bool) -> Void)? = nil) -> AnimationRun {
        let player = SequencePlayer(on: CFRunLoopGetCurrent()) { completion?($0) }
        player.start(steps)
        return AnimationRun(player: player)
    }
}

/// Ours: a sequence that was started. Letting it go changes nothing.
public struct AnimationRun: Sendable {
    let player: SequencePlayer

    /// Removes what runs, and begins nothing more; the completion is called with false. From any thread. Once it is
    /// over does nothing.
    public func cancel() { player.cancel() }

    /// Whether it is not over. From any thread.
    public var isRunning: Bool { player.isRunning }
}
