internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
@_spi(Tools) internal import MainspringModel

/// What is told of a store as a whole.
struct StoreReport {
    private let inspection: StoreInspection
    private let store: String
    private let entities: [InspectedEntity]
    private let unknown: [UnknownRows]
    private let journal: String
    private let historyNumber: Int64?

    init(_ inspection: StoreInspection, store: String) throws {
        (self.inspection, self.store) = (inspection, store)
        (entities, unknown) = try inspection.entities()
        journal = try inspection.journalMode()
        historyNumber = inspection.hasHistory ? try? inspection.lastHistoryNumber() : nil
    }

    private func metadata(_ key: String) -> String? {
        switch inspection.metadata[key] {
        case let text as String: text
        case let number as NSNumber: number.stringValue
        case let list as [Any]: list.map { "\($0)" }.joined(separator: ", ")
        default: nil
        }
    }

    private var objectCount: Int { entities.reduce(0) { $0 + $1.count } + unknown.reduce(0) { $0 + $1.count } }

    // MARK: Text

    func lines(all: Bool) -> [String] {
        let version = metadata(NSStoreModelVersionIdentifiersKey).flatMap { $0.isEmpty ? nil : $0 }
        let model =
            switch inspection.modelOrigin {
            case .given: "the one that was given"
            case .cached: "the one that the store keeps"
            case .tables: "made of the tables: names in small letters, no relations"
            }
        let facts: [(String, String)] = [
            ("store", store), ("kind", metadata(NSStoreTypeKey) ?? "unknown"), ("identifier", inspection.identifier),
            ("size", "\(inspection.fileSize) bytes, journal mode \(journal)"),
            ("model", model + (version.map { ", version \($0)" } ?? "")),
            ("framework", metadata("NSPersistenceFrameworkVersion") ?? "unknown"),
            (
                "history",
                inspection.hasHistory ? "kept" + (historyNumber.map { ", \($0) transactions ever" } ?? "") : "not kept"
            ),
            ("objects", "\(objectCount)"),
        ]
        var lines = Self.aligned(facts) + [""]
        var table = TextTable(
            ["entity", "objects", "attributes", "relations", "table"], [.left, .right, .right, .right])
        for entity in entities {
            let own = entity.entity
            table.add([
                String(repeating: "  ", count: own.lineage.count - 1) + (own.name ?? "")
                    + (own.isAbstract ? " (abstract)" : ""),
                "\(entity.count)", "\(own.attributesByName.count)", "\(own.relationshipsByName.count)", entity.table,
            ])
        }
        lines += table.lines
        for rows in unknown { lines.append(Self.sentence(rows)) }
        if all { lines += relationLines + metadataLines + tableLines }
        return lines.map(TerminalText.plain)
    }

    private static func aligned(_ facts: [(String, String)]) -> [String] {
        let width = facts.map { $0.0.count }.max() ?? 0
        return facts.map { name, value in
            name + String(repeating: " ", count: width - name.count) + "  " + TerminalText.plain(value)
        }
    }

    static func sentence(_ rows: UnknownRows) -> String {
        "\(rows.table) has \(rows.count) rows of an entity \(rows.number), which the model does not have."
    }

    private var relations: [NSRelationshipDescription] {
        entities.flatMap { $0.entity.ownProperties.compactMap { $0 as? NSRelationshipDescription } }
            .sorted { ($0.entity.name ?? "", $0.name) < ($1.entity.name ?? "", $1.name) }
    }

    private var relationLines: [String] {
        guard !relations.isEmpty else { return [] }
        var table = TextTable(["relation", "leads to", "inverse", "delete rule"])
        for relation in relations {
            let many = relation.isToMany ? (relation.isOrdered ? "many, in order, " : "many ") : "one "
            table.add([
                "\(relation.entity.name ?? "").\(relation.name)",
                many + (relation.destinationEntity?.name ?? "nothing"), relation.inverseRelationship?.name ?? "none",
                relation.deleteRule.words,
            ])
        }
        return [""] + table.lines
    }

    private var metadataLines: [String] {
        let values = inspection.metadata.sorted { $0.key < $1.key }
            .filter { $0.key != NSStoreModelVersionHashesKey }
        let hashes = (inspection.metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:])
            .sorted { $0.key < $1.key }
        return [""] + Self.aligned(values.map { ($0.key, metadata($0.key) ?? PropertyListJSON.value($0.value).line) })
            + (hashes.isEmpty ? [] : ["", "version hashes"])
            + Self.aligned(hashes.map { ("  \($0.key)", $0.value.hexadecimal) })
    }

    private var tableLines: [String] {
        inspection.tables.flatMap { table in
            ["", table.name] + table.columns.map { "  \($0.name) \($0.type)" }
        }
    }

    // MARK: JSON

    var json: JSONValue {
        .object([
            ("store", .string(store)), ("identifier", .string(inspection.identifier)),
            ("kind", JSONValue(metadata(NSStoreTypeKey))), ("bytes", JSONValue(inspection.fileSize)),
            ("journal", .string(journal)), ("model", .string(inspection.modelOrigin.rawValue)),
            ("notes", .array(inspection.notes.map { .string($0) })),
            ("history", .boolean(inspection.hasHistory)),
            ("lastTransaction", historyNumber.map { .integer($0) } ?? .null), ("objects", JSONValue(objectCount)),
            ("entities", .array(entities.map(json))),
            (
                "unknown",
                .array(
                    unknown.map {
                        .object([
                            ("table", .string($0.table)), ("entity", .integer($0.number)),
                            ("objects", JSONValue($0.count)),
                        ])
                    })
            ), ("metadata", PropertyListJSON.value(inspection.metadata)),
            (
                "tables",
                .object(
                    inspection.tables.map { table in
                        (table.name, .array(table.columns.map { .string("\($0.name) \($0.type)") }))
                    })
            ),
        ])
    }

    private func json(_ entity: InspectedEntity) -> JSONValue {
        let own = entity.entity
        let relations = own.relationshipsByName.sorted { $0.key < $1.key }.map { name, relation in
            (
                name,
                JSONValue.object([
                    ("destination", JSONValue(relation.destinationEntity?.name)),
                    ("inverse", JSONValue(relation.inverseRelationship?.name)),
                    ("toMany", .boolean(relation.isToMany)), ("ordered", .boolean(relation.isOrdered)),
                    ("deleteRule", .string(relation.deleteRule.words)),
                ])
            )
        }
        return .object([
            ("name", JSONValue(own.name)), ("number", .integer(entity.number)), ("table", .string(entity.table)),
            ("objects", JSONValue(entity.count)), ("abstract", .boolean(own.isAbstract)),
            ("superentity", JSONValue(own.superentity?.name)),
            (
                "attributes",
                .object(
                    own.attributesByName.sorted { $0.key < $1.key }.map { ($0, .string($1.attributeType.words)) })
            ), ("relationships", .object(relations)),
        ])
    }
}
