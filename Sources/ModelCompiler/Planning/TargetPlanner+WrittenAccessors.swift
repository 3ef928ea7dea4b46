internal import SourceScanning

extension TargetPlanner {
    /// The modelled properties that a class has code of its own for, which key-value coding goes through.
    ///
    /// On Apple's platforms those are the ones that Objective-C sees: overrides of managed properties, which it always
    /// does, and accessors marked `@objc`. Here that mark is gone. What is no override counts if it speaks of primitive
    /// values, as such accessors do, and is of a type that Objective-C knows; any other may be a view of the value that is
    /// itself read by key.
    func accessors(of path: [String], plan: ClassPlan, entity: EntityOutline?) -> [NamedKeyPath] {
        guard plan.root == .managedObject, !plan.isIsolated else { return [] }
        var modelled = Set(plan.ownSlots + plan.inheritedSlots + (entity?.slots ?? []))
        if case .after(let name) = plan.firstSlot { modelled.formUnion(publicKeyPaths(ofClass: name).map(\.name)) }
        var found: Set<NamedKeyPath> = []
        for file in source.files {
            let scope = TypeResolver.Scope(path: path, imports: file.importedModules)
            for accessor in file.accessors where accessor.owner == path && modelled.contains(accessor.name) {
                guard accessor.access >= .internal,
                    !accessor.attributes.contains(where: { $0 == "nonobjc" || $0.hasSuffix("Actor") }),
                    accessor.isOverride || (accessor.usesPrimitiveValues && isKnownElsewhere(accessor.type, in: scope))
                else { continue }
                found.insert(NamedKeyPath(name: accessor.name, conditions: accessor.conditions))
            }
        }
        return found.sorted { ($0.name, $0.conditions.count) < ($1.name, $1.conditions.count) }
    }

    /// Whether Objective-C would know a type: one of Swift's or Foundation's, or a class.
    private func isKnownElsewhere(_ expression: TypeExpression, in scope: TypeResolver.Scope) -> Bool {
        switch try? resolver.resolve(expression, in: scope) {
        case .optional(.nominal(let nominal, _)), .nominal(let nominal, _):
            nominal.path.last?.kind == .class
                || ["Swift", "Foundation", "FoundationEssentials"].contains(nominal.module)
        default: false
        }
    }

    /// Classes that the model and `@NSManaged` say nothing of, and that override something of the managed class above.
    var classesWithOverrides: [[String]] {
        let owners = Set(source.files.flatMap(\.accessors).filter(\.isOverride).map(\.owner))
        return owners.filter { path in
            guard let type = module.types[path]?.type, type.kind == .class, type.access >= .internal, !type.isGeneric
            else { return false }
            var path = path
            for _ in 0..<ClassHierarchy.deepest {
                switch hierarchy.above(path) {
                case .root(let root): return root == .managedObject
                case .sameModule(let superclass): path = superclass
                // What is not known for certain may be anything.
                case .otherModule, .nothing: return false
                }
            }
            return false
        }.sorted { $0.joined(separator: ".") < $1.joined(separator: ".") }
    }
}
