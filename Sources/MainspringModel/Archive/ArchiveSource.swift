internal import Foundation
internal import MainspringFoundation

/// The objects of a model's archive, with errors that name the file.
struct ArchiveSource {
    let path: String
    let root: ArchivedObject
    let byteCount: Int

    /// Reads an archive.
    init(_ data: Data, path: String) throws(ModelFileError) {
        self.path = path
        byteCount = data.count
        let top: ArchivedValue
        do {
            top = try KeyedArchive(data).top()
        } catch {
            throw Self.error(error, path: path)
        }
        guard let object = top.object else {
            throw ModelFileError(
                path: path, reason: "the archive is of nothing; compile the model with Xcode's momc again")
        }
        root = object
    }

    /// What is wrong with the archive.
    private static func error(_ error: ArchiveError, path: String) -> ModelFileError {
        let place = error.object.map { "object \($0)" }
        if case .noPropertyList(let list) = error.problem {
            return ModelFileError(
                path: path, place: "byte \(list.offset)",
                reason: "\(list.problem.clause); the file is broken or no compiled model, so compile the model again")
        }
        return ModelFileError(
            path: path, place: place,
            reason: "it \(error.problem.clause); the file is broken or no compiled model, so compile the model again")
    }

    /// What is wrong with an object.
    func error(_ object: ArchivedObject, _ reason: String) -> ModelFileError {
        ModelFileError(path: path, place: place(of: object), reason: reason)
    }

    /// Where an object is, for a sentence.
    func place(of object: ArchivedObject) -> String { "object \(object.number) of class \(object.className.excerpt)" }

    /// What a closure reads.
    func reading<Value>(_ body: () throws(ArchiveError) -> Value) throws(ModelFileError) -> Value {
        do { return try body() } catch { throw Self.error(error, path: path) }
    }
}

// MARK: - Fields

extension ArchiveSource {
    func string(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> String? {
        try reading { () throws(ArchiveError) in try object.string(key) }
    }

    /// A text that is not empty.
    func filled(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> String? {
        let text = try string(object, key)
        return text == "" ? nil : text
    }

    func flag(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> Bool {
        try reading { () throws(ArchiveError) in try object.boolean(key) ?? false }
    }

    func integer(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> Int? {
        try reading { () throws(ArchiveError) in try object.integer(key) }
    }

    func data(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> Data? {
        try reading { () throws(ArchiveError) in try object.data(key) }
    }

    func object(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> ArchivedObject? {
        try reading { () throws(ArchiveError) in try object.object(key) }
    }

    func value(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> ArchivedValue {
        try reading { () throws(ArchiveError) in try object.value(key) }
    }

    /// The elements of a collection in a field; none if there is no such field.
    func elements(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> [ArchivedValue] {
        guard let list = try self.object(object, key) else { return [] }
        return try reading { () throws(ArchiveError) in try list.elements() }
    }

    /// The values of a dictionary in a field; none if there is no such field.
    func values(_ object: ArchivedObject, _ key: String) throws(ModelFileError) -> [ArchivedValue] {
        guard let dictionary = try self.object(object, key) else { return [] }
        let entries = try reading { () throws(ArchiveError) in try dictionary.entries() }
        return entries.map(\.value)
    }

    /// A value with all that is in it.
    func decoded(_ value: ArchivedValue) throws(ModelFileError) -> Any? {
        if case .value(.string(let text)) = value { return text }
        return try reading { () throws(ArchiveError) in try value.decoded() }
    }
}
