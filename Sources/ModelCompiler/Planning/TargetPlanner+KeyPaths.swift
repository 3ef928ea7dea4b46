internal import SourceScanning

/// A property that a key path can lead to.
struct NamedKeyPath: Hashable {
    let name: String
    /// The conditions under which it is declared.
    let conditions: [String]
}

extension TargetPlanner {
    /// The properties that key paths from a class can lead to everywhere in the module: in Swift `\Sub.name` is another
    /// key path than `\Base.name`, so those of the superclasses are among them.
    func keyPaths(of path: [String], plan: ClassPlan) -> [NamedKeyPath] {
        guard plan.root == .managedObject, !plan.isIsolated else { return [] }
        var names = ownKeyPaths(of: path, plan: plan)
        switch hierarchy.above(path) {
        case .sameModule(let superclass):
            guard let above = plans[ClassKey(module: module.name, path: superclass)] else { break }
            names.formUnion(above.keyPaths)
        case .otherModule(let name, _):
            // The generated file imports what the files of the members import.
            if !plan.members.isEmpty { names.formUnion(publicKeyPaths(ofClass: name)) }
        case .root, .nothing: break
        }
        return names.sorted { ($0.name, $0.conditions.count) < ($1.name, $1.conditions.count) }
    }

    /// Whether a class's members belong to a global actor, as those of its subclasses then do.
    func isIsolated(_ path: [String]) -> Bool {
        if module.types[path]?.type.attributes.contains(where: { $0.hasSuffix("Actor") }) ?? false { return true }
        guard case .sameModule(let superclass) = hierarchy.above(path) else { return false }
        return plans[ClassKey(module: module.name, path: superclass)]?.isIsolated ?? false
    }

    private func ownKeyPaths(of path: [String], plan: ClassPlan) -> Set<NamedKeyPath> {
        var names: Set<NamedKeyPath> = []
        for member in plan.members.map(\.member) {
            guard case .property = member.kind, member.access >= .internal,
                plan.slotName(of: member) == member.name
            else { continue }
            names.insert(NamedKeyPath(name: member.name, conditions: member.conditions))
        }
        for property in plan.generation?.entity.properties ?? []
        where !names.contains(where: { $0.name == property.name }) {
            names.insert(NamedKeyPath(name: property.name, conditions: []))
        }
        return names.union(plan.accessors)
    }

    /// What a class of a module that this one depends on, and those above it there, declare for everybody.
    func publicKeyPaths(ofClass name: String) -> Set<NamedKeyPath> {
        let parts = name.split(separator: ".").map(String.init)
        let owners = resolver.dependencies.values.filter { owner in
            owner.types[parts] != nil || (parts.first == owner.name && owner.types[Array(parts.dropFirst())] != nil)
        }
        guard owners.count == 1, let owner = owners.first else { return [] }
        var path: [String]? = owner.types[parts] != nil ? parts : Array(parts.dropFirst())
        let above = ClassHierarchy(resolver: TypeResolver(module: owner, dependencies: resolver.dependencies))
        var names: Set<NamedKeyPath> = []
        for _ in 0..<ClassHierarchy.deepest {
            guard let current = path, let type = owner.types[current]?.type else { return names }
            if type.attributes.contains(where: { $0.hasSuffix("Actor") }) { return [] }
            for member in owner.files.flatMap(\.members) where member.owner == current && member.access >= .public {
                guard case .property = member.kind, member.conditions.isEmpty else { continue }
                names.insert(NamedKeyPath(name: member.name, conditions: []))
            }
            guard case .sameModule(let superclass) = above.above(current) else { return names }
            path = superclass
        }
        return names
    }
}
