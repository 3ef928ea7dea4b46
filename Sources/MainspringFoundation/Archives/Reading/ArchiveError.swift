internal import Foundation

/// Why an archive cannot be read, or an object of it not be decoded.
package struct ArchiveError: Error, Hashable, Sendable {
    /// The number of the object with which something is wrong; nil if it is the archive.
    package let object: Int?
    /// What is wrong.
    package let problem: Problem

    /// What can be wrong with an archive.
    package enum Problem: Hashable, Sendable {
        /// Its bytes are no property list.
        case noPropertyList(PropertyListError)
        /// It lacks what every archive has, or has it wrong, in a clause.
        case noArchive(String)
        /// It refers to an object that there is not.
        case missingObject(UInt32, count: Int)
        /// What an object says is its class describes none.
        case badClass
        /// A field has another kind of value than is needed.
        case wrongField(String, expected: String, given: String)
        /// A field is not there.
        case missingField(String)
        /// Fields that are there do not fit each other or mean nothing, in a clause.
        case badContent(String)
        /// A value of Foundation's was needed, and the object is of another class.
        case unknownClass(String)
        /// An object contains itself.
        case cycle
        /// Objects are inside each other beyond ``PropertyListValue/greatestDepth``.
        case tooDeep
        /// It would take more memory than it may.
        case tooLarge
    }
}

extension ArchiveError: CustomStringConvertible, LocalizedError {
    /// A sentence that names the object.
    package var description: String {
        if case .noPropertyList(let error) = problem { return error.description }
        let subject = object.map { "object \($0)" } ?? "it"
        return "The archive cannot be used: \(subject) \(problem.clause)."
    }

    /// The same sentence.
    package var errorDescription: String? { description }
}

extension ArchiveError.Problem {
    /// What is wrong, as the part of a sentence that follows its subject.
    package var clause: String {
        switch self {
        case .noPropertyList: "is no property list"
        case .noArchive(let clause), .badContent(let clause): clause
        case .missingObject(let number, let count): "refers to object \(number), of only \(count)"
        case .badClass: "has no class"
        case .wrongField(let key, let expected, let given): "has \(given) for “\(excerpt(key))”, not \(expected)"
        case .missingField(let key): "has no “\(excerpt(key))”"
        case .unknownClass(let name): "is of class \(excerpt(name)), which is none of Foundation's that can be decoded"
        case .cycle: "contains itself"
        case .tooDeep: "is inside more than \(PropertyListValue.greatestDepth) others"
        case .tooLarge: "would take more than four times the archive's own memory and 64 MiB"
        }
    }

    /// How long a part of a sentence may get: what a file says must not fill the log.
    private func excerpt(_ text: String) -> String { text.utf8.count <= 80 ? text : text.prefix(80) + "…" }
}
