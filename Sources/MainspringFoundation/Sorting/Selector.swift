/// The name of a method.
///
/// Ours: there are no selectors on Linux, and nothing can be called by one. What takes a selector on Apple's platforms
/// knows some names here: see ``NSSortDescriptor``.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, with a colon for each argument.
    public let description: String

    /// Makes a selector of a name.
    public init(_ name: String) { description = name }

    /// Makes a selector of a literal.
    public init(stringLiteral value: String) { description = value }
}

/// Returns the selector of a name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }

/// Returns the name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.description }
