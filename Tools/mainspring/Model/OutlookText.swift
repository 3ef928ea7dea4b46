@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection

/// What a migration would do, as text and JSON.
enum OutlookText {
    static func lines(_ outlook: MigrationOutlook) -> [String] {
        let entities = outlook.entities.filter { $0.fate != .same }.map { entity in
            var line = "entity \(entity.name): \(entity.fate.rawValue)"
            if let former = entity.formerName { line += ", was \(former)" }
            if !entity.added.isEmpty { line += "; new: \(entity.added.joined(separator: ", "))" }
            let renamed = entity.renamed.sorted { $0.key < $1.key }.map { "\($0.key) (was \($0.value))" }
            if !renamed.isEmpty { line += "; renamed: \(renamed.joined(separator: ", "))" }
            if !entity.removed.isEmpty { line += "; gone: \(entity.removed.joined(separator: ", "))" }
            return line
        }
        return entities + outlook.tables.map { "table \($0.name): \(words($0.work))" }
    }

    /// Whether a lightweight migration bridges it, in a sentence.
    static func verdict(_ outlook: MigrationOutlook) -> String {
        let copied = outlook.tables.filter { $0.work == .copied }.map(\.name)
        return copied.isEmpty
            ? "Lightweight migration bridges it in place."
            : "Lightweight migration bridges it; the rows of \(copied.joined(separator: ", ")) are copied."
    }

    private static func words(_ work: MigrationOutlook.TableWork) -> String {
        switch work {
        case .made: "made"
        case .inPlace: "in place"
        case .copied: "copied"
        }
    }

    static func json(_ outlook: MigrationOutlook) -> [(String, JSONValue)] {
        let entities = outlook.entities.map { entity -> JSONValue in
            .object([
                ("name", .string(entity.name)), ("fate", .string(entity.fate.rawValue)),
                ("formerName", JSONValue(entity.formerName)), ("added", .array(entity.added.map { .string($0) })),
                ("removed", .array(entity.removed.map { .string($0) })),
                ("renamed", .object(entity.renamed.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
            ])
        }
        let tables = outlook.tables.map { table -> JSONValue in
            .object([("name", .string(table.name)), ("work", .string(words(table.work)))])
        }
        return [("copies", .boolean(outlook.copies)), ("entities", .array(entities)), ("tables", .array(tables))]
    }
}
