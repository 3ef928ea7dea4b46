internal import MainspringData
internal import MainspringModel

/// A model made of a file's tables alone: the entities that `Z_PRIMARYKEY` names, and an attribute for each column.
///
/// Names of attributes are in small letters, because columns have lost which letters were capital ones. A relationship to one is a number,
/// the key of whom it leads to; one to many is not to be seen. All that a family of entities has is its root's.
struct TableModel {
    let model = NSManagedObjectModel()

    init(_ file: FileTables) {
        let rows = file.entities.filter { $0.number > 0 && $0.number < HistoryForm.changeNumber && !$0.name.isEmpty }
        var entities: [Int64: NSEntityDescription] = [:]
        var names: Set<String> = []
        for row in rows where row.superNumber == 0 && names.insert(row.name).inserted {
            guard let columns = file.tables["Z\(row.name.uppercased())"] else { continue }
            let entity = NSEntityDescription()
            entity.name = row.name
            entity.properties = Self.attributes(columns)
            entities[row.number] = entity
        }
        // Each time those that inherit from one that is there; a superentity may come later, or lead round in a circle.
        var open = rows.filter { $0.superNumber != 0 }
        var count = -1
        while count != open.count {
            count = open.count
            open.removeAll { row in
                guard let parent = entities[row.superNumber] else { return false }
                guard entities[row.number] == nil, names.insert(row.name).inserted else { return true }
                let entity = NSEntityDescription()
                entity.name = row.name
                parent.subentities += [entity]
                entities[row.number] = entity
                return true
            }
        }
        model.entities = entities.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func attributes(_ columns: [FileTables.Column]) -> [NSAttributeDescription] {
        var names: Set<String> = []
        return columns.compactMap { column in
            let name = column.name.lowercased()
            // What begins with Z_ is Core Data's own, or belongs to a relationship.
            guard name.hasPrefix("z"), !name.hasPrefix("z_"), !name.dropFirst().isEmpty,
                let type = ColumnType(rawValue: column.type.uppercased()),
                names.insert(String(name.dropFirst())).inserted
            else { return nil }
            let attribute = NSAttributeDescription()
            attribute.name = String(name.dropFirst())
            attribute.attributeType = type.likeliestAttributeType
            return attribute
        }
    }
}

extension ColumnType {
    /// What most columns of the type are of.
    fileprivate var likeliestAttributeType: NSAttributeType {
        switch self {
        case .integer: .integer64AttributeType
        case .timestamp: .dateAttributeType
        case .float: .doubleAttributeType
        case .decimal: .decimalAttributeType
        case .text: .stringAttributeType
        case .blob: .binaryDataAttributeType
        }
    }
}
