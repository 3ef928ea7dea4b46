public import Foundation

/// Why a file that should hold a data model cannot be read, or a model not be written. Ours.
public struct ModelFileError: Error, Hashable, Sendable {
    /// The path of the file, or what the bytes are otherwise.
    public let path: String
    /// Where in the file: a line and element of XML, or an object of an archive; `nil` if it is the whole.
    public let place: String?
    /// What is wrong and what to do about it: a sentence without its full stop.
    public let reason: String

    init(path: String, place: String? = nil, reason: String) {
        self.path = path
        self.place = place
        self.reason = reason
    }
}

extension ModelFileError: CustomStringConvertible, LocalizedError {
    /// A sentence with the file and the place.
    public var description: String {
        "\([path, place].compactMap(\.self).joined(separator: ", ")): \(reason)."
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}

extension String {
    /// The text as far as it has place in a sentence: what a file says must not fill the log.
    var excerpt: String { utf8.count <= 80 ? self : prefix(80) + "…" }
}
