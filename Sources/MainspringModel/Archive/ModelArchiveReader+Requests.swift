internal import Foundation
internal import MainspringFoundation

extension ModelArchiveReader {
    mutating func readTemplates(of root: ArchivedObject) throws(ModelFileError) {
        guard let dictionary = try source.object(root, "NSFetchRequestTemplates") else { return }
        let entries = try source.reading { () throws(ArchiveError) in try dictionary.entries() }
        for (key, value) in entries {
            guard let name = try source.decoded(key) as? String, let object = value.object else {
                assembly.note("\(source.place(of: dictionary)): a fetch request is not understood")
                continue
            }
            if let request = try readRequest(object) { assembly.model.setRequestTemplate(request, forName: name) }
        }
    }

    /// A request; nil if its predicate is not understood, since without it other objects would come out.
    ///
    /// Xcode's compiler keeps of a template the entity and the predicate only.
    mutating func readRequest(_ object: ArchivedObject) throws(ModelFileError) -> FetchRequestDescription? {
        try assembly.take(2, at: source.place(of: object))
        guard object.className == "NSFetchRequest" else {
            assembly.note("\(source.place(of: object)): requests of this class are not known, and it is left out")
            return nil
        }
        try noteUnknownKeys(of: object, Self.requestKeys)
        let request = FetchRequestDescription()
        if let predicate = try source.object(object, "NSPredicate") {
            guard
                let read = understood({ reader throws(ModelFileError) in try reader.predicates.predicate(predicate) })
            else { return nil }
            request.predicate = read
        }
        request.fetchLimit = max(0, try source.integer(object, "NSFetchLimit") ?? 0)
        request.fetchOffset = max(0, try source.integer(object, "NSFetchOffset") ?? 0)
        request.fetchBatchSize = max(0, try source.integer(object, "NSFetchBatchSize") ?? 0)
        if let type = try source.integer(object, "NSResultType"), let bits = UInt(exactly: type) {
            request.resultType = .init(rawValue: bits)
        }
        for (key, keyPath) in Self.requestFlags {
            if object.contains(key) { request[keyPath: keyPath] = try source.flag(object, key) }
        }
        var entity = try source.filled(object, "NSEntityName")
        if let object = try source.object(object, "NSEntity") { entity = try source.string(object, "NSEntityName") }
        assembly.connect(request, to: entity, at: source.place(of: object))
        return request
    }

    /// Flags of a request, which Apple's archives have in an unknown form; the keys are ours.
    static let requestFlags: [(String, any ReferenceWritableKeyPath<FetchRequestDescription, Bool> & Sendable)] = [
        ("Mainspring.includesSubentities", \.includesSubentities),
        ("Mainspring.includesPropertyValues", \.includesPropertyValues),
        ("Mainspring.includesPendingChanges", \.includesPendingChanges),
        ("Mainspring.returnsObjectsAsFaults", \.returnsObjectsAsFaults),
        ("Mainspring.returnsDistinctResults", \.returnsDistinctResults),
    ]

    private static let requestKeys: Set = Set([
        "NSEntity", "NSEntityName", "NSPredicate", "NSFetchLimit", "NSFetchOffset", "NSFetchBatchSize", "NSResultType",
    ]).union(requestFlags.map(\.0))
}
