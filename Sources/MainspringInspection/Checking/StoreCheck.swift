internal import Foundation
internal import MainspringData
internal import MainspringFoundation
internal import MainspringModel

/// Checks a store's file: what SQLite, Core Data and the model demand of it.
@_spi(Tools) public struct StoreCheck {
    /// What is checked, one after the other.
    @_spi(Tools) public enum Step: String, CaseIterable, Sendable {
        case integrity, metadata, metadataTable, entities, rows, relationships, requiredValues, uniqueness, indexes
        case values, externalData, history
    }

    let inspection: StoreInspection

    /// Makes a check of a store that is looked into.
    @_spi(Tools) public init(_ inspection: StoreInspection) { self.inspection = inspection }

    /// Runs a step.
    ///
    /// In time that grows with the rows; of each kind of finding at each place there is one, with a count.
    /// - Throws: `CocoaError` with a sentence if the file cannot be read.
    @_spi(Tools) public func findings(_ step: Step) throws -> [StoreFinding] {
        switch step {
        case .integrity: integrity()
        case .metadata: metadata()
        default:
            try inspection.reading { transaction in
                let check = TableCheck(inspection, transaction.connection)
                return switch step {
                case .metadataTable: try check.metadataTable()
                case .entities: check.entities()
                case .rows: try check.rows()
                case .relationships: try check.relationships()
                case .requiredValues: try check.requiredValues()
                case .uniqueness: try check.uniqueness()
                case .indexes: try check.indexes()
                case .values: try check.values()
                case .externalData: try check.externalData()
                case .history: try check.history()
                case .integrity, .metadata: []
                }
            }
        }
    }

    private func integrity() -> [StoreFinding] {
        var findings: [StoreFinding] = []
        do {
            try inspection.reading { transaction in
                transaction.connection.liftLimits()
                let statement = try transaction.connection.prepare("PRAGMA integrity_check(20)")
                while try statement.step() {
                    let text = statement.string(0)
                    if text != "ok" { findings.append(StoreFinding(.integrity, "SQLite finds: \(text)")) }
                }
            }
        } catch {
            // What was found until then stays found.
            let begin =
                findings.isEmpty ? "SQLite cannot check the file" : "SQLite cannot check the file to its end"
            findings.append(StoreFinding(.integrity, "\(begin): \((error as NSError).localizedDescription)"))
        }
        return findings
    }

    // MARK: Metadata

    private func metadata() -> [StoreFinding] {
        var findings: [StoreFinding] = []
        func add(_ sentence: String, entity: String? = nil) {
            findings.append(StoreFinding(.metadata, entity: entity, sentence))
        }
        let metadata = inspection.metadata
        if (metadata[NSStoreTypeKey] as? String) != NSSQLiteStoreType {
            add(
                "The metadata say that the store is of the kind \(metadata[NSStoreTypeKey].map { "“\($0)”" } ?? "that is not named")."
            )
        }
        let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
        if hashes.isEmpty { add("The metadata hold no version hashes: nobody can tell which model the store is of.") }
        for (name, hash) in hashes.sorted(by: { $0.key < $1.key }) where hash.count != 32 {
            add("The version hash of “\(name)” has \(hash.count) bytes and not 32.", entity: name)
        }
        if let digest = metadata["NSStoreModelVersionHashesDigest"] as? String, !hashes.isEmpty,
            digest != VersionDigest.digest(of: hashes)
        {
            add("The digest of the version hashes in the metadata is not that of these hashes.")
        }
        if let checksum = metadata[NSPersistentStoreModelVersionChecksumKey] as? String, !hashes.isEmpty,
            checksum != VersionDigest.checksum(of: hashes)
        {
            add("The checksum of the model in the metadata is not that of the version hashes.")
        }
        if inspection.modelOrigin == .tables, inspection.file.has("Z_MODELCACHE") {
            for note in inspection.notes { add(note) }
        }
        guard inspection.modelOrigin != .tables else { return findings }
        for name in Set(inspection.model.entities.compactMap(\.name)).symmetricDifference(hashes.keys).sorted()
        where !hashes.isEmpty {
            add(
                hashes[name] == nil
                    ? "The model has the entity “\(name)”, and the metadata hold no version hash of it."
                    : "The metadata hold a version hash of the entity “\(name)”, which the model does not have.",
                entity: name)
        }
        return findings
    }
}
