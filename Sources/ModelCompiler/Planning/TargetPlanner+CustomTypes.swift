internal import SourceScanning

extension TargetPlanner {
    /// Finds the types that the models name for attributes whose properties are generated.
    mutating func findCustomTypes() {
        for entity in source.entities where entity.codeGeneration != .none {
            guard let className = entity.className else { continue }
            let declared = members[ClassKey(module: module.name, path: [className])] ?? []
            for property in entity.properties {
                guard case .custom(let name) = property.kind, customTypes[name] == nil,
                    !declared.contains(where: { $0.member.name == property.name })
                else { continue }
                customTypes[name] = customType(name)
                if customTypes[name] == nil { warnAboutCustomType(name, of: property, entity) }
            }
        }
    }

    private mutating func warnAboutCustomType(
        _ name: String, of property: PropertyOutline, _ entity: EntityOutline
    ) {
        diagnostics.append(
            Diagnostic(
                severity: .warning, path: entity.modelPath, line: nil,
                message: """
                    the custom class “\(PrintedName.text(name))” of the attribute “\(property.name)” of the entity \
                    “\(entity.name)” is neither declared in this target, nor in one that it imports, nor a type of Swift or Foundation: \
                    the property is an NSObject?; declare that type, or the property by hand with @NSManaged
                    """))
    }

    /// The type that a model's words mean in this target; nil if there is none.
    private func customType(_ words: String) -> CustomType? {
        // A class of the model's own module is written with a point before it.
        let name = words.hasPrefix(".") ? String(words.dropFirst()) : words
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || "_.,:?<>[]() ".contains($0) }) else { return nil }
        let file = ScannedFile(path: "", text: "typealias Meant = \(name)")
        guard file.types.count == 1, case .alias(let expression)? = file.types.first?.kind else { return nil }
        let imports = Set(source.files.flatMap(\.importedModules))
        let scope = TypeResolver.Scope(path: [], imports: ["Foundation"] + imports.sorted())
        guard let type = try? resolver.resolve(expression, in: scope) else { return nil }
        var access = AccessLevel.open
        var modules: Set<String> = []
        // Written anew from what was understood: nothing else of the model gets into the source.
        guard let text = text(of: type, imports, access: &access, modules: &modules) else { return nil }
        if case .optional = type { return CustomType(text: text, access: access, modules: modules) }
        let isExistential = if case .existential = type { true } else { false }
        return CustomType(text: isExistential ? "(\(text))?" : "\(text)?", access: access, modules: modules)
    }

    private func text(
        of type: MangledType, _ imports: Set<String>, access: inout AccessLevel, modules: inout Set<String>
    ) -> String? {
        switch type {
        case .any: return "Any"
        case .anyObject: return "AnyObject"
        case .optional(let wrapped):
            guard let text = text(of: wrapped, imports, access: &access, modules: &modules) else { return nil }
            if case .existential = wrapped { return "(\(text))?" }
            return "\(text)?"
        case .existential(let nominal):
            return text(of: nominal, imports, access: &access, modules: &modules).map { "any \($0)" }
        case .nominal(let nominal, let arguments):
            guard let name = text(of: nominal, imports, access: &access, modules: &modules) else { return nil }
            var texts: [String] = []
            for argument in arguments {
                guard let text = text(of: argument, imports, access: &access, modules: &modules) else { return nil }
                texts.append(text)
            }
            if nominal == NominalType("Swift", "Array", .structure) { return "[\(texts[0])]" }
            if nominal == NominalType("Swift", "Dictionary", .structure) { return "[\(texts[0]): \(texts[1])]" }
            return texts.isEmpty ? name : "\(name)<\(texts.joined(separator: ", "))>"
        }
    }

    private func text(
        of nominal: NominalType, _ imports: Set<String>, access: inout AccessLevel, modules: inout Set<String>
    ) -> String? {
        let path = nominal.path.map(\.name)
        let name = GeneratedName.type(path)
        if nominal.module == module.name {
            access = min(access, module.types[path]?.type.access ?? .private)
            return name
        }
        if let other = resolver.dependencies[nominal.module] {
            access = min(access, other.types[path]?.type.access ?? .private)
            modules.insert(nominal.module)
            return "\(GeneratedName.identifier(nominal.module)).\(name)"
        }
        switch nominal.module {
        case "Swift": return "Swift.\(name)"
        case "Foundation", "FoundationEssentials": return "Foundation.\(name == "_NSRange" ? "NSRange" : name)"
        default:
            // By the name under which the target knows the module, if it does.
            let names = [nominal.module] + (Self.dropIns[nominal.module] ?? [])
            guard let module = names.first(where: { imports.contains($0) }) else { return nil }
            modules.insert(module)
            return "\(module).\(name)"
        }
    }

    /// Apple's names of the runtime's own modules.
    private static let dropIns = [
        "MainspringAnimation": ["QuartzCore"], "MainspringData": ["CoreData"], "MainspringFoundation": ["CoreData"],
        "MainspringGraphics": ["CoreGraphics", "QuartzCore"], "MainspringModel": ["CoreData"],
    ]
}
