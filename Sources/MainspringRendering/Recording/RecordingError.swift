public import Foundation

/// Ours: why frames were not recorded.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What kind of thing went wrong.
    public enum Code: Hashable, Sendable {
        /// What was asked for cannot be: a size, a rate, a time.
        case value
        /// A file, or what a descriptor leads to, cannot be written, such as where the disk is full.
        case file
        /// Nobody reads the pipe any more.
        case closed
        /// There is no memory for the pictures.
        case noMemory
        /// An encoder refused what it was given.
        case encoding
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What is wrong with what, and what to do, as a sentence.
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// The sentence.
    public var errorDescription: String? { description }
}
