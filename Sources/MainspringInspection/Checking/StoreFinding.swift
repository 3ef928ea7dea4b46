internal import MainspringData

/// Something in a store's file that is not as it should be.
@_spi(Tools) public struct StoreFinding: Hashable, Sendable {
    /// What it is about.
    @_spi(Tools) public enum Kind: String, Sendable, CaseIterable {
        /// SQLite's own check of the file.
        case integrity
        /// The metadata, and the model that the store keeps.
        case metadata
        /// What `Z_PRIMARYKEY` says of entities: their numbers, names and superentities.
        case entities
        /// Rows of no known entity, and keys that are none.
        case rows
        /// `Z_MAX` is less than a key that there is.
        case keyCount
        /// A relationship leads to an object that is not there.
        case dangling
        /// A relationship's inverse does not lead back.
        case inverse
        /// A pair of objects stands in a table of pairs several times.
        case pairs
        /// A required value or destination is missing.
        case required
        /// Several objects have the same values of a uniqueness constraint.
        case uniqueness
        /// An index that keeps values unique is not there.
        case index
        /// A file of long data is missing.
        case externalData
        /// How the rows of the history are numbered, and of which entities they tell.
        case history
        /// The version hashes of a model are others than those of the store.
        case versionHash
    }

    /// What it is about.
    @_spi(Tools) public let kind: Kind
    /// The entity, if it is about one.
    @_spi(Tools) public let entity: String?
    /// The property or the constraint, if it is about one.
    @_spi(Tools) public let property: String?
    /// How often it is so.
    @_spi(Tools) public let count: Int
    /// Some of the objects, at most five.
    @_spi(Tools) public let examples: [ObjectReference]
    /// What is wrong, in a sentence.
    @_spi(Tools) public let sentence: String

    /// Tells of something that is wrong.
    @_spi(Tools) public init(
        _ kind: Kind, entity: String? = nil, property: String? = nil, count: Int = 1, examples: [ObjectReference] = [],
        _ sentence: String
    ) {
        (self.kind, self.entity, self.property, self.count) = (kind, entity, property, count)
        (self.examples, self.sentence) = (examples, sentence)
    }
}
