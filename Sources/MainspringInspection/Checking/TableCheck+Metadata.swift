internal import Foundation
internal import MainspringData

/// Checks the rows of `Z_METADATA`.
extension TableCheck {
    func metadataTable() throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        let row = try connection.prepare(
            "SELECT Z_UUID, Z_VERSION, (SELECT count(*) FROM Z_METADATA) FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        guard try row.step() else { return [] }
        let identifier = row.string(0)
        if UUID(uuidString: identifier) == nil {
            let found =
                row.isNull(0) || identifier.isEmpty
                ? "Z_UUID in Z_METADATA is empty" : "Z_UUID in Z_METADATA is “\(identifier)”, which is no UUID"
            findings.append(
                StoreFinding(
                    .metadata,
                    "\(found): it is the store's identifier, which stands in the URIs of its objects. Set it to a UUID, that by "
                        + "which programs know the store if there is one."))
        }
        let count = Int(row.integer(2))
        if count > 1 {
            findings.append(
                StoreFinding(
                    .metadata, count: count,
                    "Z_METADATA has \(count) rows, and a store has one: that with the Z_VERSION \(row.integer(1)) is read. Delete "
                        + "the others."))
        }
        if count == 1, row.integer(1) != 1 {
            findings.append(
                StoreFinding(
                    .metadata,
                    "Z_VERSION in Z_METADATA is \(row.isNull(1) ? "NULL" : row.string(1)), and 1 is the version of all stores: what is saved "
                        + "next would get a row of its own. Set it to 1."))
        }
        return try findings + modelCache()
    }

    /// The table of the model that the store keeps, of which the first row is read.
    private func modelCache() throws -> [StoreFinding] {
        guard file.has("Z_MODELCACHE") else { return [] }
        let rows = try connection.prepare("SELECT count(*) FROM Z_MODELCACHE")
        guard try rows.step(), case let count = Int(rows.integer(0)), count > 1 else { return [] }
        return [
            StoreFinding(
                .metadata, count: count,
                "Z_MODELCACHE has \(count) rows, and a store keeps one model. Delete all but the one of the model that the "
                    + "store was last opened with.")
        ]
    }
}
