public import Foundation

/// Ours: why an image was not read or written.
public struct ImageFileError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// What kind of thing went wrong.
    public enum Code: Hashable, Sendable {
        /// The file cannot be read or written.
        case file
        /// The bytes are no image of a kind that is read here.
        case unknownFormat
        /// They begin as an image does, but contradict themselves or end too early.
        case damaged
        /// There are more pixels than may be, or a file has more bytes.
        case tooLarge
        /// There is no memory for the pixels.
        case noMemory
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What is wrong with what, and what to do, as a sentence.
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }

    /// The sentence.
    public var errorDescription: String? { description }
}
