internal import SourceScanning

/// The files that are generated for a target, and what the build has to show.
public struct GeneratedCode: Sendable {
    /// The names of the files; always the same, because a build wants to know them before.
    public static let fileNames = ["ManagedAccessors.swift", "ManagedClasses.swift", "ManagedAliases.swift"]

    /// The files' texts by their names.
    public let files: [String: String]
    /// What the build has to show, by file and line.
    public let diagnostics: [Diagnostic]
    /// Whether something may be known better with the source of the targets that this one depends on.
    public let asksForDependencies: Bool
    /// The modules in which the entities' classes were found, by the classes' names.
    public let classModules: [String: String]

    /// Generates the code for a target.
    ///
    /// - Throws: ``CommandError`` for a name of a model or a module that source cannot have.
    public init(_ source: TargetSource) throws(CommandError) {
        try NameCheck.check(source)
        let plan = TargetPlanner.plan(source)
        diagnostics = plan.diagnostics
        classModules = plan.classModules
        let classNames = Set(source.entities.compactMap(\.className))
        asksForDependencies =
            !classNames.subtracting(classModules.keys).isEmpty || !plan.diagnostics.isEmpty
            || !plan.conditionalErrors.isEmpty
            || plan.classes.contains { if case .after = $0.firstSlot { true } else { false } }
        files = [
            "ManagedAccessors.swift": Self.accessors(plan), "ManagedClasses.swift": Self.classes(plan),
            "ManagedAliases.swift": Self.aliases(plan),
        ]
    }

    private static let head = "// Made by the model compiler; changes are lost with the next build.\n"

    private static func accessors(_ plan: TargetPlan) -> String {
        var body = SourceText()
        SlotWriter.write(plan.classes, to: &body)
        for classPlan in plan.classes { AccessorWriter(plan: classPlan, module: plan.module).write(to: &body) }
        let table = ModuleTableWriter(plan: plan)
        table.write(to: &body)
        for (diagnostic, conditions) in plan.conditionalErrors {
            body.line()
            body.conditional(conditions) { text in
                text.line("#error(\(GeneratedName.literal("\(diagnostic)")))")
            }
        }
        guard !body.text.isEmpty else { return head }
        var imports = ImportWriter(imports: plan.imports)
        var ours: [String] = []
        if table.needsObjects { ours.append(plan.objectModule ?? "CoreData") }
        if table.needsLayers { ours.append(plan.layerModule ?? "QuartzCore") }
        imports.publicModules.formUnion(ours)
        for name in ["Foundation"] + ours {
            let imported = ScannedImport(module: name)
            if !imports.imports.contains(imported) { imports.imports.append(imported) }
        }
        for classPlan in plan.classes {
            for member in classPlan.members { imports.publicModules.formUnion(member.publicModules ?? []) }
            if classPlan.isForeign, !classPlan.members.isEmpty {
                imports.publicModules.insert(classPlan.nominal.module)
            }
        }
        return text(imports, body)
    }

    private static func classes(_ plan: TargetPlan) -> String {
        var body = SourceText()
        var publicModules: Set<String> = []
        for classPlan in plan.classes {
            guard let (entity, codeGeneration) = classPlan.generation else { continue }
            let writer = ClassWriter(
                plan: classPlan, entity: entity, isClass: codeGeneration == .classDefinition, target: plan)
            writer.write(to: &body)
            publicModules.formUnion(writer.publicModules)
        }
        guard !body.text.isEmpty else { return head }
        let module = plan.objectModule ?? "CoreData"
        let more = plan.customTypes.values.reduce(into: Set<String>()) { $0.formUnion($1.modules) }
        let modules = ["Foundation", module] + more.subtracting(["Foundation", module]).sorted()
        let imports = ImportWriter(
            imports: modules.map { ScannedImport(module: $0) }, publicModules: publicModules)
        return text(imports, body)
    }

    private static func aliases(_ plan: TargetPlan) -> String {
        guard plan.importsCoreData else { return head }
        var body = SourceText()
        body.line()
        AliasWriter.write(publicNames: plan.publicMentions, to: &body)
        return head + body.text
    }

    private static func text(_ imports: ImportWriter, _ body: SourceText) -> String {
        var top = SourceText()
        top.line()
        imports.write(to: &top)
        return head + top.text + body.text
    }
}
