internal import SourceScanning

/// Writes the table of a module's classes, which the library finds by its name when the program runs.
///
/// A type that other modules see is never removed as unused, and its name can be looked up; so nothing has to be
/// registered and nothing has to run first. What is internal would be gone in a release build.
struct ModuleTableWriter {
    let plan: TargetPlan
    private let names: LibraryNames

    init(plan: TargetPlan) {
        self.plan = plan
        names = LibraryNames(plan)
    }

    /// The name of the table of managed objects.
    static let objectTable = "__ManagedModule"
    /// The name of the table of layers.
    static let layerTable = "__ManagedLayers"

    private var objectClasses: [ClassPlan] {
        plan.classes.filter { $0.root == .managedObject && !$0.isForeign }
    }

    private var layerClasses: [ClassPlan] {
        plan.classes.filter { $0.root == .layer && !$0.isForeign && !$0.members.isEmpty }
    }

    /// Whether there is something to write, by what it needs.
    var needsObjects: Bool { !objectClasses.isEmpty }
    /// Whether there is something to write about layers.
    var needsLayers: Bool { !layerClasses.isEmpty }

    func write(to text: inout SourceText) {
        if needsObjects { writeObjects(to: &text) }
        if needsLayers { writeLayers(to: &text) }
    }

    private func writeObjects(to text: inout SourceText) {
        let table = names("ManagedClassTable")
        text.line()
        text.line("/// The managed classes of this module, with the order of their properties.")
        text.block("@usableFromInline nonisolated enum \(Self.objectTable): \(names("ManagedModuleTable"))") { text in
            text.block("@usableFromInline static var classes: [\(table)]") { text in
                // What is off a context's queue is told in debug builds of the program, whatever the library is.
                text.line(
                    "\(names("ConcurrencyDebug")).noteBuild(isDebug: _isDebugAssertConfiguration())")
                text.line("var classes: [\(table)] = []")
                if objectClasses.contains(where: { !$0.accessors.isEmpty }) {
                    text.line("var accessors: [ManagedAccessor] = []")
                }
                for plan in objectClasses {
                    text.conditional(plan.conditions) { text in write(plan, to: &text) }
                }
                text.line("return classes")
            }
        }
    }

    private func write(_ plan: ClassPlan, to text: inout SourceText) {
        let first: String
        switch plan.firstSlot {
        case .at(let index): first = String(index)
        case .after: first = SlotWriter.firstSlot(of: plan.name)
        case .byName: return
        }
        let properties = plan.ownSlots.map(GeneratedName.literal).joined(separator: ", ")
        writeAccessors(of: plan, to: &text)
        let accessors = plan.accessors.isEmpty ? "" : ", accessors: accessors"
        text.line("classes.append(")
        text.indented { text in
            text.line(
                "\(names("ManagedClassTable"))(\(plan.typeName).self, firstSlot: \(first), "
                    + "properties: [\(properties)]\(accessors)) {")
            text.indented { text in writeKeyPaths(of: plan, to: &text) }
            text.line("})")
        }
        if !plan.accessors.isEmpty { text.line("accessors = []") }
    }

    private func writeAccessors(of plan: ClassPlan, to text: inout SourceText) {
        for accessor in plan.accessors {
            text.conditional(accessor.conditions) { text in
                let path = "\\\(plan.typeName).\(GeneratedName.identifier(accessor.name))"
                text.line("accessors.append(ManagedAccessor(\(GeneratedName.literal(accessor.name)), \(path)))")
            }
        }
    }

    private func writeKeyPaths(of plan: ClassPlan, to text: inout SourceText) {
        let keyPaths = plan.keyPaths.filter { !GeneratedName.isNoKeyPath($0.name) }
        guard !keyPaths.isEmpty else { return text.line("[:]") }
        text.line("var names: [\(names("AnyKeyPath")): \(names("String"))] = [:]")
        for keyPath in keyPaths {
            text.conditional(keyPath.conditions) { text in
                let (name, key) = (GeneratedName.identifier(keyPath.name), GeneratedName.literal(keyPath.name))
                text.line("names[\\\(plan.typeName).\(name)] = \(key)")
                // What follows an optional object in a longer key path.
                text.line("names[\\\(plan.typeName)?.?.\(name)] = \(key)")
            }
        }
        text.line("return names")
    }

    private func writeLayers(to text: inout SourceText) {
        text.line()
        text.line("/// The layer classes of this module that have properties of their own, with those.")
        text.block("@usableFromInline nonisolated enum \(Self.layerTable): ManagedLayerTable") { text in
            text.block("@usableFromInline static var classes: [ManagedLayerClass]") { text in
                text.line("var classes: [ManagedLayerClass] = []")
                text.line("var properties: [AnimatableProperty] = []")
                for plan in layerClasses {
                    text.conditional(plan.conditions) { text in writeLayer(plan, to: &text) }
                }
                text.line("return classes")
            }
        }
    }

    private func writeLayer(_ plan: ClassPlan, to text: inout SourceText) {
        for member in plan.members {
            guard case .property = member.member.kind else { continue }
            let name = member.member.name
            text.conditional(member.member.conditions) { text in
                let path = "\\\(plan.typeName).\(GeneratedName.identifier(name))"
                text.line("properties.append(.managed(\(path), key: \(GeneratedName.literal(name))))")
            }
        }
        text.line("classes.append(ManagedLayerClass(\(plan.typeName).self, properties))")
        text.line("properties = []")
    }
}
