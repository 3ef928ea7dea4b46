internal import SourceScanning

/// Who inherits from whom, over the modules whose source is known.
struct ClassHierarchy {
    let resolver: TypeResolver

    /// What stands above a class.
    enum Above {
        /// A class of the same module.
        case sameModule([String])
        /// A class of another module, known or not, by its name in source.
        case otherModule(String, ClassPlan.Root?)
        /// `NSManagedObject` or one of the layer classes.
        case root(ClassPlan.Root)
        /// Nothing that has managed properties.
        case nothing
    }

    /// The class right above one of the module.
    func above(_ path: [String]) -> Above {
        if let superclass = resolver.superclassPath(of: path) { return .sameModule(superclass) }
        guard let entry = resolver.module.types[path], let written = entry.type.inherited.first else { return .nothing }
        return above(written, in: entry, depth: 0)
    }

    private func above(_ written: TypeExpression, in entry: ModuleDeclarations.Entry, depth: Int) -> Above {
        guard depth < Self.deepest, case .named(let parts) = written, let last = parts.last else { return .nothing }
        let imports = entry.file.importedModules
        let name = parts.map(\.name).joined(separator: ".")
        let scope = TypeResolver.Scope(path: Array(entry.type.path.dropLast()), imports: imports)
        switch try? resolver.find(parts.map(\.name), in: scope) {
        case .known(let nominal):
            if last.name == "NSManagedObject" { return .root(.managedObject) }
            if KnownTypes.layerClasses.contains(last.name) { return .root(.layer) }
            return nominal.path.last?.kind == .protocol ? .nothing : .otherModule(name, nil)
        case .declared(let declared, let owner):
            if case .alias(let meant) = declared.type.kind { return above(meant, in: declared, depth: depth + 1) }
            guard declared.type.kind == .class else { return .nothing }
            let other = ClassHierarchy(resolver: TypeResolver(module: owner, dependencies: resolver.dependencies))
            return .otherModule(name, other.root(of: declared.type.path))
        case nil:
            return .otherModule(name, Self.rootByImports(imports))
        }
    }

    /// What stands above a class at the end; nil where nothing does that has managed properties.
    func root(of path: [String]) -> ClassPlan.Root? {
        var path = path
        for _ in 0..<Self.deepest {
            switch above(path) {
            case .sameModule(let superclass): path = superclass
            case .otherModule(_, let root): return root
            case .root(let root): return root
            case .nothing: return nil
            }
        }
        return nil
    }

    /// What a class of unknown source probably is: a layer where the file knows layers and no objects.
    private static func rootByImports(_ imports: [String]) -> ClassPlan.Root {
        let knowsObjects = imports.contains { ["CoreData", "MainspringData"].contains($0) }
        let knowsLayers = imports.contains { ["QuartzCore", "MainspringAnimation"].contains($0) }
        return knowsLayers && !knowsObjects ? .layer : .managedObject
    }

    /// How many classes stand above one at most; source may inherit in a circle.
    static let deepest = 64
}
