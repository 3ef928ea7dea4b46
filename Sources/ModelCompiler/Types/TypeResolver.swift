internal import SourceScanning

/// Finds out what a type's name means, as far as a symbol needs it.
struct TypeResolver {
    let module: ModuleDeclarations
    /// The modules that the target depends on and whose source is known.
    let dependencies: [String: ModuleDeclarations]

    /// Where a name is looked up.
    struct Scope {
        /// The types around it.
        var path: [String]
        /// The modules that the file imports.
        let imports: [String]
    }

    /// How many names may stand for one another.
    private static let longestChain = 32

    /// The type that is meant, or why it cannot be told.
    func resolve(_ expression: TypeExpression, in scope: Scope, chain: Int = 0) throws(UnresolvedType) -> MangledType {
        guard chain < Self.longestChain else {
            throw UnresolvedType("its names stand for one another in a circle; name a type that is declared")
        }
        switch expression {
        case .optional(let wrapped):
            return .optional(try resolve(wrapped, in: scope, chain: chain + 1))
        case .array(let element):
            let element = try resolve(element, in: scope, chain: chain + 1)
            return .nominal(NominalType("Swift", "Array", .structure), [element])
        case .dictionary(let key, let value):
            let key = try resolve(key, in: scope, chain: chain + 1)
            let value = try resolve(value, in: scope, chain: chain + 1)
            return .nominal(NominalType("Swift", "Dictionary", .structure), [key, value])
        case .other(let text):
            throw UnresolvedType(
                "“\(text)” is no class, structure, enumeration or collection of those; a managed property needs one")
        case .named(let parts):
            return try resolve(parts, in: scope, chain: chain)
        }
    }

    private func resolve(
        _ parts: [TypeExpression.Part], in scope: Scope, chain: Int
    ) throws(UnresolvedType) -> MangledType {
        let names = parts.map(\.name)
        var arguments: [MangledType] = []
        for (index, part) in parts.enumerated() where !part.arguments.isEmpty {
            guard index == parts.count - 1 else {
                throw UnresolvedType(
                    "“\(names.joined(separator: "."))” stands in a generic type, which the model compiler cannot name")
            }
            for argument in part.arguments {
                arguments.append(try resolve(argument, in: scope, chain: chain + 1))
            }
        }
        if names == ["Any"] { return .any }
        if names == ["AnyObject"] { return .anyObject }
        if names == ["Optional"], let wrapped = arguments.first, arguments.count == 1 { return .optional(wrapped) }
        guard let found = try find(names, in: scope) else {
            let name = names.joined(separator: ".")
            throw UnresolvedType(
                """
                what “\(name)” is, a class, a structure or an enumeration, and of which module, cannot be told: it is \
                neither declared in this target nor a known type of Swift or Foundation; write it with its module's \
                name if its target is a dependency of this one, else give the property a type of your own
                """)
        }
        switch found {
        case .known(let nominal):
            return try finish(nominal, isGeneric: !arguments.isEmpty, arguments, name: names)
        case .declared(let entry, let owner):
            return try resolve(entry, of: owner, arguments, scope: scope, chain: chain)
        }
    }

    private func resolve(
        _ entry: ModuleDeclarations.Entry, of owner: ModuleDeclarations, _ arguments: [MangledType], scope: Scope,
        chain: Int
    ) throws(UnresolvedType) -> MangledType {
        let type = entry.type
        let name = type.path.joined(separator: ".")
        if owner.repeatedNames.contains(type.path) {
            throw UnresolvedType("“\(name)” is declared in several files; give each a name of its own")
        }
        if type.access < .internal {
            throw UnresolvedType(
                "“\(name)” is private to its file; make it internal, so that generated code can use it")
        }
        if case .alias(let meant) = type.kind {
            guard !type.isGeneric else {
                throw UnresolvedType("“\(name)” is a generic typealias; write the type that it stands for")
            }
            let inner = Scope(path: Array(type.path.dropLast()), imports: entry.file.importedModules)
            let resolver = owner.name == module.name ? self : TypeResolver(module: owner, dependencies: [:])
            return try resolver.resolve(meant, in: inner, chain: chain + 1)
        }
        guard let nominal = nominal(type.path, of: owner) else {
            throw UnresolvedType("“\(name)” stands in a type that is not declared here; declare it outside of it")
        }
        return try finish(nominal, isGeneric: type.isGeneric, arguments, name: type.path)
    }

    private func finish(
        _ nominal: NominalType, isGeneric: Bool, _ arguments: [MangledType], name: [String]
    ) throws(UnresolvedType) -> MangledType {
        guard isGeneric == !arguments.isEmpty, !isGeneric || nominal.path.count == 1 else {
            throw UnresolvedType(
                "“\(name.joined(separator: "."))” is generic in a way that the model compiler cannot name")
        }
        if nominal.path.last?.kind == .protocol { return .existential(nominal) }
        return .nominal(nominal, arguments)
    }

    /// A declared type with the kinds of all it stands in.
    func nominal(_ path: [String], of owner: ModuleDeclarations) -> NominalType? {
        var parts: [NominalType.Part] = []
        for end in path.indices {
            let kind: NominalType.Kind
            switch owner.types[Array(path[...end])]?.type.kind {
            case .class, .actor: kind = .class
            case .struct: kind = .structure
            case .enum: kind = .enumeration
            case .protocol: kind = .protocol
            case .alias, nil: return nil
            }
            parts.append(.init(name: path[end], kind: kind))
        }
        return NominalType(module: owner.name, path: parts)
    }
}
