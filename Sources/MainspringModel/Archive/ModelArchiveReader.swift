internal import Foundation
internal import MainspringFoundation

/// Reads compiled models (`.mom`) and the models that stores keep: keyed archives of Core Data's descriptions.
///
/// By the names of classes and keys in files that Xcode and Apple's framework wrote; those of composite attributes,
/// fetched properties and fetch requests were met in none of them and are read leniently. Names of classes are texts
/// here: none is looked up. What is not known is noted and left out.
struct ModelArchiveReader {
    let source: ArchiveSource
    var assembly: ModelAssembly
    var predicates: ArchivedPredicateReader
    /// User infos by the number of their object: mostly all share an empty one.
    private var userInfos: [Int: [AnyHashable: Any]?] = [:]
    /// The lists of keys in which all are known, with the name of the class whose objects have them.
    private var knownKeyLists: [ObjectIdentifier: String] = [:]

    /// Reads a model.
    /// - Parameter model: What is filled, without entities yet.
    /// - Returns: What was not understood, in sentences.
    static func read(
        _ data: Data, path: String, into model: NSManagedObjectModel
    ) throws(ModelFileError) -> [String] {
        let source = try ArchiveSource(data, path: path)
        switch source.root.className {
        case "NSManagedObjectModel":
            var reader = ModelArchiveReader(source, model)
            try reader.readModel()
            return reader.assembly.notes
        case "XDPMModel": return try EditorArchiveReader.read(source, into: model)
        case let name:
            throw ModelFileError(
                path: path, reason: "the archive is of class \(name.excerpt) and no data model; name a .mom file")
        }
    }

    private init(_ source: ArchiveSource, _ model: NSManagedObjectModel) {
        self.source = source
        assembly = ModelAssembly(path: source.path, byteCount: source.byteCount, model: model)
        predicates = ArchivedPredicateReader(source)
    }

    private mutating func readModel() throws(ModelFileError) {
        let root = source.root
        try noteUnknownKeys(of: root, Self.modelKeys)
        for value in try source.values(root, "NSEntities") {
            guard let entity = value.object else {
                throw source.error(root, "an entity of the model is no object; compile the model again")
            }
            try readEntity(entity)
        }
        let identifiers = try source.elements(root, "NSVersionIdentifiers")
        for identifier in identifiers {
            if let text = try source.decoded(identifier) as? String { assembly.model.versionIdentifiers.insert(text) }
        }
        try readConfigurations(of: root)
        try readTemplates(of: root)
        try assembly.finish(dropsInherited: true)
    }

    private static let modelKeys: Set = [
        "NSEntities", "NSVersionIdentifiers", "NSConfigurations", "NSFetchRequestTemplates", "CDMCompilerToolVersion",
        "CDMCompilerXcodeVersion",
    ]

    private mutating func readConfigurations(of root: ArchivedObject) throws(ModelFileError) {
        guard let dictionary = try source.object(root, "NSConfigurations") else { return }
        let entries = try source.reading { () throws(ArchiveError) in try dictionary.entries() }
        for (key, value) in entries {
            guard let name = try source.decoded(key) as? String, let list = value.object else {
                assembly.note("\(source.place(of: dictionary)): a configuration is not understood")
                continue
            }
            let elements = try source.reading { () throws(ArchiveError) in try list.elements() }
            try assembly.take(elements.count, at: source.place(of: list))
            var members: [String] = []
            for element in elements {
                // By the entity itself, or by its name.
                if let entity = element.object, entity.contains("NSEntityName") {
                    if let name = try source.string(entity, "NSEntityName") { members.append(name) }
                } else if let name = try source.decoded(element) as? String {
                    members.append(name)
                }
            }
            assembly.addConfiguration(name, of: members, at: source.place(of: list))
        }
    }

    // MARK: - What several kinds of objects have

    /// A user info; what is no Foundation object is left out.
    mutating func userInfo(of object: ArchivedObject) throws(ModelFileError) -> [AnyHashable: Any]? {
        guard let dictionary = try source.object(object, "NSUserInfo") else { return nil }
        if let known = userInfos[dictionary.number] { return known }
        var userInfo: [AnyHashable: Any]?
        do {
            userInfo = try source.decoded(.object(dictionary)) as? [AnyHashable: Any]
        } catch {
            assembly.note("\(error.description) The user info is left out.")
        }
        if userInfo?.isEmpty == true { userInfo = nil }
        userInfos[dictionary.number] = .some(userInfo)
        return userInfo
    }

    /// An identifier that is not the name, which Xcode writes for it where there is none.
    func renamingIdentifier(of object: ArchivedObject, name: String) throws(ModelFileError) -> String? {
        let identifier = try source.filled(object, "NSRenamingIdentifier")
        return identifier == name ? nil : identifier
    }

    mutating func noteUnknownKeys(of object: ArchivedObject, _ known: Set<String>) throws(ModelFileError) {
        // An archive has few lists of keys, and keeps them as long as it is there.
        let list = ObjectIdentifier(object.keyList)
        if knownKeyLists[list] == object.className { return }
        let unknown = object.keys(besides: known)
        if unknown.isEmpty { knownKeyLists[list] = object.className }
        for key in unknown {
            assembly.note("\(source.place(of: object)): the key “\(key.excerpt)” is not known")
        }
    }
}
