public import Foundation
internal import MainspringData

/// A value as a store's file has it, read without making an object.
@_spi(Tools) public indirect enum InspectedValue: Hashable, Sendable {
    /// There is none.
    case null
    /// The value of a Boolean attribute.
    case boolean(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number of the types Double and Float.
    case real(Double)
    /// A decimal number.
    case decimal(Decimal)
    /// A text, and the text of a URI.
    case text(String)
    /// A moment.
    case date(Date)
    /// A UUID.
    case uuid(UUID)
    /// Bytes; also those of a transformable value that no transformer here can read.
    case data(Data)
    /// The object that a relationship to one leads to.
    case object(ObjectReference)
    /// What a path over a relationship to many leads to, and an array that a transformer has read.
    case list([InspectedValue])
    /// The elements of a composite value that are not nil, by their names.
    case parts([String: InspectedValue])
    /// What stands in the file and cannot be read, with the reason as a sentence.
    case unreadable(String)
}

/// An object of a store, by the name of its entity and its key.
@_spi(Tools) public struct ObjectReference: Hashable, Sendable {
    /// The entity of the object itself, which may inherit from the one that was asked for.
    @_spi(Tools) public let entityName: String
    /// The key: `Z_PK`.
    @_spi(Tools) public let key: Int64

    /// The object with a key.
    @_spi(Tools) public init(entityName: String, key: Int64) { (self.entityName, self.key) = (entityName, key) }
}
