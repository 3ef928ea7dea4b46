internal import FileAccess
internal import Foundation
internal import MainspringData
@_spi(Tools) internal import MainspringModel

/// Findings about the files of long data, and about temporary files beside the store.
extension TableCheck {
    func externalData() throws -> [StoreFinding] {
        guard let place = external.folder else { return [] }
        let leftovers = leftovers(beside: place.store)
        let folder: OpenFolder?
        do {
            folder = try place.opened()
        } catch {
            return leftovers + [
                StoreFinding(
                    .externalData,
                    "The folder of long data cannot be opened: \(error.path): \(error.clause). A link is not followed; replace it by "
                        + "the folder.")
            ]
        }
        let names = try folder?.names() ?? []
        let odd = names.filter { folder?.kind($0) != .regular }.sorted()
        let present = Set(names).subtracting(odd)
        var findings = try missingFiles(present, place) + leftovers
        if !odd.isEmpty {
            findings.append(
                StoreFinding(
                    .externalData, count: odd.count,
                    "In \(place.path) \(Self.list(odd)) is no regular file, and is neither read nor deleted."))
        }
        // Another database's files may be in the same folder.
        if let folder, !place.isShared {
            let unused = try UnusedFiles.names(in: folder, connection)
            if !unused.isEmpty {
                findings.append(
                    StoreFinding(
                        .externalData, count: unused.count,
                        "\(unused.count == 1 ? "A file" : "\(unused.count) files") in \(place.path) that no row names: "
                            + "\(Self.list(unused)). The next coordinator that opens the store for writing, and no other has it, "
                            + "deletes such files."))
            }
        }
        return findings
    }

    private func missingFiles(_ present: Set<String>, _ place: ExternalFolder) throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        for table in schema.tables where table.hasExternals {
            for column in table.columns {
                guard case .external = column.form else { continue }
                let name = table.entity.slots[Int(column.place.slot)].name
                guard table.entity.ownProperties.contains(where: { $0.name == name }) else { continue }
                connection.limitReading()
                let statement = try connection.prepare(
                    "SELECT t.Z_ENT, t.Z_PK, t.\(quoted(column.name)) FROM \(quoted(table.name)) t WHERE "
                        + "substr(t.\(quoted(column.name)), 1, 1) = x'02' AND \(condition(table))")
                var missing: [ObjectReference] = []
                while try statement.step() {
                    if let name = try? external.fileName(statement.data(2)), present.contains(name) { continue }
                    let entity = schema.table(number: statement.integer(0))?.entity ?? table.entity
                    missing.append(ObjectReference(entityName: entity.name ?? "", key: statement.integer(1)))
                }
                guard !missing.isEmpty else { continue }
                findings.append(
                    StoreFinding(
                        .externalData, entity: table.entity.name, property: name, count: missing.count,
                        examples: Array(missing.prefix(5)),
                        "The file with “\(name)” of \(objects(missing.count, table).lowercasedStart) is not in "
                            + "\(place.path)."))
            }
        }
        return findings
    }

    private func leftovers(beside store: String) -> [StoreFinding] {
        let names = TemporaryFolder.abandoned(beside: store)
        guard !names.isEmpty else { return [] }
        return [
            StoreFinding(
                .externalData, count: names.count,
                "Beside the store \(names.count == 1 ? "is a temporary file" : "are \(names.count) temporary files") of a copy "
                    + "or a replacement that is under way or was killed: \(Self.list(names)). The next coordinator that opens the "
                    + "store for writing deletes those that no process uses.")
        ]
    }

    /// At most five names.
    private static func list(_ names: [String]) -> String {
        names.prefix(5).map { "“\($0)”" }.joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    }
}

extension String {
    fileprivate var lowercasedStart: String { prefix(1).lowercased() + dropFirst() }
}
