internal import SourceScanning

extension TargetPlanner {
    /// Whether the library has an accessor for that very type. All others go through the general one: a class such as
    /// `NSObject` could else be what several give.
    func hasOwnAccessor(_ type: MangledType) -> Bool {
        guard case .optional(let wrapped) = type else { return isStoredAsItIs(type) }
        return isStoredAsItIs(wrapped)
    }

    private func isStoredAsItIs(_ type: MangledType) -> Bool {
        guard case .nominal(let nominal, let arguments) = type, let name = nominal.path.last?.name else { return false }
        switch (nominal.module, nominal.path.count, arguments.count) {
        case ("Swift", 1, 0):
            return ["Bool", "Double", "Float", "Int", "Int16", "Int32", "Int64", "String"].contains(name)
        case ("Swift", 1, 1):
            guard name == "Set", case .nominal(let element, let arguments) = arguments[0] else { return false }
            return arguments.isEmpty && isManagedClass(element)
        case ("FoundationEssentials", 1, 0): return ["Data", "Date", "UUID"].contains(name)
        case ("Foundation", 1, 0): return ["NSOrderedSet", "NSSet"].contains(name)
        default: return arguments.isEmpty && isManagedClass(nominal)
        }
    }

    private func isManagedClass(_ nominal: NominalType) -> Bool {
        let path = nominal.path.map(\.name)
        if nominal.module == "MainspringData" { return path == ["NSManagedObject"] }
        if nominal.module == module.name { return hierarchy.root(of: path) == .managedObject }
        guard let owner = resolver.dependencies[nominal.module] else { return false }
        let other = ClassHierarchy(resolver: TypeResolver(module: owner, dependencies: resolver.dependencies))
        return other.root(of: path) == .managedObject
    }

    /// Whether the library has an accessor for that very type, which is one that a model gives.
    static func hasOwnAccessor(_ type: String) -> Bool {
        [
            "Bool", "Data?", "Date?", "Double", "Float", "Int16", "Int32", "Int64", "String?", "TimeInterval", "UUID?",
        ].contains(type)
    }
}
