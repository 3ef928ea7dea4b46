public import Foundation

/// Why a fetch request cannot be answered, as a sentence with the names of request and property. Ours: Apple raises
/// `NSInvalidArgumentException`, which Swift cannot catch.
public struct FetchRequestError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The request names no entity, or one that nobody knows.
        case unknownEntity
        /// A key path leads to nothing that the entity has.
        case keyPathNotFound
        /// A key path leads through a to-many relationship where one value is needed.
        case toManyKey
        /// `ANY` or `ALL` stands before what is one value.
        case notToMany
        /// A predicate, or an expression, could not be made or may not be evaluated.
        case malformedPredicate
        /// A sort descriptor has no key that could be looked up.
        case sortDescriptorWithoutKey
        /// What is to be fetched or grouped by is no property, or one of another entity.
        case invalidProperty
        /// Two columns of a dictionary have the same name.
        case nameUsedTwice
        /// Dictionaries are grouped, and a column is neither a group nor computed of all of it.
        case columnOutsideGroups
        /// Something was asked for that dictionaries alone have.
        case needsDictionaries
        /// There is a predicate for groups and there are no groups.
        case havingWithoutGroups
        /// A limit, an offset or a size is below zero.
        case negativeNumber
        /// Types of results that exclude each other.
        case contradictoryResultType
        /// A value cannot be computed, compared or converted.
        case evaluationFailed
        /// A store with a database is asked for what its SQL cannot say. Apple's says “unimplemented SQL generation”.
        case notInSQL
        /// Nobody is there who could answer.
        case noContext
    }

    /// What is wrong.
    public let kind: Kind
    /// The request in a line.
    public let request: String
    /// The property, key path, or name of a column that it is about, if it is about one.
    public let property: String?
    /// A sentence that names request and property and says what to do.
    public let description: String

    init(_ kind: Kind, request: String, property: String? = nil, _ sentence: String) {
        self.kind = kind
        self.request = request
        self.property = property
        description = sentence
    }
}

extension FetchRequestError: CustomStringConvertible, LocalizedError {
    /// The same sentence.
    public var errorDescription: String? { description }
}
