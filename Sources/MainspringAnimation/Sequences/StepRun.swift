internal import Mainspring

/// Steps that are being done: one after another, or beside each other.
final class StepRun {
    private let list: StepList
    let isParallel: Bool
    /// What the steps are a step of; nil for those of a whole sequence.
    private(set) var outer: StepRun?
    /// Which step is begun next.
    private var next = 0
    /// Of parallel steps those that are not over; they themselves count as one until all have begun.
    private var left: Int
    /// No step was broken off.
    private(set) var isWhole = true

    init(_ list: StepList, isParallel: Bool = false, in outer: StepRun? = nil) {
        self.list = list
        self.isParallel = isParallel
        self.outer = outer
        left = list.steps.count + 1
    }

    deinit { StepwiseRelease.release(&outer) }

    /// None of the steps has begun.
    var isAtBeginning: Bool { next == 0 }
    /// All of the steps have begun.
    var isAtEnd: Bool { next == list.steps.count }

    /// The next step, which is begun by who has asked; nil behind the last one.
    func takeNext() -> AnimationStep? {
        guard !isAtEnd else { return nil }
        defer { next += 1 }
        return list.steps[next]
    }

    /// Leaves out the steps that have not begun.
    func breakOff() {
        guard !isAtEnd else { return }
        left -= list.steps.count - next
        next = list.steps.count
        isWhole = false
    }

    /// One of parallel steps is over, or all of them have begun. Returns whether that was the last to come.
    func leave(whole: Bool) -> Bool {
        isWhole = isWhole && whole
        left -= 1
        return left == 0
    }
}
