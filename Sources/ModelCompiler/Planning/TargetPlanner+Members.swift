internal import SourceScanning

extension TargetPlanner {
    /// Finds the class of a member and the symbols of its accessors.
    mutating func plan(_ member: ScannedMember, of file: ScannedFile) {
        let scope = TypeResolver.Scope(path: [], imports: file.importedModules)
        guard let (entry, owner) = owner(of: member, in: scope), entry.type.kind == .class,
            let nominal = resolver.nominal(entry.type.path, of: owner)
        else {
            let name = member.owner.joined(separator: ".")
            return report(
                """
                “\(member.name)” is declared with @NSManaged in “\(name)”, of which no class is known here; declare it \
                in a class of this target or of one it depends on
                """, in: file, line: member.line)
        }
        let className = entry.type.path.joined(separator: ".")
        if entry.type.access < .internal {
            return report(
                """
                “\(className)” is private to its file, and “\(member.name)” is declared with @NSManaged in it; make the \
                class internal, so that generated code can extend it
                """, in: file, line: member.line)
        }
        if entry.type.isGeneric {
            return report(
                """
                “\(className)” is generic, and “\(member.name)” is declared with @NSManaged in it; declare it in a class \
                that is not
                """, in: file, line: member.line)
        }
        let isPrivate = member.access < .internal
        let context = SymbolMangler.Context(
            owner: nominal, extensionModule: owner.name == module.name ? nil : module.name,
            discriminator: isPrivate
                ? PrivateDiscriminator.make(module: module.name, fileName: Self.fileName(file.path)) : nil)
        let inner = TypeResolver.Scope(path: owner.name == module.name ? entry.type.path : [], imports: scope.imports)
        do throws(UnresolvedType) {
            let (symbols, types) = try symbols(of: member, in: inner, context: context)
            let isOpenToOthers = entry.type.access >= .public
            let plan = MemberPlan(
                member: member, file: file, symbols: symbols,
                publicModules: isOpenToOthers ? publicModules(of: types) : nil,
                hasOwnAccessor: types.first.map { hasOwnAccessor($0) } ?? false)
            members[ClassKey(module: owner.name, path: entry.type.path), default: []].append(plan)
        } catch {
            let message = "“\(className).\(member.name)” cannot be given its accessors: \(error.reason)"
            guard !member.conditions.isEmpty else { return report(message, in: file, line: member.line) }
            let diagnostic = Diagnostic(severity: .error, path: file.path, line: member.line, message: message)
            conditionalErrors.append((diagnostic, member.conditions))
        }
    }

    private func owner(
        of member: ScannedMember, in scope: TypeResolver.Scope
    ) -> (ModuleDeclarations.Entry, ModuleDeclarations)? {
        if !member.isInExtension, let entry = module.types[member.owner] { return (entry, module) }
        guard case .declared(let entry, let owner)? = try? resolver.find(member.owner, in: scope) else { return nil }
        return (entry, owner)
    }

    private func symbols(
        of member: ScannedMember, in scope: TypeResolver.Scope, context: SymbolMangler.Context
    ) throws(UnresolvedType) -> ([String], [MangledType]) {
        switch member.kind {
        case .property(let expression, _):
            let type = try resolver.resolve(expression, in: scope)
            let symbols = [SymbolMangler.Accessor.getter, .setter].map {
                SymbolMangler.accessor($0, of: member.name, type: type, in: context)
            }
            return (symbols, [type])
        case .method(let parameters, let returnsValue):
            guard !returnsValue, CollectionMethod(member) != nil else {
                throw UnresolvedType(
                    """
                    @NSManaged makes addTo…, removeFrom…, insertInto… and replace… of the model's relationships, and it \
                    is none of these; write its body yourself
                    """)
            }
            var types: [MangledType] = []
            for parameter in parameters { types.append(try resolver.resolve(parameter.type, in: scope)) }
            let symbol = SymbolMangler.method(
                member.name, labels: parameters.map(\.label), parameters: types, in: context)
            return ([symbol], types)
        }
    }

    static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The modules of types, where all of those may be seen by other modules; else nil.
    private func publicModules(of types: [MangledType]) -> Set<String>? {
        var modules: Set<String> = []
        for type in types {
            guard collectModules(of: type, into: &modules) else { return nil }
        }
        return modules
    }

    private func collectModules(of type: MangledType, into modules: inout Set<String>) -> Bool {
        switch type {
        case .any, .anyObject: return true
        case .optional(let wrapped): return collectModules(of: wrapped, into: &modules)
        case .existential(let nominal): return collectModule(of: nominal, into: &modules)
        case .nominal(let nominal, let arguments):
            return collectModule(of: nominal, into: &modules)
                && arguments.allSatisfy { collectModules(of: $0, into: &modules) }
        }
    }

    private func collectModule(of nominal: NominalType, into modules: inout Set<String>) -> Bool {
        if nominal.module == module.name {
            return (module.types[nominal.path.map(\.name)]?.type.access ?? .private) >= .public
        }
        if let other = resolver.dependencies[nominal.module] {
            guard (other.types[nominal.path.map(\.name)]?.type.access ?? .private) >= .public else { return false }
        }
        modules.insert(nominal.module == "FoundationEssentials" ? "Foundation" : nominal.module)
        return true
    }
}
