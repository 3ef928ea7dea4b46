internal import Foundation
@_spi(Tools) internal import MainspringModel

/// The files of long data that a migration leaves without a column that names them.
struct FilesGivenUp {
    private let layout: MigrationLayout
    private let files: ExternalFiles

    init(_ layout: MigrationLayout, _ files: ExternalFiles) { (self.layout, self.files) = (layout, files) }

    /// Their names, by the contents of the store before the migration.
    func names(_ connection: SQLiteConnection) throws -> [String] {
        var names: [String] = []
        for table in layout.before.tables {
            for column in table.columns {
                guard let attribute = column.property as? NSAttributeDescription,
                    attribute.attributeType == .binaryDataAttributeType, layout.before.dataForms.isMarked(attribute),
                    let name = table.name(column.role)
                else { continue }
                let numbers = layout.numbers(
                    of: table.entities.filter { $0.isKindOf(entity: column.entity) && !keeps(attribute, $0) })
                guard !numbers.isEmpty else { continue }
                let rows = try connection.prepare(
                    "SELECT \(SQLiteName.quoted(name)) FROM \(SQLiteName.quoted(table.name)) WHERE Z_ENT IN "
                        + "(\(numbers.map(String.init).joined(separator: ", "))) "
                        + "AND substr(\(SQLiteName.quoted(name)), 1, 1) = x'02'")
                while try rows.step() {
                    // What names no file of the folder's has none that could be deleted.
                    if let name = try? files.fileName(rows.data(0)) { names.append(name) }
                }
            }
        }
        return names
    }

    /// Whether the rows of an entity go on naming files in an attribute.
    private func keeps(_ attribute: NSAttributeDescription, _ entity: NSEntityDescription) -> Bool {
        guard let new = layout.mapping.destination(of: entity), let pair = layout.mapping.pair(of: new) else {
            return false
        }
        return new.slots.contains { property in
            pair.source(of: property) === attribute
                && (property as? NSAttributeDescription)?.allowsExternalBinaryDataStorage == true
        }
    }
}
