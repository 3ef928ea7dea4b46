internal import Foundation
internal import MainspringFoundation
@_spi(Tools) package import MainspringModel

/// In which form a file has the data of attributes: marked, where a first byte says whether the rest is the data or the name of a file beside the
/// store, or as they are.
///
/// It is that of the model with which the file was made or migrated last. Another model of the same version may say otherwise, since
/// `allowsExternalBinaryDataStorage` makes no new version: the file keeps its form until it is migrated, and no byte of a value is ever taken
/// for a mark.
package struct DataForms {
    /// By the names of the entity that has an attribute itself, and of the attribute.
    private var marked: [String: [String: Bool]] = [:]

    /// Those that the model says.
    package init() {}

    /// Those of a file, as far as it says them: by its metadata, or, where it was made before these did, by the model that it keeps. What a
    /// file of Apple's keeps does not say it.
    package init(_ entities: [NSEntityDescription], _ metadata: MetadataTable.Values, _ connection: SQLiteConnection) {
        guard entities.contains(where: { !Self.attributes(of: $0).isEmpty }) else { return }
        if let names = metadata[NewMetadata.markedDataKey]?.array?.compactMap(\.string) {
            let names = Set(names)
            for entity in entities {
                for attribute in Self.attributes(of: entity) {
                    note(attribute, of: entity, names.contains(Self.title(attribute, of: entity)))
                }
            }
        } else if let cached = (try? ModelCacheTable.read(connection)) ?? nil {
            let isOurs = metadata[NewMetadata.formulaKey] != nil
            for entity in cached.entities {
                for attribute in Self.attributes(of: entity) where isOurs || attribute.allowsExternalBinaryDataStorage {
                    note(attribute, of: entity, attribute.allowsExternalBinaryDataStorage)
                }
            }
        }
    }

    private mutating func note(_ attribute: NSAttributeDescription, of entity: NSEntityDescription, _ isMarked: Bool) {
        marked[entity.name ?? "", default: [:]][attribute.name] = isMarked
    }

    /// Whether data of an attribute are marked.
    func isMarked(_ attribute: NSAttributeDescription) -> Bool {
        marked[attribute.entity.name ?? ""]?[attribute.name] ?? attribute.allowsExternalBinaryDataStorage
    }

    /// What the metadata of a new file say; nil where nothing is to be said.
    static func value(_ entities: [NSEntityDescription]) -> PropertyListValue? {
        let all = entities.map { entity in (entity, attributes(of: entity)) }.filter { !$0.1.isEmpty }
        guard !all.isEmpty else { return nil }
        let marked = all.flatMap { entity, attributes in
            attributes.filter(\.allowsExternalBinaryDataStorage).map { title($0, of: entity) }
        }
        return .array(marked.sorted().map { .string($0) })
    }

    private static func title(_ attribute: NSAttributeDescription, of entity: NSEntityDescription) -> String {
        "\(entity.name ?? "").\(attribute.name)"
    }

    private static func attributes(of entity: NSEntityDescription) -> [NSAttributeDescription] {
        entity.ownProperties.compactMap { $0 as? NSAttributeDescription }
            .filter { $0.attributeType == .binaryDataAttributeType && !$0.isTransient }
    }
}
