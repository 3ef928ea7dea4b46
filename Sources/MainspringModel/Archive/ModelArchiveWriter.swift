internal import Foundation
internal import MainspringFoundation

/// Writes a model as a keyed archive of Core Data's descriptions.
///
/// Classes, keys and their order of magnitude are those of `.mom` files and caches that Apple's tools have written.
/// What
/// was met in none of them (see `ArchivedAttributeFlags`, composite attributes, fetched properties and requests) is
/// written so that our reader finds it.
struct ModelArchiveWriter {
    /// For what the archive is.
    enum Purpose {
        /// A compiled model: all that the model says.
        case file
        /// The cache in a store: without validation and templates, and each entity with the properties that it inherits.
        /// Apple's have the names of classes or not; ours have them.
        case cache
    }

    typealias Reference = KeyedArchiveWriter.Reference

    let model: NSManagedObjectModel
    let path: String
    let purpose: Purpose
    var archive = KeyedArchiveWriter()
    /// The entities by name, which have numbers before they are written: they refer to each other.
    let entities: [NSEntityDescription]
    var references: [ObjectIdentifier: Reference] = [:]
    /// Properties as they stand in an entity, which inverses refer to.
    var properties: [PropertyPlace: Reference] = [:]
    let modelReference: Reference
    /// What many objects share.
    let emptyDictionary: Reference

    /// A property as one entity has it: in a cache those that inherit it have copies.
    struct PropertyPlace: Hashable {
        let entity: ObjectIdentifier
        let property: ObjectIdentifier
    }

    /// Writes a model.
    /// - Throws: `ModelFileError` for what cannot be archived: closures in predicates, values of unknown types.
    static func write(
        _ model: NSManagedObjectModel, for purpose: Purpose, path: String
    ) throws(ModelFileError) -> Data {
        var writer = ModelArchiveWriter(model, purpose, path)
        try writer.writeModel()
        do {
            return try writer.archive.data()
        } catch {
            throw ModelFileError(path: path, reason: "the model cannot be archived: \(error.problem.clause)")
        }
    }

    private init(_ model: NSManagedObjectModel, _ purpose: Purpose, _ path: String) {
        self.model = model
        self.purpose = purpose
        self.path = path
        entities = model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
        modelReference = archive.reserve()
        for entity in entities { references[ObjectIdentifier(entity)] = archive.reserve() }
        emptyDictionary = archive.addDictionary([])
        for entity in entities {
            for property in Self.properties(of: entity, purpose) where !(property is NSAttributeDescription) {
                properties[PropertyPlace(entity, property)] = archive.reserve()
            }
        }
    }

    /// The properties that stand in an entity, by name.
    static func properties(of entity: NSEntityDescription, _ purpose: Purpose) -> [NSPropertyDescription] {
        (purpose == .cache ? entity.slots : entity.ownProperties).sorted { $0.name < $1.name }
    }

    func error(_ reason: String) -> ModelFileError { ModelFileError(path: path, reason: reason) }

    private mutating func writeModel() throws(ModelFileError) {
        if let issue = model.issues.first { throw error(String(issue.description.dropLast())) }
        if purpose == .file, model.localizationDictionary?.isEmpty == false {
            throw error(
                "the model has a localizationDictionary, which compiled models have no place for; set it where the model is "
                    + "read")
        }
        var identifiers: [String] = []
        for identifier in model.versionIdentifiers {
            if let text = identifier.base as? String {
                identifiers.append(text)
            } else if purpose == .file {
                throw error("the version identifier \(identifier.base) is no text; compiled models have texts only")
            }
        }
        for entity in entities { try writeEntity(entity) }
        var fields: [String: PropertyListValue] = [:]
        let named = entities.map { (key: text($0.name ?? ""), value: references[ObjectIdentifier($0)] ?? .null) }
        fields["NSEntities"] =
            (purpose == .cache ? knownKeys(named) : archive.addDictionary(named, isMutable: true)).value
        fields["NSFetchRequestTemplates"] = try writeTemplates().value
        fields["NSVersionIdentifiers"] = archive.addList(.set, identifiers.sorted().map { text($0) }).value
        if !model.configurationNames.isEmpty {
            let entries = model.configurationNames.sorted().map { name in
                let members = (model.entities(forConfigurationName: name) ?? []).sorted {
                    ($0.name ?? "") < ($1.name ?? "")
                }
                let list = archive.addList(.array, members.map { references[ObjectIdentifier($0)] ?? .null })
                return (key: text(name), value: list)
            }
            fields["NSConfigurations"] = archive.addDictionary(entries, isMutable: true).value
        }
        archive.define(modelReference, ArchivedClass("NSManagedObjectModel"), fields)
        archive.setTop(modelReference)
    }

    /// A dictionary in the form of caches: values in the order of keys that several dictionaries may share.
    private mutating func knownKeys(_ entries: [(key: Reference, value: Reference)]) -> Reference {
        let mapping = archive.add(
            ArchivedClass("NSKnownKeysMappingStrategy1", superclasses: ["NSKnownKeysMappingStrategy", "NSObject"]),
            [
                "keys": archive.addList(.array, entries.map(\.key)).value, "length": .integer(Int64(entries.count)),
                "version": .integer(1),
            ])
        return archive.add(
            ArchivedClass(
                "NSKnownKeysDictionary1",
                superclasses: ["NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary", "NSObject"]),
            [
                "searchMapping": mapping.value, "values": archive.addList(.array, entries.map(\.value)).value,
                "emptyToken": text(Self.emptyToken).value, "version": .integer(1),
            ])
    }

    /// What stands for a missing value in Apple's caches.
    private static let emptyToken = "__empty_slot_token_4c24_98dc_ac1e_b773__"

    // MARK: - Values

    mutating func text(_ text: String) -> Reference { archive.add(.string(text)) }

    /// A text, or nil.
    mutating func text(_ text: String?) -> Reference { text.map { self.text($0) } ?? .null }

    /// A value of Foundation's or Swift's.
    mutating func value(_ value: Any?, of owner: String) throws(ModelFileError) -> Reference {
        do {
            return try archive.archive((value as? NSDecimalNumber)?.decimalValue ?? value)
        } catch {
            throw self.error("\(owner) cannot be archived: it \(error.problem.clause)")
        }
    }

    mutating func userInfo(_ userInfo: [AnyHashable: Any]?, of owner: String) throws(ModelFileError) -> Reference {
        guard let userInfo, !userInfo.isEmpty else { return emptyDictionary }
        // Dictionaries have no order, and equal models must give equal bytes.
        let sorted = userInfo.sorted { "\($0.key.base)" < "\($1.key.base)" }
        var entries: [(key: Reference, value: Reference)] = []
        for (key, value) in sorted {
            entries.append(
                (
                    key: try self.value(key.base, of: "the user info of \(owner)"),
                    value: try self.value(value, of: "the user info of \(owner)")
                ))
        }
        return archive.addDictionary(entries)
    }
}

extension ModelArchiveWriter.PropertyPlace {
    init(_ entity: NSEntityDescription, _ property: NSPropertyDescription) {
        self.init(entity: ObjectIdentifier(entity), property: ObjectIdentifier(property))
    }
}
