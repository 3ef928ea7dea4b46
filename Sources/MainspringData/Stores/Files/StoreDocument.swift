internal import Foundation
internal import MainspringFoundation

/// What is in the file of a store, whatever its form: values of property lists alone.
struct StoreDocument {
    typealias Value = PropertyListValue

    /// An object.
    struct Object {
        let key: Int64
        let version: Int64
        /// Attributes by their names, without those that are nil.
        var attributes: [(name: String, value: Value)] = []
        /// Relationships by their names, with the keys of the other objects, in their order; without empty ones.
        var relationships: [(name: String, keys: [Int64])] = []
    }

    /// The objects of an entity.
    struct Group {
        let entity: String
        var objects: [Object]
    }

    var metadata: [String: Value] = [:]
    /// By the names of the root entities.
    var lastKeys: [String: Int64] = [:]
    var groups: [Group] = []
}

/// How a document is written.
protocol StoreForm {
    /// Whether data begin as a store of this form does.
    static func isBeginning(_ data: Data) -> Bool
    /// The metadata in a file, of which no more is read.
    static func metadata(in data: Data) throws -> [String: PropertyListValue]
    static func document(in data: Data) throws -> StoreDocument
    static func data(_ document: StoreDocument) throws -> Data
    /// The file with other metadata.
    static func data(_ data: Data, withMetadata metadata: [String: PropertyListValue]) throws -> Data
}

/// What is wrong with a file.
package enum StoreFileProblem: Error {
    /// It is of no known form; a part of a sentence.
    case unknownForm(String)
    /// It cannot be what a store has written; a part of a sentence.
    case damaged(String)
    /// The model does not have what the file has; a part of a sentence.
    case otherModel(String)

    /// The error as it is thrown to programs.
    func error(_ url: URL) -> any Error {
        let info: [String: Any] = [NSFilePathErrorKey: url.path]
        switch self {
        case .unknownForm(let clause):
            return CoreDataError.make(
                NSPersistentStoreInvalidTypeError,
                "The file \(url.path) is no store that can be read: \(clause). Give the "
                    + "URL and the type of a store, or restore the file from a copy.",
                userInfo: info)
        case .damaged(let clause):
            return CoreDataError.make(
                NSPersistentStoreOpenError,
                "The store at \(url.path) cannot be read: \(clause). Restore the file from a copy.", userInfo: info,
                underlying: CocoaError(.fileReadCorruptFile))
        case .otherModel(let clause):
            return CoreDataError.make(
                NSPersistentStoreIncompatibleSchemaError,
                "The store at \(url.path) does not fit the model: \(clause). Open it with the model that it was made with.",
                userInfo: info)
        }
    }
}
