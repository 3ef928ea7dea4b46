internal import Mainspring

/// Steps inside a step. An object, so that steps that are nested deeper than a stack are let go one after the other.
final class StepList {
    private(set) var steps: [AnimationStep]

    init(_ steps: [AnimationStep]) { self.steps = steps }

    deinit {
        var inner = steps.compactMap(\.kind.list)
        guard !inner.isEmpty else { return }
        steps = []
        StepwiseRelease.release(&inner)
    }
}

extension AnimationStep.Kind {
    /// The steps inside; nil for a step that has none.
    fileprivate var list: StepList? {
        switch self {
        case .parallel(let list), .sequence(let list): list
        case .animate, .pause, .perform: nil
        }
    }
}
