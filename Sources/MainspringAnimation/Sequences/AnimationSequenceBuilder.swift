/// Ours: what lets the steps of an ``AnimationSequence`` be written one below the other, with `if`, `switch` and `for`
/// among them.
@resultBuilder
public enum AnimationSequenceBuilder {
    /// A step.
    public static func buildExpression(_ step: AnimationStep) -> [AnimationStep] { [step] }

    /// A sequence inside another one, or beside others.
    public static func buildExpression(_ sequence: AnimationSequence) -> [AnimationStep] {
        [AnimationStep(kind: .sequence(StepList(sequence.steps)))]
    }

    /// Several steps.
    public static func buildBlock(_ steps: [AnimationStep]...) -> [AnimationStep] { steps.flatMap { $0 } }

    /// The steps of an `if` without an `else`.
    public static func buildOptional(_ steps: [AnimationStep]?) -> [AnimationStep] { steps ?? [] }

    /// The steps of an `if`.
    public static func buildEither(first steps: [AnimationStep]) -> [AnimationStep] { steps }

    /// The steps of an `else`.
    public static func buildEither(second steps: [AnimationStep]) -> [AnimationStep] { steps }

    /// The steps of a `for`.
    public static func buildArray(_ steps: [[AnimationStep]]) -> [AnimationStep] { steps.flatMap { $0 } }

    /// The steps of an `if #available`.
    public static func buildLimitedAvailability(_ steps: [AnimationStep]) -> [AnimationStep] { steps }
}
