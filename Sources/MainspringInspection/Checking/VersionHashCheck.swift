internal import Foundation
internal import MainspringData
public import MainspringModel

/// Whether Apple's framework would open a store with a model, as far as that can be known: by version hashes that its own tools have written.
@_spi(Tools) public enum VersionHashCheck: Sendable {
    /// The store has the version hashes that a compiled model has brought along.
    case accepted(version: String)
    /// It has others: these entities differ, or only one of the two has them.
    case refused(entities: [String])
    /// Nobody here knows the hashes that Apple's tools would compute, with the reason as a clause.
    case unknown(because: String)

    /// Compares a store with the versions of a model.
    @_spi(Tools) public init(_ inspection: StoreInspection, _ versions: [(name: String, model: NSManagedObjectModel)]) {
        if inspection.values[NewMetadata.formulaKey] != nil {
            self = .unknown(
                because: "the store has version hashes by a formula of Mainspring's own, as its metadata say")
            return
        }
        let known = versions.filter { version in version.model.entities.contains(where: \.hasForeignVersionHash) }
        guard !known.isEmpty else {
            self = .unknown(
                because:
                    "the model brings along no version hashes of Apple's; name the .momd that Xcode has compiled of it")
            return
        }
        let hashes = inspection.metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        var fewest: [String]?
        for version in known {
            let own = version.model.entityVersionHashesByName
            let differing = Set(own.keys).union(hashes.keys).filter { own[$0] != hashes[$0] }.sorted()
            guard !differing.isEmpty else {
                self = .accepted(version: version.name)
                return
            }
            if fewest.map({ differing.count < $0.count }) ?? true { fewest = differing }
        }
        self = .refused(entities: fewest ?? [])
    }
}
