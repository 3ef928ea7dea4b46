internal import Mainspring
import Synchronization

/// Does steps one after another, on the loop of a thread: each goes on from the completion of the one before.
final class SequencePlayer: @unchecked Sendable {
    // `@unchecked Sendable`: `isCancelled` and `isOver` are atomic; all else belongs to `loop`.

    private let loop: CFRunLoop
    private let isCancelled = Atomic<Bool>(false)
    private let isOver = Atomic<Bool>(false)
    private var ended: ((Bool) -> Void)?
    /// The next one at the end.
    private var jobs: [Job] = []
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
        work(.goOn(StepRun(StepList(steps))))
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

    /// What is to be done next.
    private enum Job {
        /// Steps go on with the next one.
        case goOn(StepRun)
        /// A step of these is over; of nothing, the whole sequence.
        case ended(StepRun?, whole: Bool)
    }

    /// Does something, and what follows from it without waiting.
    private func work(_ job: Job) {
        // By a list: steps may be nested deeper than a stack is. A step's own code may run the loop, and so get here
        // again: what was to be done then waits below.
        let base = jobs.count
        jobs.append(job)
        while jobs.count > base, let next = jobs.popLast() {
            switch next {
            case .goOn(let run) where run.isParallel: goOnTogether(run)
            case .goOn(let run): goOn(run)
            case .ended(nil, let whole): finish(whole)
            case .ended(let run?, let whole) where run.isParallel:
                if run.leave(whole: whole) { jobs.append(.ended(run.outer, whole: run.isWhole)) }
            case .ended(let run?, let whole):
                jobs.append(whole ? .goOn(run) : .ended(run.outer, whole: false))
            }
        }
    }

    /// One step after another.
    private func goOn(_ run: StepRun) {
        while !isCancelled.load(ordering: .acquiring) {
            guard let step = run.takeNext() else { return jobs.append(.ended(run.outer, whole: true)) }
            guard case .perform(let body) = step.kind else { return begin(step, in: run) }
            body()
        }
        jobs.append(.ended(run.outer, whole: run.isAtEnd))
    }

    /// All steps begin in one transaction, and so at one instant.
    private func goOnTogether(_ run: StepRun) {
        let stack = TransactionStack.current
        if run.isAtBeginning { stack.begin(file: #fileID, line: #line) }
        if isCancelled.load(ordering: .acquiring) { run.breakOff() }
        guard let step = run.takeNext() else {
            stack.commit()
            return jobs.append(.ended(run, whole: true))
        }
        jobs.append(.goOn(run))
        begin(step, in: run)
    }

    private func begin(_ step: AnimationStep, in run: StepRun) {
        switch step.kind {
        case .animate(let change): animate(change, in: run)
        case .pause(let seconds): pause(seconds, in: run)
        case .perform(let body):
            body()
            jobs.append(.ended(run, whole: true))
        case .sequence(let list): jobs.append(.goOn(StepRun(list, in: run)))
        case .parallel(let list): jobs.append(.goOn(StepRun(list, isParallel: true, in: run)))
        }
    }

    private func animate(_ change: PropertyStep, in run: StepRun) {
        let number = takeNumber()
        let batch = AnimationBatch(
            file: #fileID, line: #line,
            ended: { [self] whole in
                running[number] = nil
                work(.ended(run, whole: whole && !isCancelled.load(ordering: .acquiring)))
            }, changes: change.begin)
        running[number] = { batch.cancel() }
    }

    private func pause(_ seconds: Double, in run: StepRun) {
        let number = takeNumber()
        let seconds = seconds > 0 ? min(seconds, Self.longest) : 0
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(
            nil, CFAbsoluteTimeGetCurrent() + seconds, 0, 0, 0
        ) { [self] _ in
            running[number] = nil
            work(.ended(run, whole: !isCancelled.load(ordering: .acquiring)))
        }
        running[number] = { [self] in
            running[number] = nil
            CFRunLoopTimerInvalidate(timer)
            loop.deliver { self.work(.ended(run, whole: false)) }
        }
        CFRunLoopAddTimer(loop, timer, .commonModes)
    }

    private func takeNumber() -> Int {
        nextNumber += 1
        return nextNumber
    }

    /// Ten thousand years, which the clocks can still count.
    private static let longest = 3.15576e11
}
