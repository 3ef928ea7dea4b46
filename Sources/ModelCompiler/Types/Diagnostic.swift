/// What the compiler has to say about a place in the source, as a build shows it.
public struct Diagnostic: Equatable, Sendable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable {
        /// The build cannot go on.
        case error
        /// The build goes on, and the programmer should know.
        case warning
    }

    /// How bad it is.
    public let severity: Severity
    /// The file.
    public let path: String
    /// The line, from 1; nil for the file as a whole.
    public let line: Int?
    /// What is wrong, and what to do.
    public let message: String

    /// `path:line: error: message`, which build tools show at that place.
    public var description: String {
        let place = line.map { "\(path):\($0):1" } ?? path
        return PrintedName.line("\(place): \(severity.rawValue): \(message)")
    }
}
