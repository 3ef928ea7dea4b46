/// Whether two descriptions say the same.
enum StructuralEquality {
    static func areEqual(_ first: NSPropertyDescription, _ second: NSPropertyDescription) -> Bool {
        first.name == second.name && ModelComparison.differences(first, second).isEmpty
    }

    static func areEqual(_ first: NSEntityDescription, _ second: NSEntityDescription) -> Bool {
        first.name == second.name && ModelComparison.differences(first, second).isEmpty
    }

    static func areEqual(_ first: NSManagedObjectModel, _ second: NSManagedObjectModel) -> Bool {
        first.entities.count == second.entities.count && ModelComparison(first, second).isEmpty
    }
}
