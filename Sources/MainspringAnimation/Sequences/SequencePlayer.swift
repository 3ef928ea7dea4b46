internal import Mainspring
import Synchronization

/// Does steps one after another, on the loop of a thread: each goes on from the completion of the one before.
final class SequencePlayer: @unchecked Sendable {
    // `@unchecked Sendable`: `isCancelled` and `isOver` are atomic; all else belongs to `loop`.

    private let loop: CFRunLoop
    private let isCancelled = Atomic<Bool>(false)
    private let isOver = Atomic<Bool>(false)
    private var ended: ((Bool) -> Void)?
    /// How to end what is going on, by number.
    private var running: [Int: () -> Void] = [:]
    private var nextNumber = 0
    /// The steps are being begun, so that who started them has not returned.
    private var isStarting = false

    /// - Parameters:
    ///   - loop: The one of the thread that will start it.
    ///   - ended: Called once, in a later turn.
    init(on loop: CFRunLoop, _ ended: @escaping (Bool) -> Void) {
        self.loop = loop
        self.ended = ended
    }

    var isRunning: Bool { !isOver.load(ordering: .acquiring) }

    func start(_ steps: [AnimationStep]) {
        isStarting = true
        play(steps, from: 0) { [self] in finish($0) }
        isStarting = false
    }

    /// From any thread.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        if loop.isCurrent { stop() } else { loop.deliver { self.stop() } }
    }

    private func stop() {
        let running = running
        for number in running.keys.sorted() { running[number]?() }
    }

    private func finish(_ result: Bool) {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let ended = ended
        self.ended = nil
        guard isStarting else { ended?(result); return }
        loop.deliver { ended?(result) }
    }

    // MARK: Steps

    private func play(_ steps: [AnimationStep], from first: Int, _ done: @escaping (Bool) -> Void) {
        for index in first..<max(first, steps.count) {
            if isCancelled.load(ordering: .acquiring) { return done(false) }
            if case .perform(let body) = steps[index].kind {
                body()
                continue
            }
            return begin(steps[index]) { [self] whole in
                if whole { play(steps, from: index + 1, done) } else { done(false) }
            }
        }
        done(true)
    }

    private func begin(_ step: AnimationStep, _ done: @escaping (Bool) -> Void) {
        switch step.kind {
        case .animate(let change): animate(change, done)
        case .pause(let seconds): pause(seconds, done)
        case .perform(let body):
            body()
            done(true)
        case .sequence(let steps): play(steps, from: 0, done)
        case .parallel(let steps): playTogether(steps, done)
        }
    }

    private func animate(_ change: PropertyStep, _ done: @escaping (Bool) -> Void) {
        let number = takeNumber()
        let batch = AnimationBatch(
            file: #fileID, line: #line,
            ended: { [self] whole in
                running[number] = nil
                done(whole && !isCancelled.load(ordering: .acquiring))
            }, changes: change.begin)
        running[number] = { batch.cancel() }
    }

    private func pause(_ seconds: Double, _ done: @escaping (Bool) -> Void) {
        let number = takeNumber()
        let seconds = seconds > 0 ? min(seconds, Self.longest) : 0
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(
            nil, CFAbsoluteTimeGetCurrent() + seconds, 0, 0, 0
        ) { [self] _ in
            running[number] = nil
            done(!isCancelled.load(ordering: .acquiring))
        }
        running[number] = { [self] in
            running[number] = nil
            CFRunLoopTimerInvalidate(timer)
            loop.deliver { done(false) }
        }
        CFRunLoopAddTimer(loop, timer, .commonModes)
    }

    /// All begin in one transaction, and so at one instant.
    private func playTogether(_ steps: [AnimationStep], _ done: @escaping (Bool) -> Void) {
        guard !steps.isEmpty else { return done(true) }
        var left = steps.count
        var isWhole = true
        let stack = TransactionStack.current
        stack.begin(file: #fileID, line: #line)
        defer { stack.commit() }
        for step in steps {
            begin(step) { whole in
                isWhole = isWhole && whole
                left -= 1
                if left == 0 { done(isWhole) }
            }
        }
    }

    private func takeNumber() -> Int {
        nextNumber += 1
        return nextNumber
    }

    /// Ten thousand years, which the clocks can still count.
    private static let longest = 3.15576e11
}
