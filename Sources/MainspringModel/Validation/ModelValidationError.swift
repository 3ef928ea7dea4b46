/// All that is wrong with a model. Ours.
public struct ModelValidationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The issues, at least one, in the order of the entities.
    public let issues: [ModelIssue]

    /// The sentences of the issues, a line each.
    public var description: String { issues.map(\.description).joined(separator: "\n") }
}
