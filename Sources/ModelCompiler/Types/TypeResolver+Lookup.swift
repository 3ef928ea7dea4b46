internal import SourceScanning

extension TypeResolver {
    /// What a name was found to be.
    enum Found {
        case declared(ModuleDeclarations.Entry, ModuleDeclarations)
        case known(NominalType)
    }

    /// Looks a name up: from inside out in the types around it and their superclasses, in the module, in what the file
    /// imports, and among the known types.
    func find(_ names: [String], in scope: Scope) throws(UnresolvedType) -> Found? {
        for length in stride(from: scope.path.count, through: 0, by: -1) {
            var around = Array(scope.path[..<length])
            var visited: Set<[String]> = []
            while visited.insert(around).inserted {
                if let entry = entry(around, names) { return .declared(entry, module) }
                guard let superclass = superclassPath(of: around) else { break }
                around = superclass
            }
        }
        if names.count > 1, let first = names.first {
            let rest = Array(names.dropFirst())
            if first == module.name, let entry = module.types[rest] { return .declared(entry, module) }
            if let other = dependencies[first], let entry = other.types[rest] { return .declared(entry, other) }
            if KnownTypes.modules.contains(first), let known = known(rest, qualifiedBy: first, scope) {
                return .known(known)
            }
        }
        let others = scope.imports.compactMap { dependencies[$0] }.filter {
            ($0.types[names]?.type.access ?? .private) >= .package
        }
        if others.count > 1 {
            throw UnresolvedType(
                """
                “\(names.joined(separator: "."))” is declared in \(others.map(\.name).joined(separator: " and in ")); \
                write it with its module's name
                """)
        }
        if let other = others.first, let entry = other.types[names] { return .declared(entry, other) }
        return known(names, qualifiedBy: nil, scope).map { .known($0) }
    }

    /// A type of the module below another one; each part but the last may be another name.
    private func entry(_ around: [String], _ names: [String]) -> ModuleDeclarations.Entry? {
        module.types[around + names]
    }

    /// The name of a class's superclass, where that is declared in the module.
    func superclassPath(of path: [String]) -> [String]? {
        guard let type = module.types[path]?.type, type.kind == .class,
            let name = type.inherited.first?.plainName
        else { return nil }
        for length in stride(from: path.count - 1, through: 0, by: -1) {
            let candidate = path[..<length] + name
            if module.types[Array(candidate)]?.type.kind == .class { return Array(candidate) }
        }
        if name.count > 1, name.first == module.name, module.types[Array(name.dropFirst())]?.type.kind == .class {
            return Array(name.dropFirst())
        }
        return nil
    }

    private func known(_ names: [String], qualifiedBy qualifier: String?, _ scope: Scope) -> NominalType? {
        let written = names.joined(separator: ".")
        let name = KnownTypes.aliases[written] ?? written
        let isOurs =
            qualifier.map { KnownTypes.shadowingModules.contains($0) }
            ?? scope.imports.contains { KnownTypes.shadowingModules.contains($0) }
        if isOurs, let type = KnownTypes.shadowingTypes[name] { return type }
        return KnownTypes.types[name]
    }
}
