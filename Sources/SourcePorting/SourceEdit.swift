/// A piece of text that takes the place of another one in a file.
public struct SourceEdit: Equatable, Sendable {
    /// What is replaced, in bytes of UTF-8.
    public let range: Range<Int>
    /// The line on which it begins, from 1.
    public let line: Int
    /// What was there.
    public let original: String
    /// What is there instead; empty where something is taken away.
    public let replacement: String
}

/// What a file says that has no counterpart here, and that a person has to look at.
public struct SourceLeftover: Equatable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// What stands there.
    public let text: String
    /// Why it was left, and what to do.
    public let reason: String

    /// `path:line: text: reason`, as compilers name places.
    public var description: String { "\(path):\(line): \(text): \(reason)" }
}
