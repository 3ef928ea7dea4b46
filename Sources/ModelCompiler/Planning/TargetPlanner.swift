internal import SourceScanning

/// Works out what is generated for a target, and what cannot be.
struct TargetPlanner {
    let source: TargetSource
    let module: ModuleDeclarations
    let resolver: TypeResolver
    let hierarchy: ClassHierarchy
    var diagnostics: [Diagnostic] = []
    /// What the compiler has to tell, because it alone knows whether the conditions hold.
    var conditionalErrors: [(diagnostic: Diagnostic, conditions: [String])] = []
    /// What is declared with `@NSManaged`, by the class.
    var members: [ClassKey: [MemberPlan]] = [:]
    /// The plans that are made, and that being made.
    var plans: [ClassKey: ClassPlan] = [:]
    /// The types that the models name for attributes, by those names.
    var customTypes: [String: CustomType] = [:]

    /// A class by its module and its name.
    struct ClassKey: Hashable {
        let module: String
        let path: [String]
    }

    init(_ source: TargetSource) {
        self.source = source
        let generated = Self.generatedClasses(of: source)
        module = ModuleDeclarations(name: source.module, files: source.files + generated)
        resolver = TypeResolver(
            module: module,
            dependencies: Dictionary(
                uniqueKeysWithValues: source.dependencies.map { ($0, ModuleDeclarations(name: $0, files: $1)) }))
        hierarchy = ClassHierarchy(resolver: resolver)
    }

    /// The plan of a target.
    static func plan(_ source: TargetSource) -> TargetPlan {
        var planner = TargetPlanner(source)
        return planner.run()
    }

    /// The classes that are generated, as if they stood in a file.
    private static func generatedClasses(of source: TargetSource) -> [ScannedFile] {
        let lines = source.entities.compactMap { entity -> String? in
            guard entity.codeGeneration == .classDefinition, let name = entity.className else { return nil }
            let superentity = entity.superentity.flatMap { name in source.entities.first { $0.name == name } }
            let superclass = superentity?.className ?? "NSManagedObject"
            return "public class \(GeneratedName.identifier(name)): \(GeneratedName.type(superclass)) {}"
        }
        guard !lines.isEmpty else { return [] }
        let text = (["import Foundation", "import CoreData"] + lines).joined(separator: "\n")
        return [ScannedFile(path: generatedPath, text: text)]
    }

    /// What stands for the path of the file that the model's classes are in.
    private static let generatedPath = "<model>"

    private mutating func run() -> TargetPlan {
        for file in source.files {
            for member in file.members { plan(member, of: file) }
        }
        reportReservedNames()
        findCustomTypes()
        for entity in source.entities {
            if let name = entity.className { planClass(ClassKey(module: module.name, path: [name])) }
        }
        for key in members.keys.sorted(by: { $0.path.joined(separator: ".") < $1.path.joined(separator: ".") }) {
            planClass(key)
        }
        for path in classesWithOverrides { planClass(ClassKey(module: module.name, path: path)) }
        let classes = plans.values.sorted { ($0.nominal.module, $0.name) < ($1.nominal.module, $1.name) }
        let modules = source.files.flatMap(\.importedModules)
        return TargetPlan(
            module: module.name, classes: classes, imports: imports(for: classes),
            objectModule: ["CoreData", "MainspringData"].first { modules.contains($0) },
            layerModule: ["QuartzCore", "MainspringAnimation"].first { modules.contains($0) },
            importsCoreData: modules.contains("CoreData"),
            publicMentions: source.files.reduce(into: []) { $0.formUnion($1.publicMentions) },
            diagnostics: diagnostics.sorted { ($0.path, $0.line ?? 0) < ($1.path, $1.line ?? 0) },
            conditionalErrors: conditionalErrors,
            classModules: classModules,
            classNames: Dictionary(
                source.entities.map { ($0.name, $0.className ?? "NSManagedObject") }, uniquingKeysWith: { $1 }),
            customTypes: customTypes, typeNames: Set(module.types.keys.compactMap(\.last)))
    }

    /// Where the entities' classes are declared: here, else in the one target that this one depends on and that has a
    /// class of the name.
    private var classModules: [String: String] {
        var modules: [String: String] = [:]
        for name in Set(source.entities.compactMap(\.className)) {
            if module.types[[name]] != nil {
                modules[name] = module.name
            } else {
                let others = resolver.dependencies.values.filter { $0.types[[name]]?.type.kind == .class }
                if others.count == 1 { modules[name] = others.first?.name }
            }
        }
        return modules
    }

    /// What the files import in which something is declared that is defined now.
    private func imports(for classes: [ClassPlan]) -> [ScannedImport] {
        let paths = Set(classes.flatMap(\.members).map(\.file.path))
        var imports: Set<ScannedImport> = []
        for file in source.files where paths.contains(file.path) { imports.formUnion(file.imports) }
        return imports.sorted { ($0.module, $0.conditions.count) < ($1.module, $1.conditions.count) }
    }

    mutating func report(
        _ message: String, in file: ScannedFile, line: Int?, severity: Diagnostic.Severity = .error
    ) {
        diagnostics.append(Diagnostic(severity: severity, path: file.path, line: line, message: message))
    }
}
