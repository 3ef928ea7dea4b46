internal import Foundation

/// Why a property list cannot be read or written.
package struct PropertyListError: Error, Hashable, Sendable {
    /// Where in the input, in bytes from its beginning; of a list that cannot be written, 0.
    package let offset: Int
    /// What is wrong there.
    package let problem: Problem

    package init(offset: Int, problem: Problem) {
        self.offset = offset
        self.problem = problem
    }

    /// What can be wrong with a property list.
    package enum Problem: Hashable, Sendable {
        /// It is neither a binary property list nor XML.
        case unknownFormat
        /// It is too short for what it says it holds.
        case truncated
        /// A number that says where or how much is out of its range.
        case badNumber(of: String, UInt64)
        /// A byte that says what comes next has no meaning.
        case unknownKind(UInt8)
        /// An object refers to one that there is not.
        case missingObject(UInt64, count: Int)
        /// A list contains itself.
        case cycle
        /// Lists are inside each other beyond ``PropertyListValue/greatestDepth``.
        case tooDeep
        /// It would take more memory than it may.
        case tooLarge
        /// The key of a dictionary is no string.
        case badKey(String)
        /// A dictionary has a key twice, and readers differ in which value they take.
        case repeatedKey(String)
        /// A text is not in the encoding that it says.
        case badText
        /// A value cannot be understood.
        case badValue(of: String, String)
        /// XML that is not well formed or no property list, in a clause.
        case badMarkup(String)
    }
}

extension PropertyListError: CustomStringConvertible, LocalizedError {
    /// A sentence with the place.
    package var description: String { "The property list cannot be used: at byte \(offset) \(problem.clause)." }

    /// The same sentence.
    package var errorDescription: String? { description }
}

extension PropertyListError.Problem {
    /// What is wrong, as a part of a sentence.
    package var clause: String {
        switch self {
        case .unknownFormat: "neither a binary property list nor XML begins"
        case .truncated: "more is announced than there is"
        case .badNumber(let what, let number): "the \(what) cannot be \(number)"
        case .unknownKind(let byte): "the byte \(String(byte, radix: 16)) begins no kind of object that is known"
        case .missingObject(let number, let count): "object \(number) is referred to, of only \(count)"
        case .cycle: "a list contains itself"
        case .tooDeep: "more than \(PropertyListValue.greatestDepth) lists are inside each other"
        case .tooLarge: "it would take more than four times its own memory and 64 MiB"
        case .badKey(let kind): "the key of a dictionary is \(kind) and not a string"
        case .repeatedKey(let key): "a dictionary has the key “\(excerpt(key))” twice"
        case .badText: "a text is not in its encoding"
        case .badValue(let what, let text): "“\(excerpt(text))” is no \(what)"
        case .badMarkup(let clause): clause
        }
    }

    /// How long a part of a sentence may get: what a file says must not fill the log.
    private func excerpt(_ text: String) -> String { text.utf8.count <= 80 ? text : text.prefix(80) + "…" }
}
